import type {
  ComponentMember,
  CountMember,
  Member,
  RelationMember,
  Shape,
  ZoneMember,
} from '../../../../domain/plan/read-plan.js';
import { familyOf } from '../../../../domain/document/value.js';
import { quote } from '../layout.js';
import { literal } from '../statement.js';
import {
  boundRow,
  isGrowing,
  listOf,
  longValuesIn,
  longValuesOf,
  longValuesOfItems,
  raiseTooLarge,
  type GrowingColumn,
  type RowValue,
} from './bound-rows.js';
import { contentOf, itemScope, presented, type Lowering, type Scope } from './lowering.js';
import { lowerOrder, orderBy } from './lower-order.js';
import { roundUp, unlimited } from './lower-page.js';
import { lowerFilteredTarget, lowerPredicate } from './lower-predicate.js';
import { hasAtMost, jsonItems } from './lower-target.js';

/** A select list, and how its rows become JSON objects. */
interface LoweredShape {
  readonly columns: string;
  readonly growing: readonly GrowingColumn[];
  /** Returns the expression whose JSON is the object of the row with this alias. */
  json(row: string): string;
}

/** Limits of PostgreSQL: it truncates longer names, and a select list has at most this many columns. */
const maxNameBytes = 63;
const maxColumns = 1600;

/** A UTF-16 unit takes at most three bytes, so most names need no counting. */
const isShort = ({ as }: { readonly as: string }): boolean =>
  as.length * 3 <= maxNameBytes || Buffer.byteLength(as) <= maxNameBytes;

/** Lets column names become the keys of the objects, which is faster than building the objects member by member. */
export function lowerShape(lowering: Lowering, scope: Scope, shape: Shape, zoneItem?: string): LoweredShape {
  const members = lowerMembers(lowering, scope, shape);
  if (zoneItem !== undefined)
    members.unshift({ as: '__component', value: `${literal(zoneItem)}::text`, kind: null, stored: null });
  if (members.length <= maxColumns && members.every(isShort)) {
    return {
      columns: members.map(({ as, value }) => `${value} AS ${quote(as)}`).join(', '),
      // The name alone would be that of a member, if a client has given it one.
      json: (row) => `${row}.*`,
      growing: members.flatMap(({ as, kind }) => (kind === null ? [] : [{ name: quote(as), kind }])),
    };
  }
  return packed(`${objectOf(members)}::json`, shape.members.some(isGrowing));
}

/** A select list of whole objects. */
const packed = (object: string, grows: boolean): LoweredShape => ({
  columns: `${object} AS object`,
  json: (row) => `${row}.object`,
  growing: grows ? [{ name: 'object', kind: 'built' }] : [],
});

interface LoweredMember extends RowValue {
  readonly as: string;
}

const lowerMembers = (lowering: Lowering, scope: Scope, { members }: Shape): LoweredMember[] =>
  boundRow(
    lowering,
    members.map((member) => ({
      as: member.as,
      value: lowerMember(lowering, scope, member),
      kind: isGrowing(member) ? kindOf(scope, member) : null,
      stored: isGrowing(member) ? storedOf(scope, member) : null,
    })),
  );

function kindOf(scope: Scope, member: Member): GrowingColumn['kind'] {
  if (scope.kind === 'item' || member.kind !== 'field') return 'built';
  return familyOf(member.field.type) === 'text' ? 'text' : 'json';
}

function storedOf(scope: Scope, member: Member): string | null {
  if (member.kind === 'field') return presented(scope, member.field);
  return member.kind === 'component' || member.kind === 'zone' ? contentOf(scope, member.attribute) : null;
}

/** Functions of PostgreSQL have at most so many arguments. */
const maxArguments = 100;

/** Each `||` would copy all that is on its left. */
function concatenated(texts: readonly string[]): string {
  if (texts.length <= maxArguments) return `concat(${texts.join(', ')})`;
  const groups = Array.from({ length: Math.ceil(texts.length / maxArguments) }, (_, group) =>
    concatenated(texts.slice(group * maxArguments, (group + 1) * maxArguments)),
  );
  return concatenated(groups);
}

function objectOf(members: readonly LoweredMember[]): string {
  const pairs = members.flatMap(({ as, value }, index) => [
    literal(`${index === 0 ? '{' : ','}${JSON.stringify(as)}:`),
    `coalesce(to_json(${value})::text, 'null')`,
  ]);
  return concatenated([...pairs, `'}'`]);
}

function lowerMember(lowering: Lowering, scope: Scope, member: Member): string {
  switch (member.kind) {
    case 'field':
      return presented(scope, member.field);
    case 'relation':
      return lowerRelation(lowering, scope, member);
    case 'count':
      return lowerCount(lowering, scope, member);
    case 'component':
      return lowerComponent(lowering, scope, member);
    case 'zone':
      return lowerZone(lowering, scope, member);
  }
}

function lowerRelation(lowering: Lowering, scope: Scope, member: RelationMember): string {
  const {
    from,
    on,
    listOrder,
    scope: inner,
  } = lowerFilteredTarget(lowering, scope, member.relation, member.target);
  const order = lowerOrder(lowering, inner, member.order);
  const shape = lowerShape(lowering, inner, member.shape);
  const rows = [
    `SELECT ${shape.columns} FROM ${from}${order.joins.join('')} WHERE ${on.join(' AND ')}`,
    `ORDER BY ${order.keys.length === 0 ? listOrder : orderBy(order)}`,
  ].join(' ');
  const x = lowering.alias('x');
  if (!member.relation.many) return `(SELECT ${toJson(shape.json(x))} FROM (${rows} LIMIT 1) ${x})`;
  const list = lowerList(lowering, rows, shape, x, member);
  const { relation, target } = member;
  const { links } = lowering.limits;
  if (links === undefined || relation.place.kind !== 'link' || target.linked === 'any') return list;
  return `CASE WHEN ${hasAtMost(lowering, scope, relation, target, links)} THEN ${list} END`;
}

const toJson = (row: string): string => (row.endsWith('.object') ? row : `row_to_json(${row})`);

/** Reads a list without a limit of its own up to one row past the maximum, and fails if that row exists. */
function lowerList(
  lowering: Lowering,
  rows: string,
  lowered: LoweredShape,
  x: string,
  { range, shape }: RelationMember,
): string {
  const maxRows = lowering.limits.rows;
  const own = range.limit !== null && range.limit <= maxRows ? range.limit : null;
  const limit = lowering.parameters.add(own ?? maxRows + 1, 'bigint');
  const offset = range.offset === 0 ? '' : ` OFFSET ${lowering.parameters.add(range.offset, 'bigint')}`;
  const longValues = roundUp(own ?? maxRows) * longValuesOf(shape);
  const list = listOf(lowering, { alias: x, json: lowered.json(x), growing: lowered.growing, longValues });
  const value =
    own === null
      ? `CASE WHEN count(*) < ${limit} THEN ${list} ELSE ${raiseTooLarge('count(*)')}::text::json END`
      : list;
  return `(SELECT ${value} FROM (${rows} LIMIT ${limit}${offset}) ${x})`;
}

function lowerCount(lowering: Lowering, scope: Scope, member: CountMember): string {
  const { from, on } = lowerFilteredTarget(lowering, scope, member.relation, member.target);
  return `json_build_object('count', (SELECT count(*) FROM ${from} WHERE ${on.join(' AND ')}))`;
}

function lowerComponent(lowering: Lowering, scope: Scope, member: ComponentMember): string {
  const item = lowering.alias('i');
  const inside = itemScope(`${item}.value`, scope);
  const shape = lowerShape(lowering, inside, member.shape);
  const items = jsonItems(contentOf(scope, member.attribute));
  const where = member.where === null ? '' : ` WHERE ${lowerPredicate(lowering, inside, member.where)}`;
  const order = lowerOrder(lowering, inside, member.order);
  const keys = order.keys.length === 0 ? `${item}.n` : orderBy(order);
  const x = lowering.alias('x');
  const rows = [
    `SELECT ${shape.columns} FROM ${items} WITH ORDINALITY AS ${item}(value, n)${order.joins.join('')}${where}`,
    `ORDER BY ${keys}`,
  ].join(' ');
  if (!member.attribute.repeatable) return `(SELECT ${toJson(shape.json(x))} FROM (${rows} LIMIT 1) ${x})`;
  return listOfItems(lowering, rows, shape, x, longValuesOfItems(member.shape, true));
}

function lowerZone(lowering: Lowering, scope: Scope, member: ZoneMember): string {
  const item = lowering.alias('i');
  const inner = itemScope(`${item}.value`, scope);
  const cases = [...member.shapes].map(([component, shape]) => {
    const lowered = lowerShape(lowering, inner, shape, component);
    const x = lowering.alias('x');
    return `WHEN ${literal(component)} THEN (SELECT ${toJson(lowered.json(x))} FROM (SELECT ${lowered.columns}) ${x})`;
  });
  if (cases.length === 0) return `'[]'::json`;
  const wanted = [...member.shapes.keys()].map(literal).join(', ');
  const objects = packed(`CASE ${item}.value ->> '__component' ${cases.join(' ')} END`, isGrowing(member));
  const rows = [
    `SELECT ${objects.columns}`,
    `FROM ${jsonItems(contentOf(scope, member.attribute))} WITH ORDINALITY AS ${item}(value, n)`,
    `WHERE ${item}.value ->> '__component' IN (${wanted}) ORDER BY ${item}.n`,
  ].join(' ');
  return listOfItems(lowering, rows, objects, lowering.alias('x'), longValuesIn(member));
}

function listOfItems(
  lowering: Lowering,
  rows: string,
  lowered: LoweredShape,
  x: string,
  longValues: number,
): string {
  const list = listOf(lowering, { alias: x, json: lowered.json(x), growing: lowered.growing, longValues });
  return `(SELECT ${list} FROM (${rows} ${unlimited}) ${x})`;
}
