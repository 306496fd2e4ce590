import { codePrincipal, type Principal } from '../../../domain/permission/permission.js';
import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { isHiddenFromCode } from '../../../domain/schema/built-in.js';
import { planRead } from '../../../domain/plan/plan-read.js';
import type { Limits } from '../../../domain/plan/read-plan.js';
import type { Create, Delete, Transition, Update } from '../../../domain/query/mutation.js';
import type { Filter, Populate, Query } from '../../../domain/query/query.js';
import { contentTypeOf, type ContentType, type Schema } from '../../../domain/schema/schema.js';
import { AppError } from '../app-error.js';
import { readQuery, readRange } from '../read-document-params.js';
import { valueOf } from '../app-error.js';
import { failure, strayKey } from '../../../domain/failure.js';
import { paramsOfQuery, selectionParams, type Params } from './document-params.js';

interface Planning {
  readonly schema: Schema;
  readonly limits: Limits;
}

const json = (value: unknown): string | undefined => JSON.stringify(value);

/** The names of the params that differ. */
function changedNames(before: Params, after: Params): ReadonlySet<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...names].filter((name) => json(before[name]) !== json(after[name])));
}

/**
 * The query with the params that middlewares have changed. Their filters apply with the rights of the app's code; what is
 * populated and the caller may not read is left out.
 */
export function changedQuery(planning: Planning, principal: Principal, query: Query, params: Params): Query {
  const changed = changedNames(paramsOfQuery(query), params);
  if (changed.size === 0) return query;
  const type = contentTypeOf(planning.schema, query.type);
  const { documentId, start, limit, ...rest } = params;
  const read = readQuery(type, rest, query.range);
  const has = (name: string): boolean => changed.has(name);
  const { filters, fields, sort, populate, locale, publication, imposed: _, ...base } = query;
  const kept = {
    ...base,
    ...(has('documentId') ? typeof documentId === 'string' && { documentId } : {}),
    ...((has('start') || has('limit')) && { range: valueOf(readRange({ start, limit })) }),
    ...(has('status') && { layer: read.layer }),
    ...pick('locale', has('locale') ? read.locale : locale),
    ...pick('publication', has('publicationFilter') ? read.publication : publication),
    ...pick('fields', has('fields') ? read.fields : fields),
    ...pick('sort', has('sort') ? read.sort : sort),
    ...(has('filters') ? pick('imposed', checkedFilters(planning, read)) : pick('filters', filters)),
  } as Query;
  const wanted = has('populate') ? read.populate : populate;
  const shown = has('populate') && wanted ? readable(planning, principal, kept, wanted) : wanted;
  return { ...kept, ...pick('populate', shown) };
}

/** Throws for filters that code of the app may not use: the planner trusts those that are imposed. */
function checkedFilters({ schema, limits }: Planning, { filters, ...query }: Query): Filter | undefined {
  const { type, action, range, count, layer } = query;
  if (filters !== undefined)
    valueOf(planRead(schema, { type, action, range, count, layer, filters }, codePrincipal, limits));
  return filters;
}

const pick = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

function readable(
  { schema, limits }: Planning,
  principal: Principal,
  query: Query,
  populate: Populate,
): Populate {
  if (principal === codePrincipal) return populate;
  const members = populate.members.filter(
    (member) =>
      planRead(schema, { ...query, populate: { all: false, members: [member] } }, principal, limits).ok,
  );
  return { ...populate, members };
}

/** The data of a write as middlewares get it. */
export const dataForCode = ({ type, data }: Create | Update): unknown =>
  isPlainObject(data) ? membersOf(data, (name) => !isHiddenFromCode(type, name)) : data;

const membersOf = (data: PlainObject, has: (name: string) => boolean): PlainObject =>
  Object.fromEntries(Object.entries(data).filter(([name]) => has(name)));

/** The data that middlewares have left, with what they did not get. */
function completedData({ type, data }: Create | Update, left: unknown): unknown {
  if (!isPlainObject(data) || !isPlainObject(left)) return left;
  const isHidden = (name: string): boolean => isHiddenFromCode(type, name);
  const stray = Object.keys(left).find(isHidden);
  if (stray !== undefined) throw new AppError(strayKey(stray));
  return { ...left, ...membersOf(data, isHidden) };
}

/** The mutation with the params that middlewares have changed. New data is checked like that of the caller. */
export function changedMutation<M extends Create | Update | Transition | Delete>(
  type: ContentType,
  mutation: M,
  params: Params,
): M {
  const before = 'answer' in mutation ? selectionParams(mutation.answer) : {};
  const { documentId, locale, data, status, ...selection } = params;
  const answerChanged = 'answer' in mutation && changedNames(before, selection).size > 0;
  const read = answerChanged ? readQuery(type, selection, { offset: 0, limit: 1 }) : undefined;
  if (status !== undefined && status !== 'draft' && status !== 'published')
    throw new AppError(failure('QUERY.INVALID', 'status must be draft or published', { key: 'status' }));
  return {
    ...mutation,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
    ...('data' in mutation && { data: completedData(mutation, JSON.parse(json(data) ?? 'null')) }),
    ...('layer' in mutation && status !== undefined && { layer: status }),
    ...(read && { answer: { ...pick('fields', read.fields), ...pick('populate', read.populate) } }),
  };
}
