import { compare } from '../../domain/query/compare.js';
import { fileType, folderType } from '../../domain/schema/built-in-uids.js';
import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import {
  decide,
  filterFor,
  systemPrincipal,
  unlimited,
  type Action,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { shownAfter } from '../../domain/permission/write-permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { eraseFiles } from './discard-files.js';
import { fileRecordOf, type FileRecord } from './file-record.js';
import { findDocument } from './find-file.js';
import type { MediaDependencies } from './use-cases.js';

/**
 * After these failures the database may have stored the change all the same. A later sweep then checks whether a record
 * refers to the file.
 */
export const mayBeKept: ReadonlySet<Failure['code']> = new Set(['STORE.UNAVAILABLE', 'STORE.TIMEOUT']);

/**
 * Returns the server's principal for a change of a record that has one of these hashes before and after the change, and
 * that `principal` may change. Other records are not found.
 */
export function whileItHas(principal: Principal, action: Action, hashes: readonly string[]): Principal {
  const has = compare('hash', '$in', hashes);
  const allowed = decide(principal, action, fileType);
  const within = allowed && filterFor(principal, allowed);
  const shown = filterFor(principal, shownAfter(principal, action, fileType));
  const permissions = new Map<Action, Permission>([
    [action, { fields: null, filter: within === null ? has : { kind: 'and', filters: [has, within] } }],
  ]);
  if (shown !== null) permissions.set('findOne', { fields: null, filter: shown });
  // An upload that takes the place of a file may also put it into a folder, which is checked before.
  const ofFolders = new Map<Action, Permission>([['find', unlimited]]);
  const listed = new Map([
    [fileType, permissions],
    [folderType, ofFolders],
  ]);
  return { ...systemPrincipal, grants: { kind: 'listed', listed } };
}

/** High enough for fifty concurrent writers of one file. */
const maxAttempts = 50;

/**
 * Removes a file after `change`, which runs as `whileItHas`, has removed it from its record. If a concurrent writer was
 * faster, tries again with the file that the record has then.
 */
export async function takeOut<T>(
  dependencies: MediaDependencies,
  first: FileRecord,
  change: (record: FileRecord) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { files } = dependencies;
  let record = first;
  for (let left = maxAttempts; left > 0; left -= 1) {
    const { key, files: erased } = record;
    const claimed = await files.claim(key);
    if (!claimed.ok) return claimed;
    const changed = await change(record);
    if (changed.ok) await eraseFiles(dependencies, key, erased);
    if (changed.ok || mayBeKept.has(changed.failure.code)) return changed;
    const now = await currentRecord(dependencies, record);
    if (!now.ok) return now;
    // A file that was removed from its record never returns to one.
    if (now.value?.key === key) await files.release(key);
    else await eraseFiles(dependencies, key, erased);
    // The record still has that file, so the change failed because permissions have changed in the meantime.
    const isSame = now.value === null || now.value.key === key;
    if (changed.failure.code !== 'DOCUMENT.NOT_FOUND' || isSame) return changed;
    record = now.value;
  }
  return err(failure('STORE.CONFLICT', reason('file.contended', { name: first.name })));
}

async function currentRecord(
  { documents }: MediaDependencies,
  { documentId }: FileRecord,
): Promise<Result<FileRecord | null>> {
  const found = await findDocument(documents, fileType, 'documentId', documentId);
  if (!found.ok) return found;
  return ok(found.value === null ? null : fileRecordOf(found.value));
}
