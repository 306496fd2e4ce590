import type { FieldMember, Member, Shape } from '../../../../domain/plan/read-plan.js';
import { isLong } from '../../../../domain/plan/statistics.js';
import { literal } from '../statement.js';
import type { Lowering } from './lowering.js';

/** A column of a select list whose values may have any length. */
export interface GrowingColumn {
  /** Quoted. */
  readonly name: string;
  /** `built`: JSON that the statement itself makes. */
  readonly kind: 'text' | 'json' | 'built';
}

/**
 * So many long values are not checked: stored values are seldom longer than requests, so together they fit into memory, and
 * small pages take no longer.
 */
const mostUnchecked = 32;

/** Reports whether the values of a member may have any length. */
export const isGrowing = (member: Member): boolean => longValuesIn(member) > 0;

/** Returns how many stored values of any length the member may consist of: a list has any number of them. */
export function longValuesIn(member: Member): number {
  switch (member.kind) {
    case 'field':
      return shareOfLongest(member);
    case 'count':
      return 0;
    case 'relation':
      return member.relation.many ? Infinity : longValuesOf(member.shape);
    case 'component':
      return longValuesOfItems(member.shape, member.attribute.repeatable);
    case 'zone':
      return [...member.shapes.values()].reduce((sum, shape) => sum + longValuesOfItems(shape, true), 0);
  }
}

export const longValuesOf = ({ members }: Shape): number =>
  members.reduce((sum, member) => sum + longValuesIn(member), 0);

/** Items are parts of one stored value, but each may lead to documents. */
export function longValuesOfItems(shape: Shape, many: boolean): number {
  return many && leadsToLongValues(shape) ? Infinity : Math.max(1, longValuesOf(shape));
}

const leadsToLongValues = ({ members }: Shape): boolean =>
  members.some((member) => {
    switch (member.kind) {
      case 'field':
      case 'count':
        return false;
      case 'relation':
        return isGrowing(member);
      case 'component':
        return leadsToLongValues(member.shape);
      case 'zone':
        return [...member.shapes.values()].some(leadsToLongValues);
    }
  });

/** As many characters as a request may have. */
const longest = 1024 * 1024;

const shareOfLongest = ({ field }: FieldMember): number =>
  isLong(field) ? Math.min(1, (field.maxLength ?? longest) / longest) : 0;

/** The rows of a list, and how many long values they may have together. */
export interface ListedRows {
  readonly alias: string;
  /** The SQL of the JSON of a row. */
  readonly json: string;
  readonly growing: readonly GrowingColumn[];
  readonly longValues: number;
}

const isBounded = ({ growing, longValues }: ListedRows): boolean =>
  growing.length > 0 && longValues > mostUnchecked;

/**
 * The end of a select of rows without a limit. It keeps the planner from merging the select with that of the list, which would
 * compute each value twice, once for its size.
 */
export const fenceOf = (rows: ListedRows): string => (isBounded(rows) ? ' OFFSET 0' : '');

/**
 * Returns the SQL of the JSON of a list. It fails as soon as the values in the rows are together larger than the answer may
 * be. Lists in lists multiply, and many rows may lead to one document with a long text, so this stops them before they fill
 * the server's memory. Their select must have a limit or a fence.
 *
 * The sizes are scaled so that their sum overflows (see `isOverflow`): no other running sum of an aggregate can fail, and a
 * window would keep the rows. PostgreSQL adds a row to the sum before it adds it to the list.
 */
export function listOf(lowering: Lowering, rows: ListedRows): string {
  const { alias, json, growing } = rows;
  if (!isBounded(rows)) return `coalesce(json_agg(${json}), '[]')`;
  const sizes = growing.map(({ name, kind }) => sizeOf(`${alias}.${name}`, kind));
  const scale = lowering.parameters.add(Number.MAX_VALUE / maxBytesOf(lowering), 'double precision');
  return `CASE WHEN sum((${sizes.join(' + ')}) * ${scale}) IS NULL THEN '[]' ELSE json_agg(${json}) END`;
}

/** A column of JSON has to be unpacked for its size. */
const sizeOf = (value: string, kind: GrowingColumn['kind']): string =>
  `coalesce(${kind === 'built' ? 'pg_column_size' : 'octet_length'}(${value}${kind === 'json' ? '::text' : ''}), 0)::bigint`;

/** A character takes up to four bytes. */
const maxBytesOf = ({ limits }: Lowering): number => limits.textSize * 4;

/** The SQL of a value of a row. */
export interface RowValue {
  readonly value: string;
  /** Null: it is short. */
  readonly kind: GrowingColumn['kind'] | null;
  /** The stored value that it is or is a part of; null: it is short, or read from other rows. */
  readonly stored: string | null;
}

/**
 * Makes the statement fail before it builds a row that repeats stored values, as aliases do, until they are together larger
 * than the answer may be.
 */
export function boundRow<Value extends RowValue>(lowering: Lowering, values: Value[]): Value[] {
  const times = new Map<string, number>();
  const long = values.flatMap(({ stored }) => stored ?? []);
  if (long.length <= mostUnchecked) return values;
  for (const stored of long) times.set(stored, (times.get(stored) ?? 0) + 1);
  const size = `(${[...times].map(([stored, count]) => `${sizeOf(stored, 'json')} * ${count}`).join(' + ')})`;
  const maxBytes = lowering.parameters.add(maxBytesOf(lowering), 'bigint');
  const first = values.findIndex(({ stored }) => stored !== null);
  return values.map((each, index) => {
    if (index !== first) return each;
    const cast = each.kind === 'text' ? '' : '::json';
    const value = `CASE WHEN ${size} <= ${maxBytes} THEN ${each.value} ELSE ${raiseTooLarge(size)}::text${cast} END`;
    return { ...each, value };
  });
}

/** Marks the error messages that `raiseTooLarge` causes. */
export const tooLargeMark = 'quire: too large:';

/**
 * Returns an SQL integer expression that fails when it is evaluated. Casting text that is not a number is the only way to
 * raise an error in a plain select. It depends on `size`, so that PostgreSQL cannot evaluate it in advance.
 */
export const raiseTooLarge = (size: string): string => `(${literal(`${tooLargeMark} `)} || ${size})::integer`;
