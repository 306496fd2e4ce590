import { isPlainObject } from '../../domain/document/plain-object.js';
import { decide, type Action, type Principal } from '../../domain/permission/permission.js';
import type { Change } from '../../domain/plan/change.js';
import { inLockOrder, locksAhead } from '../../domain/plan/requirements-of.js';
import type { DocumentLock } from '../../domain/plan/write-requirements.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import { admitsAll } from '../admission/admission.js';
import { createPauses } from '../stores/in-turns.js';
import { addressMove, addressRemoval } from './address-change.js';
import { linkable, permitted } from './check-linked.js';
import { addressWrite, chosenBy, namedWrite } from './complete-write.js';
import { guardsOf } from './guards.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';

/** The most documents that are locked before the writes. Others are locked by the writes themselves. */
const mostLocks = 10_000;

/** The most documents of which one read says whether they may be locked. */
const mostRead = 500;

/** A lock, and what gives the principal the right to it. */
interface Wanted {
  readonly lock: DocumentLock;
  readonly by: Action | 'link';
}

/** See `Documents.lock`. */
export const lockAhead =
  (dependencies: DocumentsDependencies): Documents['lock'] =>
  async (principal, mutations) => {
    const { store, admission = admitsAll } = dependencies;
    const { lock } = store;
    if (lock === null) return ok(null);
    const wanted: Wanted[] = [];
    const pause = createPauses();
    for (const mutation of await mutations()) {
      await pause();
      if (!mayName(dependencies.schema, mutation)) continue;
      const changed = await changeOf(dependencies, principal, mutation);
      // The writes end here too.
      if (!changed.ok) break;
      wanted.push(...wantedBy(dependencies, principal, changed.value));
    }
    const locks = inLockOrder(await allowed(dependencies, principal, wanted)).slice(0, mostLocks);
    return locks.length === 0 ? ok(null) : admission.write(principal.caller, () => lock(locks));
  };

/** A new document without links names none. */
function mayName(schema: Schema, mutation: Mutation): boolean {
  if (mutation.kind !== 'create') return true;
  const { attributes } = contentTypeOf(schema, mutation.type);
  const names = isPlainObject(mutation.data) ? Object.keys(mutation.data) : [];
  return names.some((name) => (attributes.get(name)?.kind ?? 'scalar') !== 'scalar');
}

async function changeOf(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Mutation,
): Promise<Result<Change>> {
  switch (mutation.kind) {
    case 'create':
    case 'update': {
      const chosen = mutation.kind === 'create' ? chosenBy(principal, mutation) : mutation;
      const addressed = await addressWrite(dependencies, principal, chosen);
      if (!addressed.ok) return addressed;
      const named = await namedWrite(dependencies, principal, chosen, addressed.value);
      return named.ok ? ok(named.value.change) : named;
    }
    case 'delete':
      return addressRemoval(dependencies, principal, mutation);
    default:
      return addressMove(dependencies, principal, mutation);
  }
}

function wantedBy(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
): readonly Wanted[] {
  const guarded = guardsOf(dependencies, principal, change, null).some(({ when }) => when === 'before');
  // The document of a single type may not be there yet. Then the write looks for it under a lock.
  const looked = change.kind === 'update' && change.creates ? { ...change, checksExistence: true } : change;
  return locksAhead(dependencies.schema, looked, guarded).map((lock) => {
    const isOwn = lock.type === change.type && lock.documentId === change.documentId;
    return { lock, by: isOwn ? change.kind : 'link' };
  });
}

/** Leaves out what the principal may not write or link, so that nobody waits for somebody without a right to it. */
async function allowed(
  dependencies: DocumentsDependencies,
  principal: Principal,
  wanted: readonly Wanted[],
): Promise<readonly DocumentLock[]> {
  if (principal.grants.kind !== 'listed') return wanted.map(({ lock }) => lock);
  const groups = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const key = `${one.by} ${one.lock.type.uid}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const locks: DocumentLock[] = [];
  for (const group of groups.values()) {
    const documentIds = [...new Set(group.map(({ lock }) => lock.documentId))];
    const lockable = new Set<unknown>();
    for (let from = 0; from < documentIds.length; from += mostRead) {
      const asked = documentIds.slice(from, from + mostRead);
      const found = await allowedOf(dependencies, principal, group[0]!, asked);
      if (!found.ok) continue;
      for (const documentId of found.value) lockable.add(documentId);
    }
    locks.push(...group.map(({ lock }) => lock).filter(({ documentId }) => lockable.has(documentId)));
  }
  return locks;
}

async function allowedOf(
  dependencies: DocumentsDependencies,
  principal: Principal,
  { lock: { type }, by }: Wanted,
  documentIds: readonly string[],
): Promise<Result<ReadonlySet<unknown>>> {
  const named = { type, locale: null, documentIds };
  if (by === 'link') return linkable(dependencies, principal, named);
  const permission = decide(principal, by, type.uid);
  return permission?.filter === null
    ? ok(new Set(documentIds))
    : permitted(dependencies, principal, named, () => permission);
}
