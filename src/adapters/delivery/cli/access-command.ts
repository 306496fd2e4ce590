import type { Access } from '../../../application/access/access.js';
import { limitsKey, limitsOf } from '../../../application/access/grant-records.js';
import type { GrantRecord } from '../../../application/ports/access-store.js';
import type { Result } from '../../../domain/result.js';
import { listed, noted, printed, type Outcome } from './outcome.js';
import type { Command } from './parse-command.js';

type AccessName = 'token create' | 'token list' | 'token revoke' | 'grant' | 'revoke' | 'grants';

export type AccessCommand = Extract<Command, { name: AccessName }>;

/** Commands over roles, grants and tokens. */
export async function accessCommand(command: AccessCommand, access: Access): Promise<Result<Outcome>> {
  switch (command.name) {
    case 'token create': {
      const created = await access.createToken(command.request);
      return created.ok ? printed(created.value.token) : created;
    }
    case 'token list':
      return listTokens(access, command.json);
    case 'token revoke': {
      const revoked = await access.revokeToken(command.token);
      return revoked.ok ? noted(`Token ${JSON.stringify(command.token)} is revoked.`) : revoked;
    }
    case 'grants':
      return listGrants(access, command.json);
    case 'grant': {
      const { role, uid, actions } = command.granted;
      const changed = await access.grant(role, uid, actions, command.limits);
      const limited = Object.keys(command.limits).length > 0 ? ', within limits' : '';
      return changed.ok ? noted(`${role} may now ${actions.join(', ')} on ${uid}${limited}.`) : changed;
    }
    case 'revoke': {
      const { role, uid, actions } = command.granted;
      const changed = await access.revoke(role, uid, actions);
      return changed.ok ? noted(`${role} may no longer ${actions.join(', ')} on ${uid}.`) : changed;
    }
  }
}

function listTokens(access: Access, json: boolean): Result<Outcome> {
  const tokens = access.listTokens();
  const rows = tokens.map(({ name, access: kind, grants, createdAt, expiresAt, expired }) => {
    const plain = { name, access: kind, createdAt, expiresAt };
    return json
      ? { ...plain, expired, grants: grants.map(withUid) }
      : { ...plain, state: state(expired), grants: grants.map(text) };
  });
  return listed(rows, json, 'There are no tokens.');
}

const state = (expired: boolean): string => (expired ? 'expired' : 'valid');

const text = (grant: GrantRecord): string =>
  [`${grant.type}:${grant.actions.join(',')}`, ...limitsText(grant)].join(' ');

const limitsText = (grant: GrantRecord): readonly string[] => {
  const limits = limitsOf(grant);
  return limitsKey(limits) === '' ? [] : [JSON.stringify(limits)];
};

const withUid = ({ type, ...grant }: GrantRecord) => ({ uid: type, ...grant });

const leftoverNote = '(left over: see quire schema status)';

function listGrants(access: Access, json: boolean): Result<Outcome> {
  const rows = access.grants().flatMap(({ name, grants }) =>
    grants.map((grant) => {
      const leftover = access.isLeftover(grant);
      if (json) return { role: name, ...withUid(grant), ...(leftover && { leftover }) };
      const { type: uid, actions } = grant;
      const limits = [[...limitsText(grant), ...(leftover ? [leftoverNote] : [])].join(' ')];
      return { role: name, uid, actions, limits };
    }),
  );
  return listed(rows, json, 'No role may do anything yet: everything is private.');
}
