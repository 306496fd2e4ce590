import { expect } from 'chai';
import type { AuditTrail } from '../../../../src/application/audit/audit-trail.js';
import { recordingAccounts } from '../../../../src/application/audit/recording-accounts.js';
import type { Accounts } from '../../../../src/application/accounts/accounts.js';
import { reusedRefreshToken, wrongRefreshToken } from '../../../../src/application/accounts/failures.js';
import { denied } from '../../../../src/domain/failure.js';
import { nobody } from '../../../../src/domain/permission/permission.js';
import { err, ok } from '../../../../src/domain/result.js';

/** What the trail gets of a logout without a session. */
async function recordedOf(answer: Awaited<ReturnType<Accounts['logout']>>): Promise<readonly object[]> {
  const entries: object[] = [];
  const record: AuditTrail['record'] = async (_actor, event) => void entries.push(event);
  const accounts = { logout: async () => answer } as Partial<Accounts> as Accounts;
  await recordingAccounts(accounts, { record }, nobody).logout(nobody, 'a refresh token');
  return entries;
}

describe('the trail of logouts without a session', () => {
  it('names the user whose sign-in a refresh token ends', async () => {
    const [entry] = await recordedOf(ok({ user: { documentId: 'u' } }));
    expect(entry).to.include({ action: 'logout', documentId: 'u' });
  });

  it('has no others, but with a token that was exchanged before', async () => {
    for (const refused of [denied, wrongRefreshToken])
      expect(await recordedOf(err(refused))).to.deep.equal([]);
    const entry = { action: 'logout', outcome: 'refused' };
    expect(await recordedOf(err(reusedRefreshToken))).to.deep.equal([entry]);
  });
});
