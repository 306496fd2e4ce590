import { failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { hasEnded } from '../tokens.js';
import type { Documents } from '../../documents/documents.js';
import type { AccessChange, AccessState, AccessStore } from '../../ports/access-store.js';
import { deleteRole, insertRole, moveUsers, readRoles, updateRole } from '../roles/role-records.js';
import type { AccessFilesDependencies, Applied, ApplyOptions } from './access-file.js';
import { compareAccess, type AccessDifference, describeChanges, describeLacking } from './compare-access.js';
import { readCurrentAccess, type CurrentAccess } from './current-access.js';
import { readAccessFile, type CheckedRole } from './read-access-file.js';

export async function applyAccessFile(
  dependencies: AccessFilesDependencies,
  file: unknown,
  { prune, dryRun, expected }: ApplyOptions,
): Promise<Result<Applied>> {
  const { schema, filters, store, documents, clock } = dependencies;
  const checked = readAccessFile({ schema, filters }, file);
  if (!checked.ok) return checked;
  const current = await readCurrentAccess(store, documents);
  if (!current.ok) return current;
  const compared = compareAccess(checked.value, current.value);
  const [ended, lasting] = parted(compared.newTokens, ({ expiresAt }) => hasEnded(expiresAt, clock.now()));
  const difference = { ...compared, newTokens: lasting, ...(!prune && nothingLacking) };
  const changes = [
    ...describeChanges(difference, current.value),
    ...describeLacking(difference).map((line) => `- ${line}`),
  ];
  const kept = [
    ...(prune ? [] : describeLacking(compared)),
    ...ended.map(({ name }) => `token ${JSON.stringify(name)} is not made: it has ended`),
  ];
  if (expected !== undefined && expected.join('\n') !== changes.join('\n')) return err(changedMeanwhile);
  if (dryRun || changes.length === 0) return ok({ changes, kept, made: [], unfinished: null });
  const applied = await apply(dependencies, difference, current.value);
  return applied.ok ? ok({ changes, kept, ...applied.value }) : applied;
}

const changedMeanwhile = failure('STORE.CONFLICT', reason('access.changed'));

const nothingLacking = { remove: [], revoke: [], removedTokens: [] };

const parted = <T>(
  values: readonly T[],
  is: (value: T) => boolean,
): readonly [readonly T[], readonly T[]] => [values.filter(is), values.filter((value) => !is(value))];

/**
 * Documents of new roles come first: without grants they permit nothing. They are removed again if the access change,
 * which is atomic, fails. Other changes of documents come last.
 */
async function apply(
  dependencies: AccessFilesDependencies,
  difference: AccessDifference,
  current: CurrentAccess,
): Promise<Result<Pick<Applied, 'made' | 'unfinished'>>> {
  const { documents, store, secrets } = dependencies;
  const made = difference.newTokens.map(({ name }) => ({ name, token: secrets.create() }));
  const there: CheckedRole[] = [];
  const inserted = await insertRoles(documents, difference.insert, there);
  const changed = inserted.ok
    ? await store.change(changeOf(dependencies, difference, current, made))
    : inserted;
  if (!changed.ok) {
    await takeBackRoles(dependencies, there, current.roles);
    return changed;
  }
  const finished = await finishRoles(dependencies, difference);
  return ok({ made, unfinished: finished.ok ? null : finished.failure.message });
}

/** Adds the inserted roles to `made`. */
async function insertRoles(
  documents: Documents,
  roles: readonly CheckedRole[],
  made: CheckedRole[],
): Promise<Result<void>> {
  for (const role of roles) {
    const { type, name, description } = role;
    const inserted = await insertRole(documents, { type, name, description });
    if (!inserted.ok) return inserted;
    made.push(role);
  }
  return ok(undefined);
}

function changeOf(
  { secrets, clock }: AccessFilesDependencies,
  difference: AccessDifference,
  { revision: since, roles }: CurrentAccess,
  made: Applied['made'],
): AccessChange {
  const hashes = new Map(made.map(({ name, token }) => [name, secrets.hash(token)]));
  const createdAt = clock.now();
  const going = difference.remove.map(({ type }) => type);
  const coming = difference.insert.map(({ type }) => type);
  const added = difference.newTokens.map((token) => ({
    ...token,
    hash: hashes.get(token.name) ?? '',
    createdAt,
  }));
  return {
    since,
    // A new role must not inherit grants that a removed role of the same type has left.
    removeRoles: [...going, ...coming.filter((type) => roles.some(({ name }) => name === type))],
    revoke: difference.revoke.filter(({ role }) => !going.includes(role)),
    removeTokens: [...difference.removedTokens, ...difference.changedTokens.map(({ name }) => name)],
    addRoles: [
      ...coming,
      ...difference.revive.map(({ type }) => type),
      ...difference.grant.map(({ role }) => role),
    ],
    grant: difference.grant,
    addTokens: [...difference.changedTokens, ...added],
  };
}

/** Renames roles, and removes those whose grants are removed already. Can be repeated after a failure. */
async function finishRoles(
  dependencies: AccessFilesDependencies,
  { rename, remove }: AccessDifference,
): Promise<Result<void>> {
  const { documents } = dependencies;
  for (const { from, to } of rename) {
    const { name, description } = to;
    const updated = await updateRole(documents, from.documentId, { name, description });
    if (!updated.ok) return updated;
  }
  if (remove.length === 0) return ok(undefined);
  const fallback = await readRoles(documents, { key: 'type', value: 'authenticated' });
  if (!fallback.ok) return fallback;
  const [to] = fallback.value.keys();
  for (const { documentId } of remove) {
    const moved = to === undefined ? ok(undefined) : await moveUsers(documents, documentId, to);
    if (!moved.ok) return moved;
  }
  const kept = await takeBackRoles(dependencies, remove, []);
  return kept.length === 0
    ? ok(undefined)
    : err(failure('STORE.CONFLICT', `these roles are there still: ${kept.join(', ')}`));
}

/** A role to remove, with what is needed to create it again. */
type GoingRole = Pick<CheckedRole, 'type' | 'name' | 'description'>;

/**
 * Removes the documents of roles that were created for a change that failed, or that a change has removed. Another
 * process may have granted something to such a role in the meantime: then the role keeps its document, or gets it back.
 * Returns the types of the roles that stay. `former` are the roles that had an access record before; leftover grants
 * without a role do not count.
 */
async function takeBackRoles(
  { store, documents }: AccessFilesDependencies,
  roles: readonly GoingRole[],
  former: AccessState['roles'],
): Promise<readonly string[]> {
  if (roles.length === 0) return [];
  const left = new Set(former.map(({ name }) => name));
  const now = await store.load();
  if (!now.ok) return roles.map(({ type }) => type);
  const known = namesOf(now.value);
  const isTaken = ({ type }: GoingRole): boolean => known.has(type) && !left.has(type);
  const going = roles.filter((role) => !isTaken(role));
  const failed = new Set<string>();
  for (const { type } of going) if (!(await removeDocuments(documents, type))) failed.add(type);
  for (const name of await rolesBefore(store)) known.add(name);
  for (const role of going) if (isTaken(role) && !failed.has(role.type)) await insertAgain(documents, role);
  return roles.filter((role) => isTaken(role) || failed.has(role.type)).map(({ type }) => type);
}

const namesOf = ({ roles }: AccessState): Set<string> => new Set(roles.map(({ name }) => name));

/** Returns whether none is left. */
async function removeDocuments(documents: Documents, type: string): Promise<boolean> {
  const roles = await readRoles(documents, { key: 'type', value: type });
  if (!roles.ok) return false;
  for (const documentId of roles.value.keys())
    if (!(await deleteRole(documents, documentId)).ok) return false;
  return true;
}

const insertAgain = (documents: Documents, { type, name, description }: GoingRole): Promise<unknown> =>
  insertRole(documents, { type, name, description });

const maxAttempts = 10;

/** Returns the roles of access, after a change that invalidates every change based on an earlier revision. */
async function rolesBefore(store: AccessStore): Promise<ReadonlySet<string>> {
  for (let left = maxAttempts; left > 0; left--) {
    const state = await store.load();
    if (!state.ok) break;
    const ended = await store.change({ since: state.value.revision });
    if (ended.ok) return namesOf(state.value);
  }
  return new Set();
}
