import type { Documents } from '../../../../application/documents/use-cases.js';
import { labelOf } from '../../../../domain/document/label-of.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { notFound } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import {
  type Attribute,
  type ContentType,
  type Json,
  type Schema,
} from '../../../../domain/schema/schema.js';
import { decodeListQuery } from '../../codec/decode-query.js';
import { pagingText, type Paging } from '../../codec/pagination.js';
import type { ParamRecord } from '../../codec/param.js';
import type { AdminDependencies, Call } from '../call.js';
import type { DocumentRow } from '../contract/documents.js';
import type { AnyPage, ListAnswer } from '../contract/failures.js';
import { cellsOf, columnsOf, selectionOf, type Column } from './columns.js';
import { readable, unreadable } from './readable.js';
import { failedIn } from '../present-releases.js';
import { withSearch } from './search.js';
import { readStates } from './states.js';

/** The content-type in the path, if it is one of the app: others have routes of their own, which keep their rules. */
export function typeIn(schema: Schema, uid: string | undefined): Result<ContentType> {
  const type = schema.contentTypes.get(uid ?? '');
  return type?.exposed === true ? ok(type) : err(notFound);
}

const own: ReadonlySet<string> = new Set(['columns', 'search']);

/** A list as it was asked for. */
export interface AskedList {
  readonly type: ContentType;
  /** What the principal may read of it. */
  readonly attributes: readonly Attribute[];
  readonly query: Query;
  readonly paging: Paging;
}

/** Decodes the content-type in the path, and the filters, the search, the locale and the page in the query. */
export function decodeList(
  { schema, options }: Pick<AdminDependencies, 'schema' | 'options'>,
  { principal, params, asked }: Pick<Call, 'principal' | 'params' | 'asked'>,
): Result<AskedList> {
  const type = typeIn(schema, params['uid']);
  if (!type.ok) return type;
  const attributes = readable(principal, type.value);
  if (attributes === null) return err(unreadable(type.value));
  const rest: ParamRecord = { status: 'draft', ...without(asked) };
  const decoded = decodeListQuery(type.value.uid, rest, options.paging);
  if (!decoded.ok) return decoded;
  const { paging, query } = decoded.value;
  const searched = withSearch(query, attributes, asked['search']);
  return searched.ok ? ok({ type: type.value, attributes, query: searched.value, paging }) : searched;
}

/** Answers a list with the labels of its relations, from one read; the states come beside it. */
export async function listDocuments(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<ListAnswer<DocumentRow, AnyPage>>> {
  const { schema, documents } = dependencies;
  const { principal } = call;
  const list = decodeList(dependencies, call);
  if (!list.ok) return list;
  const { type, attributes, query, paging } = list.value;
  const columns = columnsOf(schema, principal, attributes, call.asked['columns']);
  if (!columns.ok) return columns;
  const shown = selectionOf(schema, principal, type, attributes, columns.value);
  const sort = query.sort ?? [{ path: ['updatedAt'], direction: 'desc' as const }];
  const found = await documents.find(principal, { ...query, ...shown, sort });
  if (!found.ok) return found;
  const rows = found.value.answer.documents();
  const presented = await presentRows(documents, schema, type, { columns: columns.value, rows });
  if (!presented.ok) return presented;
  const marked = await withFailed(dependencies, principal, type, presented.value);
  if (!marked.ok) return marked;
  const pagination = JSON.parse(pagingText(paging, found.value.answer, found.value.cursors)) as AnyPage;
  return ok({ data: marked.value, meta: { pagination } });
}

const without = (params: ParamRecord): ParamRecord =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !own.has(name)));

/** Marks the rows of a page of which a release has failed. */
async function withFailed(
  dependencies: AdminDependencies,
  principal: Principal,
  type: ContentType,
  rows: readonly DocumentRow[],
): Promise<Result<readonly DocumentRow[]>> {
  if (!type.draftAndPublish || rows.length === 0) return ok(rows);
  const hasFailed = await failedIn(dependencies, principal, type.uid);
  if (!hasFailed.ok) return hasFailed;
  return ok(
    rows.map((row) =>
      hasFailed.value(row.documentId, row.locale) ? { ...row, hasFailed: true as const } : row,
    ),
  );
}

interface Page {
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly [name: string]: Json }[];
}

async function presentRows(
  documents: Documents,
  schema: Schema,
  type: ContentType,
  { columns, rows }: Page,
): Promise<Result<readonly DocumentRow[]>> {
  const stateOf = await readStates(
    documents,
    type,
    rows.map(({ documentId }) => textOf(documentId)),
  );
  if (!stateOf.ok) return stateOf;
  return ok(
    rows.map((row): DocumentRow => {
      const documentId = textOf(row['documentId']);
      const locale = typeof row['locale'] === 'string' ? row['locale'] : null;
      const label = row[labelOf(type, new Set(Object.keys(row)))];
      const updatedAt = typeof row['updatedAt'] === 'string' ? row['updatedAt'] : null;
      const state = stateOf.value(documentId, locale);
      const text = typeof label === 'string' && label !== '' ? label : documentId;
      const cells = cellsOf(schema, columns, row);
      return { documentId, label: text, state, locale, revision: updatedAt ?? '', updatedAt, ...cells };
    }),
  );
}
