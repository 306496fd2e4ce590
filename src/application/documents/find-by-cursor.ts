import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { compare } from '../../domain/query/compare.js';
import { after, isNull, reversed, type Key } from '../../domain/query/keyset.js';
import type { PageCursor, Populate, Query, Selection, Sort } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  componentOf,
  contentTypeOf,
  type Json,
  type Schema,
  type Shaped,
} from '../../domain/schema/schema.js';
import type { CursorCodec } from '../ports/cursor-codec.js';
import type { Document } from '../ports/document-store.js';
import type { Answer, PageCursors } from './use-cases.js';

export interface CursorReads {
  readonly schema: Schema;
  readonly cursors: CursorCodec;
  /** Reads without hooks. */
  readonly keys: (query: Query) => Promise<Result<Answer>>;
  /** Reads what is answered. */
  readonly find: (query: Query) => Promise<Result<Answer>>;
}

/**
 * Reads the page after or before a cursor: first the ids and the sort values of its rows, beginning at the cursor's values,
 * then the rows with these ids. A page deep in a list so costs what the first one does, and rows that are written meanwhile
 * neither repeat nor hide others.
 */
export async function findByCursor(
  { schema, cursors, keys, find }: CursorReads,
  { cursor, ...query }: Query & { readonly cursor: PageCursor },
): Promise<Result<Answer>> {
  const order = orderOf(schema, contentTypeOf(schema, query.type), query.sort ?? []);
  if (!order.ok) return order;
  const begun = cursor.at === null ? { values: null } : readCursor(cursors, query, cursor.at);
  if (begun === null) return err(unknownCursor(cursor.direction));
  const read = await pageOfKeys(keys, query, cursor, order.value, begun);
  if (!read.ok) return read;
  const { page, rows, near } = read.value;
  const question = questionOf(query, near);
  const sealed = [rows.at(0), rows.at(-1)].map((row) =>
    row === undefined ? null : sealedOf(cursors, question, order.value, row),
  );
  if (sealed.includes(undefined)) return err(tooLong);
  const [start = null, end = null] = sealed;
  const ids = rows.map(({ id }) => id);
  const found = await find({
    ...query,
    near,
    range: { offset: 0, limit: query.range.limit },
    count: false,
    sort: order.value,
    imposed: both(query.imposed, compare('id', '$in', ids)),
  });
  return found.ok ? ok(onPage(found.value, read.value, { ...page, start, end })) : found;
}

interface KeyPage extends KeyRows {
  readonly page: Pick<PageCursors, 'hasPrevious' | 'hasNext'>;
}

/** Reads the ids and the sort values of the page that a cursor names, in the order of the list. */
async function pageOfKeys(
  keys: CursorReads['keys'],
  query: Query,
  { at, direction }: PageCursor,
  order: readonly Key[],
  { values, near }: Begun,
): Promise<Result<KeyPage>> {
  const isBack = direction === 'before';
  const walked = isBack ? reversed(order) : order;
  const selection = selectionOf(order.map(({ path }) => path));
  const asked = { ...query, ...(near !== undefined && { near }), ...selection, sort: walked };
  const found = await keysFrom(keys, asked, walked, values);
  if (!found.ok) return found;
  const { limit } = query.range;
  const { rows: all } = found.value;
  const hasMore = limit !== null && all.length > limit;
  const kept = hasMore ? all.slice(0, limit) : all;
  const [hasPrevious, hasNext] = isBack ? [hasMore, at !== null] : [at !== null, hasMore];
  return ok({
    ...found.value,
    rows: isBack ? kept.toReversed() : kept,
    near: near ?? found.value.near,
    page: { hasPrevious, hasNext },
  });
}

/** The answer to the rows of a page, with what was found out about the list when their keys were read. */
const onPage = (
  found: Answer,
  { total, isEstimate }: Pick<KeyRows, 'total' | 'isEstimate'>,
  cursors: PageCursors,
): Answer => ({
  ...found,
  cursors,
  answer: {
    size: found.answer.size,
    total,
    ...(isEstimate === true && { isEstimate }),
    text: () => found.answer.text(),
    documents: () => found.answer.documents(),
  },
});

interface KeyRows {
  readonly rows: readonly Document[];
  /** Of the whole list, where it was read from its beginning. */
  readonly total: number | null;
  readonly isEstimate?: boolean | undefined;
  /** Whether the words of a search were found with typing errors. */
  readonly near: boolean;
}

/**
 * Reads one row more than a page has. What has no value for the first key is read by itself where it comes last, so that both
 * reads are a range of an index.
 */
async function keysFrom(
  keys: CursorReads['keys'],
  query: Query,
  [first, ...others]: readonly Key[],
  from: readonly Json[] | null,
): Promise<Result<KeyRows>> {
  const limit = query.range.limit === null ? null : query.range.limit + 1;
  // What comes after a row without a value is found by its condition, not by its place in an index.
  const isSeek = from !== null && from[0] !== null;
  const read = async (imposed: Query['imposed'], left: number | null): Promise<Result<KeyRows>> => {
    const found = await keys({
      ...query,
      range: { offset: 0, limit: left },
      count: query.count && from === null,
      ...(imposed !== undefined && { imposed: both(query.imposed, imposed) }),
      ...(isSeek && query.imposed === undefined && { seeks: true }),
    });
    if (!found.ok) return found;
    const { answer, plan } = found.value;
    const near = plan.search?.near === true;
    return ok({ rows: answer.documents(), total: answer.total, isEstimate: answer.isEstimate, near });
  };
  if (first === undefined || from === null) return read(undefined, limit);
  const [value = null] = from;
  const isLast = first.direction === 'asc' && first.isNullable && value !== null;
  if (!isLast) return read(after([first, ...others], from), limit);
  const valued = await read(after([{ ...first, isNullable: false }, ...others], from), limit);
  if (!valued.ok || valued.value.rows.length === limit) return valued;
  const left = limit === null ? null : limit - valued.value.rows.length;
  const rest = await read(isNull(first), left);
  if (!rest.ok) return rest;
  return ok({ ...valued.value, rows: [...valued.value.rows, ...rest.value.rows], total: null });
}

const unknownCursor = (parameter: string) =>
  failure('QUERY.PAGINATION', reason('cursor.foreign', { parameter }), {
    key: parameter,
  });

const tooLong = failure('QUERY.PAGINATION', reason('cursor.tooLong'));

interface Begun {
  /** Those of the row at the cursor; null at the beginning of the list. */
  readonly values: readonly Json[] | null;
  /** Absent: it is not decided yet. */
  readonly near?: boolean;
}

/** Reads a cursor of the list, which also says whether its search has typing errors; null: it is of another list. */
function readCursor(cursors: CursorCodec, query: Query, at: string): Begun | null {
  for (const near of query.search === undefined ? [false] : [false, true]) {
    const values = cursors.read(questionOf(query, near), at);
    if (values !== null) return { values, near };
  }
  return null;
}

/** A cursor fits a list of the same documents in the same order, whatever of them is shown. */
const questionOf = (
  { type, layer, locale, publication, filters, search, sort }: Query,
  near: boolean,
): string =>
  JSON.stringify([
    type,
    layer,
    locale ?? null,
    publication ?? null,
    filters ?? null,
    search ?? null,
    sort ?? [],
    ...(near ? ['near'] : []),
  ]);

const both = (one: Query['imposed'], other: NonNullable<Query['imposed']>) =>
  one === undefined ? other : ({ kind: 'and', filters: [one, other] } as const);

const neverNull: ReadonlySet<string> = new Set(['id', 'documentId', 'createdAt', 'updatedAt']);

/** The keys of the order, to the id that makes it total. */
function orderOf(schema: Schema, type: Shaped, sorts: readonly Sort[]): Result<readonly Key[]> {
  const many = sorts.find(({ path }) => isMany(schema, type, path));
  if (many !== undefined)
    return err(
      failure('QUERY.PAGINATION', `This list has no cursors: ${many.path.join('.')} has several values`, {
        key: 'sort',
      }),
    );
  const keys = sorts.map((sort) => ({ ...sort, isNullable: !neverNull.has(sort.path.join('.')) }));
  const total = keys.findIndex(({ path }) => path.join('.') === 'id');
  if (total >= 0) return ok(keys.slice(0, total + 1));
  const direction = sorts.at(-1)?.direction ?? 'asc';
  return ok([...keys, { path: ['id'], direction, isNullable: false }]);
}

/** Whether a path goes through a list, whose order is that of its smallest or largest value. */
function isMany(schema: Schema, shaped: Shaped, path: readonly string[]): boolean {
  const attribute = shaped.attributes.get(path[0] ?? '');
  if (attribute?.kind === 'relation')
    return attribute.many || isMany(schema, contentTypeOf(schema, attribute.target), path.slice(1));
  if (attribute?.kind === 'component')
    return isMany(schema, componentOf(schema, attribute.component), path.slice(1));
  return false;
}

/** Selects the scalars at the ends of paths. */
function selectionOf(paths: readonly (readonly string[])[]): Selection & { readonly populate: Populate } {
  const deeper = new Map<string, (readonly string[])[]>();
  for (const [head = '', ...rest] of paths)
    if (rest.length > 0) deeper.set(head, [...(deeper.get(head) ?? []), rest]);
  const members = [...deeper].map(([name, rests]) => ({ name, ...selectionOf(rests) }));
  return {
    fields: paths.flatMap(([head = '', ...rest]) => (rest.length === 0 ? [head] : [])),
    populate: { all: false, members },
  };
}

/** The most characters of a cursor's values. */
const longest = 4000;

/** Returns undefined where the values are too long. */
function sealedOf(
  cursors: CursorCodec,
  question: string,
  keys: readonly Key[],
  row: Document,
): string | undefined {
  const values = keys.map(({ path }) =>
    path.reduce<Json>(
      (value, name) => (value as { readonly [key: string]: Json } | null)?.[name] ?? null,
      row,
    ),
  );
  return JSON.stringify(values).length > longest ? undefined : cursors.write(question, values);
}
