import type { Documents } from '../../../../application/documents/use-cases.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { denied, failure, notFound } from '../../../../domain/failure.js';
import { decideRead, type Principal } from '../../../../domain/permission/permission.js';
import type { Filter, PopulateMember, Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import {
  isSystem,
  type Attribute,
  type ContentType,
  type Json,
  type Schema,
} from '../../../../domain/schema/schema.js';
import { decodeListQuery } from '../../codec/decode-query.js';
import { pagingText, type Paging } from '../../codec/pagination.js';
import type { ParamRecord } from '../../codec/param.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { DocumentRow, RowLinks } from '../contract/documents.js';
import { isSearched } from '../contract/lists.js';
import type { CursorPage, ListAnswer, Pagination } from '../contract/failures.js';
import { labelsInRow } from '../contract/paths.js';
import { labelMember, labelOf, labelsOf } from './labels.js';
import { readStates } from './states.js';

/** The content-type in the path, if it is one of the app: others have routes of their own, which keep their rules. */
export function typeIn(schema: Schema, uid: string | undefined): Result<ContentType> {
  const type = schema.contentTypes.get(uid ?? '');
  return type?.exposed === true ? ok(type) : err(notFound);
}

/** The attributes of a type that `principal` may read in drafts; null: none. */
export function readable(principal: Principal, type: ContentType): readonly Attribute[] | null {
  const permission = decideRead(principal, type, 'draft');
  if (permission === null) return null;
  const { fields } = permission;
  return [...type.attributes.values()].filter(
    (attribute) =>
      !attribute.private &&
      !(attribute.kind === 'scalar' && attribute.type === 'password') &&
      (fields === null || fields.has(attribute.name) || isSystem(attribute)),
  );
}

const own: ReadonlySet<string> = new Set(['columns', 'search']);

/** A list as it was asked for. */
export interface AskedList {
  readonly type: ContentType;
  /** What the principal may read of it. */
  readonly attributes: readonly Attribute[];
  readonly asked: ParamRecord;
  readonly query: Query;
  readonly paging: Paging;
}

/** Decodes the content-type in the path, and the filters, the search, the locale and the page in the query. */
export function decodeList(
  { schema, options }: Pick<AdminDependencies, 'schema' | 'options'>,
  { principal, params, text }: Pick<Call, 'principal' | 'params' | 'text'>,
): Result<AskedList> {
  const type = typeIn(schema, params['uid']);
  if (!type.ok) return type;
  const attributes = readable(principal, type.value);
  if (attributes === null) return err(denied);
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const rest: ParamRecord = { status: 'draft', ...without(asked.value) };
  const decoded = decodeListQuery(type.value.uid, rest, options.paging);
  if (!decoded.ok) return decoded;
  const { paging, query } = decoded.value;
  const searched = withSearch(query, attributes, asked.value['search']);
  return searched.ok
    ? ok({ type: type.value, attributes, asked: asked.value, query: searched.value, paging })
    : searched;
}

/** Answers a list with the labels of its relations, from one read; the states come beside it. */
export async function listDocuments(dependencies: AdminDependencies, call: Call): Promise<Result<Reply>> {
  const { schema, documents } = dependencies;
  const { principal } = call;
  const list = decodeList(dependencies, call);
  if (!list.ok) return list;
  const { type, attributes, asked, query, paging } = list.value;
  const columns = columnsOf(attributes, asked['columns']);
  if (!columns.ok) return columns;
  const shown = selection(schema, principal, type, attributes, columns.value);
  const sort = query.sort ?? [{ path: ['updatedAt'], direction: 'desc' as const }];
  const found = await documents.find(principal, { ...query, ...shown, sort });
  if (!found.ok) return found;
  const rows = found.value.answer.documents();
  const presented = await presentRows(documents, schema, type, { columns: columns.value, rows });
  if (!presented.ok) return presented;
  const pagination = JSON.parse(pagingText(paging, found.value.answer, found.value.cursors)) as
    | Pagination
    | CursorPage;
  const answer: ListAnswer<DocumentRow, Pagination | CursorPage> = { data: presented.value, meta: { pagination } };
  return ok(answer);
}

const without = (params: ParamRecord): ParamRecord =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !own.has(name)));

function columnsOf(attributes: readonly Attribute[], given: unknown): Result<readonly Attribute[]> {
  const listable = attributes.filter(({ kind }) => kind === 'scalar' || kind === 'relation').filter(isColumn);
  if (given === undefined || given === '') return ok(listable);
  const names = typeof given === 'string' ? given.split(',') : [''];
  const unknown = names.find((name) => !listable.some((attribute) => attribute.name === name));
  if (unknown !== undefined)
    return err(failure('QUERY.INVALID_KEY', `Invalid column ${unknown}`, { key: unknown }));
  return ok(listable.filter(({ name }) => names.includes(name)));
}

/** Long texts are not for lists. */
const isColumn = (attribute: Attribute): boolean =>
  attribute.kind === 'relation'
    ? attribute.place.kind !== 'translations'
    : attribute.kind === 'scalar' && !['richtext', 'blocks', 'json', 'array'].includes(attribute.type);

/** Adds a search of all short texts that the principal may read. */
function withSearch(query: Query, attributes: readonly Attribute[], given: unknown): Result<Query> {
  if (given === undefined || given === '') return ok(query);
  if (typeof given !== 'string' || given.length > 200)
    return err(failure('QUERY.INVALID', 'Invalid search', { key: 'search' }));
  const any = searchFilter(attributes, given);
  const filters: Filter = query.filters ? { kind: 'and', filters: [query.filters, any] } : any;
  return ok({ ...query, filters });
}

export function searchFilter(attributes: readonly Attribute[], value: string): Filter {
  const texts = attributes.filter(isSearched);
  const filters = texts.map(({ name }): Filter => ({
    kind: 'at',
    key: name,
    filter: { kind: 'compare', operator: '$containsi', value },
  }));
  const byId: Filter = { kind: 'at', key: 'documentId', filter: { kind: 'compare', operator: '$eq', value } };
  return { kind: 'or', filters: [...filters, byId] };
}

const countOf = (name: string): string => `${name} count`;

function selection(
  schema: Schema,
  principal: Principal,
  type: ContentType,
  attributes: readonly Attribute[],
  columns: readonly Attribute[],
): Pick<Query, 'fields' | 'populate'> {
  const label = labelOf(type, new Set(attributes.map(({ name }) => name)));
  const scalars = columns.filter(({ kind }) => kind === 'scalar').map(({ name }) => name);
  const always = attributes
    .filter(isSystem)
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => name);
  const members = columns.flatMap((attribute): readonly PopulateMember[] => {
    if (attribute.kind !== 'relation') return [];
    const member = labelMember(schema, principal, attribute, labelsInRow);
    if (member === null) return [];
    const count = { name: attribute.name, as: countOf(attribute.name), count: true };
    return attribute.many ? [member, count] : [member];
  });
  return {
    fields: [...new Set([...always, label, ...scalars])],
    ...(members.length > 0 && { populate: { all: false, members } }),
  };
}

interface Page {
  readonly columns: readonly Attribute[];
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
      const values: Record<string, Json> = {};
      const links: Record<string, RowLinks> = {};
      for (const attribute of columns) {
        const value = row[attribute.name];
        if (attribute.kind === 'scalar') values[attribute.name] = value ?? null;
        if (attribute.kind === 'relation' && value !== undefined) {
          const labels = labelsOf(schema, attribute, value);
          const counted = row[countOf(attribute.name)];
          links[attribute.name] = { labels, total: attribute.many ? totalIn(counted) : labels.length };
        }
      }
      const updatedAt = typeof row['updatedAt'] === 'string' ? row['updatedAt'] : null;
      const state = stateOf.value(documentId, locale);
      const text = typeof label === 'string' && label !== '' ? label : documentId;
      return { documentId, label: text, state, locale, revision: updatedAt ?? '', updatedAt, values, links };
    }),
  );
}

const totalIn = (counted: unknown): number | null => {
  const count = (counted as { readonly count?: unknown } | null | undefined)?.count;
  return typeof count === 'number' ? count : null;
};
