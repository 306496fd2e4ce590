import { equals } from '../../domain/query/compare.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import { denied, notFound } from '../../domain/failure.js';
import { decide, filterFor, type Action, type Principal } from '../../domain/permission/permission.js';
import type { Filter, Query } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import { findAsSystem } from '../documents/system-query.js';
import type { Document } from '../ports/document-store.js';
import { fileRecordOf, type FileRecord } from './file-record.js';
import type { FileId, MediaDependencies } from './use-cases.js';

/** Returns the record of a file if `principal` may perform `action` on it. */
export async function findFile(
  { documents }: MediaDependencies,
  principal: Principal,
  action: Action,
  file: FileId,
): Promise<Result<FileRecord>> {
  const permission = decide(principal, action, fileType);
  if (permission === null) return err(denied);
  const field = typeof file === 'number' ? 'id' : 'documentId';
  const within = filterFor(principal, permission);
  const found = await findDocument(documents, fileType, field, file, { within });
  if (!found.ok) return found;
  return found.value === null ? err(notFound) : ok(fileRecordOf(found.value));
}

/** Returns the first version, in `layer` and any locale, whose field has this value. */
export async function findDocument(
  documents: Documents,
  type: string,
  field: string,
  value: string | number,
  { layer = 'published', within = null }: { layer?: Query['layer']; within?: Filter | null } = {},
): Promise<Result<Document | null>> {
  const named = equals(field, value);
  const filters: Filter = within === null ? named : { kind: 'and', filters: [named, within] };
  const found = await findAsSystem(documents, type, { filters, limit: 1, layer, locale: '*' });
  return found.ok ? ok(found.value[0] ?? null) : found;
}
