import { fileType } from '../../domain/schema/built-in-uids.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { notFound, strayKey } from '../../domain/failure.js';
import type { Document } from '../ports/document-store.js';
import { visible } from './file-record.js';
import { findFile } from './find-file.js';
import type { FileId, MediaDependencies } from './use-cases.js';
import { readInfoOf, type Info } from './read-info.js';

export async function changeInfo(
  dependencies: MediaDependencies,
  principal: Principal,
  file: FileId,
  info: unknown,
): Promise<Result<Document>> {
  const found = await findFile(dependencies, principal, 'update', file);
  if (!found.ok) return found;
  const data = await readInfoOf(dependencies, principal, info);
  if (!data.ok) return data;
  const fields = decide(principal, 'update', fileType)?.fields ?? null;
  const stray = fields === null ? undefined : Object.keys(data.value).find((name) => !fields.has(name));
  if (stray !== undefined) return err(strayKey(stray));
  // Reads with the server's permissions, to return everything that may be shown; the principal's grants still decide
  // what may be changed.
  const writer: Principal = { ...principal, kind: 'system' };
  const changed = await updateRecord(dependencies, writer, found.value.documentId, data.value);
  return changed.ok ? ok(visible(dependencies.schema, principal, changed.value)) : changed;
}

/** Writes an update that the policy has permitted. */
export async function updateRecord(
  { documents }: MediaDependencies,
  principal: Principal,
  documentId: string,
  data: Info,
): Promise<Result<Document>> {
  const updated = await documents.update(principal, {
    kind: 'update',
    type: fileType,
    documentId,
    layer: 'published',
    data,
    answer: {},
  });
  if (!updated.ok) return updated;
  const [document] = updated.value.answer.documents();
  return document === undefined ? err(notFound) : ok(document);
}
