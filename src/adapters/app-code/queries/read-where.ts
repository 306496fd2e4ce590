import { isPlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import { compare } from '../../../domain/query/compare.js';
import { operators, type Filter, type Operator } from '../../../domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { AppError } from '../app-error.js';

/** Values that an app passes on from a request may be nested to exhaust the stack. */
const maxDepth = 30;

interface Reading {
  readonly schema: Schema;
  readonly shaped: Shaped;
  readonly depth: number;
}

/** Reads a `where` of the query engine. Undefined: no condition. Names and values are checked by the planner. */
export function readWhere(schema: Schema, shaped: Shaped, ...given: readonly unknown[]): Filter | undefined {
  const filters = given.flatMap((where) => conditions({ schema, shaped, depth: 0 }, where));
  return filters.length < 2 ? filters[0] : { kind: 'and', filters };
}

/** Whether a `where` has no condition, so that it matches every row. */
export const isEmptyWhere = (where: unknown): boolean =>
  where === undefined ||
  where === null ||
  (Array.isArray(where) && where.every(isEmptyWhere)) ||
  (isPlainObject(where) && Object.keys(where).length === 0);

function conditions(reading: Reading, where: unknown): readonly Filter[] {
  if (where === undefined || where === null) return [];
  const inside = deeper(reading);
  if (Array.isArray(where)) return where.flatMap((each) => conditions(inside, each));
  if (!isPlainObject(where)) throw refused('where must be an object');
  return Object.entries(where).flatMap(([key, value]) => condition(inside, key, value));
}

function condition(reading: Reading, key: string, value: unknown): readonly Filter[] {
  switch (key) {
    case '$and':
    case '$or':
      return group(key, value, (part) => conditions(reading, part));
    case '$not':
      return [{ kind: 'not', filter: all(conditions(reading, value)) }];
  }
  const attribute = reading.shaped.attributes.get(key);
  if (attribute === undefined && key === 'locale') return ofNoLocale(value);
  if (value === undefined && key === 'id') throw refused('Undefined attribute level operator id');
  const inside = insideOf(reading, attribute);
  return valueConditions(inside, attribute, value).map((filter) => ({ kind: 'at', key, filter }));
}

/** A type without locales has no such attribute; its rows count as having none. */
function ofNoLocale(value: unknown): readonly Filter[] {
  const asksForNone =
    value === null ||
    (isPlainObject(value) &&
      (value['$null'] === true || value['$eq'] === null || value['$notNull'] === false));
  return asksForNone ? [] : [compare('id', '$in', [])];
}

/** The conditions on one attribute: a value, a list of alternatives, operators, or what a relation leads to. */
function valueConditions(
  reading: Reading,
  attribute: Attribute | undefined,
  value: unknown,
): readonly Filter[] {
  if (value === undefined) return [nothing];
  if (Array.isArray(value)) return [compared('$in', value)];
  if (!isPlainObject(value) || !isCondition(attribute, value)) return [compared('$eq', value)];
  const inside = deeper(reading);
  return Object.entries(value).flatMap(([key, operand]) =>
    key.startsWith('$') ? operation(inside, attribute, key, operand) : condition(inside, key, operand),
  );
}

/** A value of a JSON attribute may be an object itself. */
const isCondition = (attribute: Attribute | undefined, value: object): boolean =>
  attribute?.kind !== 'scalar' || Object.keys(value).some((key) => key.startsWith('$'));

function operation(
  reading: Reading,
  attribute: Attribute | undefined,
  operator: string,
  operand: unknown,
): readonly Filter[] {
  switch (operator) {
    case '$and':
    case '$or':
      return group(operator, operand, (part) => valueConditions(reading, attribute, part));
    case '$not':
      return [{ kind: 'not', filter: all(valueConditions(reading, attribute, operand)) }];
  }
  if (!isOperator(operator)) throw refused(`Undefined attribute level operator ${operator}`);
  return operand === undefined ? [nothing] : [compared(operator, operand)];
}

const known: ReadonlySet<string> = new Set(operators);
const isOperator = (key: string): key is Operator => known.has(key);

function group(
  key: '$and' | '$or',
  value: unknown,
  read: (part: unknown) => readonly Filter[],
): readonly Filter[] {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const filters = parts.map((part) => all(read(part)));
  return filters.length === 0 ? [] : [{ kind: key === '$and' ? 'and' : 'or', filters }];
}

const all = (filters: readonly Filter[]): Filter =>
  filters.length === 1 && filters[0] !== undefined ? filters[0] : { kind: 'and', filters };

/** Matches no value. */
const nothing: Filter = { kind: 'compare', operator: '$in', value: [] };

const compared = (operator: Operator, value: unknown): Filter => ({
  kind: 'compare',
  operator,
  value: Array.isArray(value) ? value.filter((each) => each !== undefined).map(plain) : plain(value),
});

/** Values as JSON has them. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Date)) return value;
  return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
}

function insideOf({ schema, shaped, depth }: Reading, attribute: Attribute | undefined): Reading {
  switch (attribute?.kind) {
    case 'relation':
      return { schema, depth, shaped: contentTypeOf(schema, attribute.target) };
    case 'component':
      return { schema, depth, shaped: componentOf(schema, attribute.component) };
    default:
      return { schema, depth, shaped };
  }
}

function deeper(reading: Reading): Reading {
  if (reading.depth >= maxDepth) throw refused(`where is nested deeper than ${maxDepth} levels`);
  return { ...reading, depth: reading.depth + 1 };
}

const refused = (message: string): AppError =>
  new AppError(failure('QUERY.INVALID', message, { key: 'where' }));
