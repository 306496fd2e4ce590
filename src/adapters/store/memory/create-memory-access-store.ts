import { standardRoleTypes } from '../../../application/access/standard-roles.js';
import { grantRecords, heldActions } from '../../../application/access/grant-records.js';
import type {
  AccessChange,
  AccessStore,
  RoleRecord,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import type { AuditEntry } from '../../../application/ports/audit-log.js';
import type { MemoryUnit, MemoryWriter } from './create-memory-units.js';
import { attemptWith } from '../../../application/stores/attempt.js';
import { failure, type Failure, type FailureCode } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';

/** A change replaces records and never modifies them. */
interface Access {
  readonly revision: number;
  readonly roles: Map<string, RoleRecord>;
  readonly tokens: Map<string, TokenRecord>;
}

/**
 * Keeps roles, grants and tokens in maps. A change works on copies of the maps, which replace them if it succeeds; within
 * a unit of work, at its commit.
 */
export function createMemoryAccessStore(
  record: (entries: readonly AuditEntry[]) => void = () => {},
  writer: MemoryWriter = (work) => work(null),
): AccessStore {
  let stored: Access = {
    revision: 0,
    roles: new Map([...standardRoleTypes].map((name) => [name, empty(name)])),
    tokens: new Map(),
  };
  // The unit that holds the turn is the only one with changes.
  let pending: Access | null = null;
  const keep = (next: Access, entries: readonly AuditEntry[], unit: MemoryUnit | null): void => {
    const commit = (): void => {
      stored = next;
      pending = null;
      record(entries);
    };
    if (unit === null) return commit();
    pending = next;
    unit.undo.push(() => (pending = null));
    unit.atCommit.push(commit);
  };
  return {
    load: async () =>
      ok({
        revision: stored.revision,
        roles: [...stored.roles.values()],
        tokens: structuredClone([...stored.tokens.values()]),
      }),
    revision: async () => ok(stored.revision),
    change: (change) =>
      attemptWith(
        () => null,
        () =>
          writer(async (unit) => {
            const { revision, roles, tokens } = pending ?? stored;
            if (change.since !== undefined && change.since !== revision)
              return refuse('STORE.CONFLICT', 'Access was changed meanwhile');
            const next = { revision: revision + 1, roles: new Map(roles), tokens: new Map(tokens) };
            const { by: _, entries = [], ...kept } = change;
            const refusal = remove(next, kept) ?? add(next, structuredClone(kept));
            if (refusal !== null) return err(refusal);
            keep(next, entries, unit);
            return ok(undefined);
          }),
      ),
  };
}

const empty = (name: string): RoleRecord => ({ name, grants: [] });

function remove({ roles, tokens }: Access, change: AccessChange): Failure | null {
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

function add({ roles, tokens }: Access, change: AccessChange): Failure | null {
  for (const role of change.addRoles ?? []) if (!roles.has(role)) roles.set(role, empty(role));
  for (const { role, ...grant } of change.grant ?? []) {
    const held = roles.get(role);
    if (held === undefined) return missing(`role "${role}"`);
    const grants = grantRecords(heldActions([...held.grants, grant]).values());
    roles.set(role, { name: role, grants });
  }
  for (const token of change.addTokens ?? []) {
    if (tokens.has(token.name))
      return failure('INPUT.MISMATCH', reason('token.exists', { name: token.name }));
    tokens.set(token.name, token);
  }
  return null;
}

const missing = (what: string): Failure => failure('DOCUMENT.NOT_FOUND', `There is no ${what}`);

const refuse = (code: FailureCode, message: string): Result<never> => err(failure(code, message));
