import type { Access } from '../../../application/access/access.js';
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
    case 'grant':
    case 'revoke': {
      const { name, role, uid, actions } = command;
      const changed = await access[name](role, uid, actions);
      const may = name === 'grant' ? 'may now' : 'may no longer';
      return changed.ok ? noted(`${role} ${may} ${actions.join(', ')} on ${uid}.`) : changed;
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

const text = ({ type, actions }: GrantRecord): string => `${type}:${actions.join(',')}`;

const withUid = ({ type, actions }: GrantRecord) => ({ uid: type, actions });

function listGrants(access: Access, json: boolean): Result<Outcome> {
  const rows = access
    .grants()
    .flatMap(({ name, grants }) => grants.map((grant) => ({ role: name, ...withUid(grant) })));
  return listed(rows, json, 'No role may do anything yet: everything is private.');
}
