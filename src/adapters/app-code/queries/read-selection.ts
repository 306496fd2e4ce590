import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import type {
  Populate,
  PopulateMember,
  Range,
  Selection,
  Sort,
  ZoneMember,
} from '../../../domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Relation,
  type Schema,
  type Shaped,
  type Zone,
} from '../../../domain/schema/schema.js';
import { AppError } from '../app-error.js';
import { readWhere } from './read-where.js';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** Reads `select`, `where`, `orderBy` and `populate` of the query engine. Other keys are not its own. */
export function readSelection(schema: Schema, shaped: Shaped, params: PlainObject): Selection {
  const selection: Mutable<Selection> = shownIn(schema, shaped, params);
  const filters = readWhere(schema, shaped, params['where'], params['filters']);
  if (filters !== undefined) selection.filters = filters;
  const sort = readOrderBy(params['orderBy']);
  if (sort.length > 0) selection.sort = sort;
  return selection;
}

/** Reads what of a row is answered: `select` and `populate`. */
export function shownIn(schema: Schema, shaped: Shaped, params: PlainObject): Selection {
  const fields = readSelect(shaped, params['select']);
  const populate = readPopulate(schema, shaped, params['populate'], 0);
  return { ...(fields && { fields }), ...(populate && { populate }) };
}

/** Names that every row has where it comes from, but only types with locales have here. */
const foreign: ReadonlySet<string> = new Set(['locale', 'createdBy', 'updatedBy', 'localizations']);

function readSelect({ attributes }: Shaped, raw: unknown): readonly string[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const names: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const texts = names.filter((name): name is string => typeof name === 'string');
  if (texts.length < names.length) throw refused('select', 'select must be a name or a list of names');
  return texts.filter((name) => attributes.has(name) || !foreign.has(name));
}

/** Reads `'a'`, `{ a: 'desc' }`, `{ relation: { a: 'asc' } }`, and lists of these. */
export function readOrderBy(raw: unknown, path: readonly string[] = []): readonly Sort[] {
  if (raw === undefined || raw === null) return [];
  if (path.length > maxPath) throw refused('orderBy', `orderBy is nested deeper than ${maxPath} levels`);
  if (Array.isArray(raw)) return raw.flatMap((each) => readOrderBy(each, path));
  if (typeof raw === 'string') return [{ path: [...path, raw], direction: 'asc' }];
  if (!isPlainObject(raw)) throw refused('orderBy', 'orderBy must be a name, an object, or a list of these');
  return Object.entries(raw).flatMap(([name, value]): readonly Sort[] => {
    if (isPlainObject(value)) return readOrderBy(value, [...path, name]);
    if (value === undefined) return [];
    const direction = typeof value === 'string' ? value.toLowerCase() : value;
    if (direction !== 'asc' && direction !== 'desc')
      throw refused('orderBy', `orderBy has the direction ${JSON.stringify(value)}; there are: asc, desc`);
    return [{ path: [...path, name], direction }];
  });
}

const maxPath = 20;

/** Null limits, zero and negative ones: all rows. */
export function readRange({ offset, limit }: PlainObject): Range {
  const size = readNumber('limit', limit);
  return {
    offset: Math.max(readNumber('offset', offset) ?? 0, 0),
    limit: size === null || size <= 0 ? null : size,
  };
}

export function readNumber(key: string, value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw refused(key, `${key} must be a whole number`);
}

function readPopulate(schema: Schema, shaped: Shaped, raw: unknown, depth: number): Populate | undefined {
  if (depth > maxPath) throw refused('populate', `populate is nested deeper than ${maxPath} levels`);
  if (raw === undefined || raw === null || raw === false) return undefined;
  if (raw === true) return { all: true, members: [] };
  const tree = Array.isArray(raw) ? treeOf(raw) : raw;
  if (!isPlainObject(tree))
    throw refused('populate', 'populate must be true, a list of names, or an object: a text is none of them');
  const members = Object.entries(tree).flatMap(([name, value]) => {
    const attribute = shaped.attributes.get(name);
    const isAsked = value !== undefined && value !== null && value !== false;
    return attribute === undefined || !isAsked ? [] : readMember(schema, attribute, value, depth);
  });
  return { all: false, members };
}

/** `['a', 'a.b']` as an object. */
function treeOf(names: readonly unknown[]): PlainObject {
  const root = new Map<string, unknown>();
  for (const name of names) {
    if (typeof name !== 'string') throw refused('populate', 'populate must list names');
    let at = root;
    for (const part of name.split('.')) {
      if (!(at.get(part) instanceof Map)) at.set(part, new Map<string, unknown>());
      at = at.get(part) as Map<string, unknown>;
    }
  }
  return objectOf(root);
}

const objectOf = (tree: ReadonlyMap<string, unknown>): PlainObject =>
  Object.fromEntries(
    [...tree].map(([name, below]) => [
      name,
      below instanceof Map && below.size > 0 ? { populate: objectOf(below as Map<string, unknown>) } : true,
    ]),
  );

function readMember(
  schema: Schema,
  attribute: Attribute,
  value: unknown,
  depth: number,
): readonly PopulateMember[] {
  const params = isPlainObject(value) ? value : {};
  switch (attribute.kind) {
    case 'scalar':
      return [];
    case 'relation':
      return [readRelation(schema, attribute, params, depth)];
    case 'component': {
      const component = componentOf(schema, attribute.component);
      return [{ name: attribute.name, ...inside(schema, component, params, depth) }];
    }
    case 'zone':
      return [readZone(schema, attribute, params, depth)];
  }
}

function inside(schema: Schema, shaped: Shaped, params: PlainObject, depth: number): Selection {
  const fields = readSelect(shaped, params['select']);
  const populate = readPopulate(schema, shaped, params['populate'], depth + 1);
  return { ...(fields && { fields }), ...(populate && { populate }) };
}

function readRelation(
  schema: Schema,
  relation: Relation,
  params: PlainObject,
  depth: number,
): PopulateMember {
  const target = contentTypeOf(schema, relation.target);
  const filters = readWhere(schema, target, params['where'], params['filters']);
  const range = readRange(params);
  return {
    name: relation.name,
    ...inside(schema, target, params, depth),
    ...(filters && { filters }),
    sort: readOrderBy(params['orderBy']),
    ...(params['count'] === true && { count: true }),
    ...((range.limit !== null || range.offset > 0) && { range }),
  };
}

/** Names that no component of the zone has are ignored, as they are elsewhere. */
function readZone(schema: Schema, zone: Zone, params: PlainObject, depth: number): PopulateMember {
  const { on } = params;
  const components = zone.components.map((uid) => componentOf(schema, uid));
  if (isPlainObject(on)) {
    const chosen = components.filter(({ uid }) => Object.hasOwn(on, uid));
    const members = chosen.map((component): ZoneMember => {
      const asked = on[component.uid];
      return {
        component: component.uid,
        ...inside(schema, component, isPlainObject(asked) ? asked : {}, depth),
      };
    });
    return { name: zone.name, on: members };
  }
  const shared = components.map((component): ZoneMember => {
    const named: readonly unknown[] = [params['select'] ?? []].flat();
    const select = named.filter((name) => component.attributes.has(name as string));
    const own = params['select'] === undefined ? params : { ...params, select };
    return { component: component.uid, ...inside(schema, component, own, depth) };
  });
  return { name: zone.name, on: shared };
}

const refused = (key: string, message: string): AppError =>
  new AppError(failure('QUERY.INVALID', message, { key }));
