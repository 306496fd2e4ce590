import type { Document } from '../../../application/ports/document-store.js';
import { textOf } from '../../../domain/document/text-of.js';
import type { Query, Range } from '../../../domain/query/query.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { findAll } from './find-all.js';
import { readSelection } from './read-selection.js';
import type { Params, RowsDependencies } from './row-query.js';

/** A query for rows: of any layer, in any locale. */
export const rowsOf = ({ uid }: ContentType): Pick<Query, 'type' | 'action' | 'layer' | 'locale'> => ({
  type: uid,
  action: 'find',
  layer: 'any',
  locale: '*',
});

/** The address of a row. */
export interface RowKey {
  readonly id: number;
  readonly documentId: string;
  readonly locale?: string;
  readonly layer: 'draft' | 'published';
}

/** Only drafts have no time of publishing. */
export const keyOfRow = (type: ContentType, row: Document): RowKey => ({
  id: row['id'] as number,
  documentId: textOf(row['documentId']),
  ...(type.localized && { locale: textOf(row['locale']) }),
  layer: type.draftAndPublish && row['publishedAt'] === null ? 'draft' : 'published',
});

export const keyFields = (type: ContentType): readonly string[] => [
  'id',
  'documentId',
  'publishedAt',
  ...(type.localized ? ['locale'] : []),
];

/** The rows that `params` name, by their addresses, before anything is written. */
export async function rowKeys(
  { schema, documents }: RowsDependencies,
  type: ContentType,
  params: Params,
  range: Range,
): Promise<readonly RowKey[]> {
  const { where, filters, orderBy } = params;
  const { fields: _all, ...search } = readSelection(schema, type, { where, filters, orderBy });
  const query = { ...rowsOf(type), ...search, fields: keyFields(type), range, count: false };
  return (await findAll(documents, query)).documents.map((row) => keyOfRow(type, row));
}
