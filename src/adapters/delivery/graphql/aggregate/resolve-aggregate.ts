import { getNamedType, isObjectType, type FieldNode, type GraphQLObjectType } from 'graphql';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import {
  aggregateFunctions,
  type AggregateFunction,
  type AggregateQuery,
  type RequestedValue,
} from '../../../../domain/query/aggregate.js';
import type { Sort } from '../../../../domain/query/query.js';
import type { ContentType, Scalar } from '../../../../domain/schema/schema.js';
import { groupByOf } from '../../codec/decode-aggregate.js';
import { decodeFilters } from '../../codec/decode-filters.js';
import { decodeSort } from '../../codec/decode-sort.js';
import type { Param, ParamRecord } from '../../codec/param.js';
import { invalidKey } from '../../codec/query-failures.js';
import { failureError, valueOrThrow } from '../client-error.js';
import { collectFields, type Info, type SelectionInfo } from '../read/collect-fields.js';
import {
  decodeFilterArgument,
  decodeRange,
  decodeVersionArguments,
  type Args,
} from '../read/decode-arguments.js';
import { operators } from '../read/filter-param.js';
import { readerOf } from '../read/found.js';
import { rootResolver, type FieldDependencies, type RootResolver } from '../read/read-fields.js';

/** Resolves groups. What is selected of them is what is computed, and what `having` and `sort` name. */
export const aggregateResolver = (
  dependencies: FieldDependencies,
  type: ContentType,
  attributes: readonly Scalar[],
): RootResolver =>
  rootResolver((info) => {
    const selected = selectedOf(info);
    const known = new Set(attributes.map(({ name }) => name));
    const check = (name: string, parameter: string): void => {
      if (!known.has(name)) valueOrThrow(invalidKey(name, null, parameter));
      if (!isGenerated(info, dependencies.shape.names.typeOf(type), name)) throw failureError(ownCode(name));
    };
    return (args) => {
      const query = queryOf(dependencies, type, args, selected.values);
      for (const { attribute } of query.groupBy) check(attribute, 'groupBy');
      for (const { function: name, attribute } of query.values) check(attribute, name);
      const grouped = new Set(query.groupBy.map(({ attribute }) => attribute));
      const missing = selected.keys.find((name) => !grouped.has(name));
      if (missing !== undefined) throw failureError(notGrouped(missing));
      return async (principal) => valueOrThrow(await dependencies.documents.aggregate(principal, query));
    };
  });

const notGrouped = (name: string) =>
  failure('QUERY.INVALID', `Groups have no ${name}: name it in groupBy`, {
    key: name,
    source: 'query',
    param: 'groupBy',
  });

const ownCode = (name: string) =>
  failure('QUERY.INVALID', `Code of the app gives the value of ${name}, so it cannot be aggregated`, {
    key: name,
  });

/** Whether the value of an attribute is what is stored: code of the app may hide or change it in documents. */
function isGenerated({ schema }: Info, typeName: string, attribute: string): boolean {
  const type = schema.getType(typeName);
  return isObjectType(type) && readerOf(type.getFields()[attribute]?.resolve) !== undefined;
}

interface SelectedOfGroups {
  /** The selected attributes of `group`. */
  readonly keys: readonly string[];
  readonly values: readonly RequestedValue[];
}

function selectedOf(info: Info): SelectedOfGroups {
  const root = getNamedType(info.returnType);
  const groups = isObjectType(root) ? below(info, root, info.fieldNodes, 'groups') : [];
  const named = (name: string): readonly string[] => [
    ...new Set(groups.flatMap((each) => below(info, each.type, each.nodes, name)).flatMap(namesBelow(info))),
  ];
  return {
    keys: named('group'),
    values: aggregateFunctions.flatMap((name) =>
      named(name).map((attribute) => ({ function: name, attribute })),
    ),
  };
}

interface Selected {
  readonly type: GraphQLObjectType;
  readonly nodes: readonly FieldNode[];
}

/** Returns the selections of a field, which aliases can select several times. */
function below(
  info: SelectionInfo,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  name: string,
): readonly Selected[] {
  const field = type.getFields()[name];
  const inner = field && getNamedType(field.type);
  if (!isObjectType(inner)) return [];
  return [...collectFields(info, type, nodes).values()]
    .filter(([node]) => node?.name.value === name)
    .map((selected) => ({ type: inner, nodes: selected }));
}

const namesBelow =
  (info: SelectionInfo) =>
  ({ type, nodes }: Selected): readonly string[] =>
    [...collectFields(info, type, nodes).values()]
      .map(([node]) => node?.name.value ?? '')
      .filter((name) => name !== '__typename');

function queryOf(
  dependencies: FieldDependencies,
  type: ContentType,
  args: Args,
  selected: readonly RequestedValue[],
): AggregateQuery {
  const { layer, locale, publication } = decodeVersionArguments(args);
  const filters = decodeFilterArgument(dependencies.schema, type, args);
  const given = isPlainObject(args['having']) ? args['having'] : {};
  const having = valueOrThrow(decodeFilters(havingParam(given), 'having'));
  const sort = valueOrThrow(decodeSort((args['sort'] as Param | undefined) ?? null, 'sort')) ?? [];
  const hasConditions = having !== undefined && !(having.kind === 'and' && having.filters.length === 0);
  return {
    type: type.uid,
    layer,
    range: decodeRange(dependencies, args),
    showsCount: true,
    groupBy: ((args['groupBy'] ?? []) as readonly string[]).map(groupByOf),
    values: distinct([...selected, ...valuesIn(given), ...sort.flatMap(valueSortedBy)]),
    sort,
    ...(locale !== undefined && { locale }),
    ...(publication !== undefined && { publication }),
    ...(filters !== undefined && { filters }),
    ...(hasConditions && { having }),
  };
}

const isFunction = (name: string | undefined): name is AggregateFunction =>
  (aggregateFunctions as readonly (string | undefined)[]).includes(name);

function valueSortedBy({ path: [name, attribute, ...rest] }: Sort): readonly RequestedValue[] {
  return isFunction(name) && attribute !== undefined && rest.length === 0
    ? [{ function: name, attribute }]
    : [];
}

const distinct = (values: readonly RequestedValue[]): readonly RequestedValue[] => [
  ...new Map(values.map((each) => [`${each.function}.${each.attribute}`, each])).values(),
];

type Having = Readonly<Record<string, unknown>>;

/** The conditions that `and`, `or` and `not` join. */
const joined = (value: unknown): readonly Having[] =>
  (Array.isArray(value) ? value : [value]).filter(isPlainObject);

/** Returns `having` in the form of REST. */
function havingParam(having: Having): ParamRecord {
  const param: { [key: string]: Param } = Object.create(null) as { [key: string]: Param };
  for (const [key, value] of Object.entries(having)) {
    if (key === 'and' || key === 'or') param[`$${key}`] = joined(value).map(havingParam);
    else if (key === 'not' && isPlainObject(value)) param['$not'] = havingParam(value);
    else if (isPlainObject(value)) param[key] = key === 'count' ? operators(value) : comparisons(value);
  }
  return param;
}

function comparisons(values: Having): ParamRecord {
  const param: { [key: string]: Param } = Object.create(null) as { [key: string]: Param };
  for (const [attribute, comparison] of Object.entries(values))
    if (isPlainObject(comparison)) param[attribute] = operators(comparison);
  return param;
}

/** Returns the values that `having` compares. */
const valuesIn = (having: Having): readonly RequestedValue[] =>
  Object.entries(having).flatMap(([key, value]) => {
    if (isFunction(key))
      return Object.keys(isPlainObject(value) ? value : {}).map((attribute) => ({
        function: key,
        attribute,
      }));
    return key === 'count' ? [] : joined(value).flatMap(valuesIn);
  });
