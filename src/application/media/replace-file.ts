import type { Principal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { Document } from '../ports/document-store.js';
import { updateRecord } from './change-info.js';
import { discardFiles } from './discard-files.js';
import type { FileRecord } from './file-record.js';
import type { MediaDependencies } from './use-cases.js';
import type { Info } from './read-info.js';
import type { ReceivedFile } from './receive-file.js';
import { keptOf } from './record-files.js';
import { mayBeKept, takeOut, whileItHas } from './take-out.js';

/**
 * Puts a file in the place of another: the record stays, with what was said about it, and names the new file. The URL
 * changes with the content, for whoever has seen the old one keeps it for good.
 */
export async function replaceFile(
  dependencies: MediaDependencies,
  principal: Principal,
  replaced: FileRecord,
  file: ReceivedFile,
  info: Info,
): Promise<Result<readonly Document[]>> {
  const { files } = dependencies;
  const data = { ...info, ...keptOf(file, files) };
  const updated = await takeOut(dependencies, replaced, ({ documentId, hash }) =>
    updateRecord(dependencies, whileItHas(principal, 'update', [hash, file.hash]), documentId, data),
  );
  if (updated.ok) {
    await files.release(file.key);
    return ok([updated.value]);
  }
  if (!mayBeKept.has(updated.failure.code)) await discardFiles(dependencies, [file]);
  return updated;
}
