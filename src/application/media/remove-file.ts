import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Principal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { Document } from '../ports/document-store.js';
import { visible } from './file-record.js';
import { findFile } from './find-file.js';
import { takeOut, whileItHas } from './take-out.js';
import type { FileName, MediaDependencies } from './use-cases.js';

/** First the record, then the file: what a crash leaves between the two is claimed. */
export async function removeFile(
  dependencies: MediaDependencies,
  principal: Principal,
  file: FileName,
): Promise<Result<Document>> {
  const { documents, schema } = dependencies;
  const found = await findFile(dependencies, principal, 'delete', file);
  if (!found.ok) return found;
  const removed = await takeOut(dependencies, found.value, async (record) => {
    const mutation = { kind: 'delete', type: fileType, documentId: record.documentId } as const;
    const deleted = await documents.delete(whileItHas(principal, 'delete', [record.hash]), mutation);
    return deleted.ok ? ok(record.document) : deleted;
  });
  return removed.ok ? ok(visible(schema, principal, removed.value)) : removed;
}
