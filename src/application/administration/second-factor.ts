import { denied } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { writingFor } from '../audit/writing-for.js';
import { wrongCode, wrongSignIn } from './failures.js';
import { administrators, type AdministratorRecord } from './records.js';
import type { Administration, AdministrationDependencies } from './use-cases.js';

const recoveryCodes = 10;

type SecondFactorMethods = Pick<
  Administration,
  'beginSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor'
>;

export function createSecondFactor(dependencies: AdministrationDependencies): SecondFactorMethods {
  const { documents, secondFactors, secrets, clock } = dependencies;
  return {
    async beginSecondFactor(principal) {
      const me = await meOf(dependencies, principal);
      return me.ok ? ok(await secondFactors.begin(me.value.email)) : me;
    },
    async confirmSecondFactor(principal, { sealed, code, password }) {
      const me = await meAgain(dependencies, principal, password);
      if (!me.ok) return me;
      const period = await secondFactors.periodOf(sealed, code.replace(/\s/g, ''), clock.now());
      if (period === null) return err(wrongCode);
      const codes = Array.from({ length: recoveryCodes }, () => secrets.create().slice(0, 16));
      const kept = await administrators.update(writingFor(documents, principal), me.value.documentId, {
        secondFactor: sealed,
        recoveryCodes: codes.map((each) => secrets.hash(each)),
        usedCode: String(period),
      });
      return kept.ok ? ok(codes.map((each) => each.replace(/(.{4})(?=.)/g, '$1-'))) : kept;
    },
    async removeSecondFactor(principal, password) {
      const me = await meAgain(dependencies, principal, password);
      if (!me.ok) return me;
      const none = { secondFactor: '', recoveryCodes: [] };
      return administrators.update(writingFor(documents, principal), me.value.documentId, none);
    },
  };
}

async function meOf(
  { documents }: AdministrationDependencies,
  { kind, user }: Principal,
): Promise<Result<AdministratorRecord>> {
  if (kind !== 'administrator' || user === undefined) return err(denied);
  const found = await administrators.find(documents, 'documentId', user.documentId);
  if (!found.ok) return found;
  return found.value === null ? err(denied) : ok(found.value);
}

/** Asks for the password once more, and counts the attempts. */
async function meAgain(
  dependencies: AdministrationDependencies,
  principal: Principal,
  password: string,
): Promise<Result<AdministratorRecord>> {
  const me = await meOf(dependencies, principal);
  if (!me.ok) return me;
  const attempt = await dependencies.attempts.takeOwn(me.value.documentId);
  if (!attempt.ok) return attempt;
  const isRight = await dependencies.passwords.verify(me.value.passwordHash, password);
  return isRight ? me : err(wrongSignIn);
}
