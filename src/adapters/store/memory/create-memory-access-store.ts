import { standardRoleTypes } from '../../../application/access/standard-roles.js';
import { grantRecords, heldActions } from '../../../application/access/grant-records.js';
import type {
  AccessChange,
  AccessStore,
  RoleRecord,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import type { AuditEntry } from '../../../application/ports/audit-log.js';
import { failure, type Failure, type FailureCode } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';

/** A change replaces records and never modifies them. */
interface State {
  readonly roles: Map<string, RoleRecord>;
  readonly tokens: Map<string, TokenRecord>;
}

/** Keeps roles, grants and tokens in maps. A change works on copies of the maps, which replace them if it succeeds. */
export function createMemoryAccessStore(
  record: (entries: readonly AuditEntry[]) => void = () => {},
): AccessStore {
  let state: State = {
    roles: new Map([...standardRoleTypes].map((name) => [name, empty(name)])),
    tokens: new Map(),
  };
  let revision = 0;
  return {
    load: async () =>
      ok({
        revision,
        roles: [...state.roles.values()],
        tokens: structuredClone([...state.tokens.values()]),
      }),
    revision: async () => ok(revision),
    async change(change) {
      if (change.since !== undefined && change.since !== revision)
        return refuse('STORE.CONFLICT', 'Access was changed meanwhile');
      const next = { roles: new Map(state.roles), tokens: new Map(state.tokens) };
      const { by: _, entries = [], ...kept } = change;
      const refusal = remove(next, kept) ?? add(next, structuredClone(kept));
      if (refusal !== null) return err(refusal);
      state = next;
      revision++;
      record(entries);
      return ok(undefined);
    },
  };
}

const empty = (name: string): RoleRecord => ({ name, grants: [] });

function remove({ roles, tokens }: State, change: AccessChange): Failure | null {
  for (const role of change.removeRoles ?? []) {
    roles.delete(role);
    if (standardRoleTypes.has(role)) roles.set(role, empty(role));
  }
  for (const { role, type, actions } of change.revoke ?? []) {
    const held = roles.get(role);
    if (held === undefined) return missing(`role "${role}"`);
    const left = new Map(heldActions(held.grants));
    for (const action of actions) left.delete(`${type} ${action}`);
    roles.set(role, { name: role, grants: grantRecords(left.values()) });
  }
  const unknown = change.removeTokens?.find((name) => !tokens.delete(name));
  return unknown === undefined ? null : missing(`token "${unknown}"`);
}

function add({ roles, tokens }: State, change: AccessChange): Failure | null {
  for (const role of change.addRoles ?? []) if (!roles.has(role)) roles.set(role, empty(role));
  for (const { role, ...grant } of change.grant ?? []) {
    const held = roles.get(role);
    if (held === undefined) return missing(`role "${role}"`);
    const grants = grantRecords(heldActions([...held.grants, grant]).values());
    roles.set(role, { name: role, grants });
  }
  for (const token of change.addTokens ?? []) {
    if (tokens.has(token.name)) return failure('INPUT.MISMATCH', `There is a token "${token.name}" already`);
    tokens.set(token.name, token);
  }
  return null;
}

const missing = (what: string): Failure => failure('DOCUMENT.NOT_FOUND', `There is no ${what}`);

const refuse = (code: FailureCode, message: string): Result<never> => err(failure(code, message));
