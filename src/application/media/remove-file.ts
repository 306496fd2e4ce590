import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { Document } from '../ports/document-store.js';
import { eraseFiles } from './discard-files.js';
import { fileType, visible } from './file-record.js';
import { findFile } from './find-file.js';
import type { FileName, MediaDependencies } from './use-cases.js';

/** First the record, then the file: what a crash leaves between the two is claimed. */
export async function removeFile(
  dependencies: MediaDependencies,
  principal: Principal,
  file: FileName,
): Promise<Result<Document>> {
  const { documents, files, schema } = dependencies;
  const found = await findFile(dependencies, principal, 'delete', file);
  if (!found.ok) return found;
  const { documentId, key, keys, document } = found.value;
  const claimed = await files.claim(key);
  if (!claimed.ok) return claimed;
  const removed = await documents.delete(systemPrincipal, { kind: 'delete', type: fileType, documentId });
  // The claim stays: whether the database has deleted it, only a look at it can tell.
  if (!removed.ok) return removed;
  await eraseFiles(dependencies, key, keys);
  return ok(visible(schema, principal, document));
}
