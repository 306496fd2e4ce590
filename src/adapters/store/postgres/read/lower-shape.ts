import type {
  ComponentMember,
  CountMember,
  Member,
  RelationMember,
  Shape,
  ZoneMember,
} from '../../../../domain/plan/read-plan.js';
import { quote } from '../layout.js';
import { literal } from '../statement.js';
import { contentOf, itemScope, presented, type Lowering, type Scope } from './lowering.js';
import { lowerOrder, orderBy } from './lower-order.js';
import { lowerFilteredTarget, lowerPredicate } from './lower-predicate.js';
import { hasAtMost, jsonItems } from './lower-target.js';

/** A select list, and how its rows become JSON objects. */
interface LoweredShape {
  readonly columns: string;
  /** Returns the expression whose JSON is the object of the row with this alias. */
  json(row: string): string;
  /** The names in the select list, quoted. */
  readonly names: readonly string[];
  /** The names of members whose size depends on the number of links. */
  readonly growing: readonly string[];
}

/** Limits of PostgreSQL: it truncates longer names, and a select list has at most this many columns. */
const maxNameBytes = 63;
const maxColumns = 1600;

/** A UTF-16 unit takes at most three bytes, so most names need no counting. */
const isShort = ({ as }: { readonly as: string }): boolean =>
  as.length * 3 <= maxNameBytes || Buffer.byteLength(as) <= maxNameBytes;

/** Lets column names become the keys of the objects, which is faster than building the objects member by member. */
export function lowerShape(lowering: Lowering, scope: Scope, shape: Shape, zoneItem?: string): LoweredShape {
  const members = shape.members.map((member) => ({
    as: member.as,
    value: lowerMember(lowering, scope, member),
    grows: grows(member),
  }));
  if (zoneItem !== undefined) {
    members.unshift({ as: '__component', value: literal(zoneItem), grows: false });
  }
  const growing = members.filter((member) => member.grows);
  if (members.length <= maxColumns && members.every(isShort)) {
    return {
      columns: members.map(({ as, value }) => `${value} AS ${quote(as)}`).join(', '),
      // The name alone would be that of a member, if a client has given it one.
      json: (row) => `${row}.*`,
      names: members.map(({ as }) => quote(as)),
      growing: growing.map(({ as }) => quote(as)),
    };
  }
  const pairs = members.map(
    ({ as, value }) => `${literal(`${JSON.stringify(as)}:`)} || coalesce(to_json(${value})::text, 'null')`,
  );
  return {
    columns: `('{' || ${pairs.join(` || ',' || `)} || '}')::json AS object`,
    json: (row) => `${row}.object`,
    names: ['object'],
    growing: growing.length === 0 ? [] : ['object'],
  };
}

/** Reports whether a member is or contains a list of documents. */
function grows(member: Member): boolean {
  switch (member.kind) {
    case 'field':
    case 'count':
      return false;
    case 'relation':
      return member.relation.many || member.shape.members.some(grows);
    case 'component':
      return member.shape.members.some(grows);
    case 'zone':
      return [...member.shapes.values()].some(({ members }) => members.some(grows));
  }
}

/**
 * Makes the statement fail as soon as the lists in the rows are together larger than the answer may be. Nested lists
 * multiply, so this stops them before they fill the server's memory.
 */
export function boundRows(lowering: Lowering, { names, growing }: LoweredShape, rows: string): string {
  const [first] = growing;
  if (first === undefined) return rows;
  const y = lowering.alias('y');
  const size = growing.map((name) => `coalesce(octet_length(${y}.${name}::text), 0)`).join(' + ');
  const sum = `sum(${size}) OVER (ROWS UNBOUNDED PRECEDING)`;
  // A character takes up to four bytes.
  const maxBytes = lowering.parameters.add(lowering.limits.textSize * 4, 'bigint');
  const checked = `CASE WHEN ${sum} <= ${maxBytes} THEN ${y}.${first} ELSE ${raiseTooLarge(sum)}::text::json END AS ${first}`;
  const columns = names.map((name) => (name === first ? checked : `${y}.${name}`));
  // `OFFSET 0` keeps the planner from merging both selects, which would compute each list several times.
  return `SELECT ${columns.join(', ')} FROM (SELECT * FROM (${rows}) z OFFSET 0) ${y}`;
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
  const list = lowerList(lowering, rows, shape, x, member.range);
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
  shape: LoweredShape,
  x: string,
  range: RelationMember['range'],
): string {
  const maxRows = lowering.limits.rows;
  const bounded = range.limit !== null && range.limit <= maxRows;
  const limit = lowering.parameters.add(bounded ? range.limit : maxRows + 1, 'bigint');
  const offset = range.offset === 0 ? '' : ` OFFSET ${lowering.parameters.add(range.offset, 'bigint')}`;
  const list = `coalesce(json_agg(${shape.json(x)}), '[]')`;
  const value = bounded
    ? list
    : `CASE WHEN count(*) < ${limit} THEN ${list} ELSE ${raiseTooLarge('count(*)')}::text::json END`;
  return `(SELECT ${value} FROM (${boundRows(lowering, shape, `${rows} LIMIT ${limit}${offset}`)}) ${x})`;
}

/** Marks the error messages that `raiseTooLarge` causes. */
export const tooLargeMark = 'quire: too large:';

/**
 * Returns an SQL integer expression that fails when it is evaluated. Casting text that is not a number is the only way to
 * raise an error in a plain select. It depends on `size`, so that PostgreSQL cannot evaluate it in advance.
 */
export const raiseTooLarge = (size: string): string => `(${literal(`${tooLargeMark} `)} || ${size})::integer`;

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
  return `(SELECT coalesce(json_agg(${shape.json(x)}), '[]') FROM (${boundRows(lowering, shape, rows)}) ${x})`;
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
  const object = `CASE ${item}.value ->> '__component' ${cases.join(' ')} END`;
  const wanted = [...member.shapes.keys()].map(literal).join(', ');
  return [
    `(SELECT coalesce(json_agg(${object} ORDER BY ${item}.n), '[]')`,
    `FROM ${jsonItems(contentOf(scope, member.attribute))} WITH ORDINALITY AS ${item}(value, n)`,
    `WHERE ${item}.value ->> '__component' IN (${wanted}))`,
  ].join(' ');
}
