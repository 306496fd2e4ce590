import { denied, notFound } from '../../domain/failure.js';
import { decide, systemPrincipal, type Action, type Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { Document } from '../ports/document-store.js';
import { fileRecordOf, fileType, type FileRecord } from './file-record.js';
import type { FileName, MediaDependencies } from './use-cases.js';

/** The record of a file, for somebody who may do `action` with it. */
export async function findFile(
  { documents }: MediaDependencies,
  principal: Principal,
  action: Action,
  file: FileName,
): Promise<Result<FileRecord>> {
  if (!decide(principal, action, fileType)) return err(denied);
  const found = await findDocument(documents, fileType, typeof file === 'number' ? 'id' : 'documentId', file);
  if (!found.ok) return found;
  return found.value === null ? err(notFound) : ok(fileRecordOf(found.value));
}

/** The first version, of whatever layer and locale, whose field has that value. */
export async function findDocument(
  documents: Documents,
  type: string,
  field: string,
  value: string | number,
  layer: Query['layer'] = 'published',
): Promise<Result<Document | null>> {
  const found = await documents.find(systemPrincipal, {
    type,
    action: 'find',
    filters: { kind: 'at', key: field, filter: { kind: 'compare', operator: '$eq', value } },
    range: { offset: 0, limit: 1 },
    count: false,
    layer,
    locale: '*',
  });
  return found.ok ? ok(found.value.answer.documents()[0] ?? null) : found;
}
