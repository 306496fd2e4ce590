import type {
  AccessStore,
  GrantRecord,
  RoleRecord,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import { failure } from '../../../domain/failure.js';
import type { Action } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Uid } from '../../../domain/schema/schema.js';

type Grants = Map<Uid, Set<Action>>;

/** Roles, grants and tokens in maps. */
export function createMemoryAccessStore(): AccessStore {
  const roles = new Map<string, Grants>([
    ['authenticated', new Map()],
    ['public', new Map()],
  ]);
  const tokens = new Map<string, TokenRecord>();
  let revision = 0;

  const change = (found: boolean, name: string, apply: () => void): Result<void> => {
    if (!found) return err(failure('DOCUMENT.NOT_FOUND', `There is no ${name}`));
    apply();
    revision++;
    return ok(undefined);
  };

  return {
    load: async () =>
      ok({ revision, roles: [...roles].map(roleRecord), tokens: structuredClone([...tokens.values()]) }),
    revision: async () => ok(revision),
    grant: async (role, type, actions) =>
      change(roles.has(role), `role "${role}"`, () => {
        const grants = roles.get(role);
        grants?.set(type, new Set([...(grants.get(type) ?? []), ...actions]));
      }),
    revoke: async (role, type, actions) =>
      change(roles.has(role), `role "${role}"`, () => {
        for (const action of actions) roles.get(role)?.get(type)?.delete(action);
      }),
    async addToken(token) {
      if (tokens.has(token.name)) {
        return err(failure('INPUT.MISMATCH', `There is a token "${token.name}" already`));
      }
      return change(true, token.name, () => tokens.set(token.name, structuredClone(token)));
    },
    removeToken: async (name) => change(tokens.has(name), `token "${name}"`, () => tokens.delete(name)),
  };
}

const roleRecord = ([name, grants]: [string, Grants]): RoleRecord => ({
  name,
  grants: [...grants].flatMap(([type, actions]): GrantRecord[] =>
    actions.size === 0 ? [] : [{ type, actions: [...actions] }],
  ),
});
