import { operators, type Operator } from '../../../../../../domain/query/query.js';

/** Filters as REST takes them, in JSON. */
export type FilterJson = Readonly<Record<string, unknown>>;

/** One comparison. `path` leads to an attribute: of the type itself, or through relations. */
export interface Condition {
  readonly path: readonly string[];
  readonly operator: Operator;
  readonly value: string | readonly string[] | true;
}

/** Which parts of a group have to hold: all, one at least, none, or not all. */
export type Join = 'all' | 'any' | 'none' | 'notAll';

/** Conditions, in the form `C`, and groups in it. */
export interface GroupOf<C> {
  readonly join: Join;
  readonly parts: readonly (C | GroupOf<C>)[];
}

export type Group = GroupOf<Condition>;

export type Part = Group['parts'][number];

export const isGroup = <C extends object>(part: C | GroupOf<C>): part is GroupOf<C> => 'parts' in part;

/** Every condition in a group, and in the groups in it. */
export const conditionsIn = <C extends object>({ parts }: GroupOf<C>): readonly C[] =>
  parts.flatMap((part): readonly C[] => (isGroup(part) ? conditionsIn(part) : [part]));

/** The group with other conditions in place of each. */
export const withConditions = <C extends object, D extends object>(
  { join, parts }: GroupOf<C>,
  replace: (condition: C) => readonly D[],
): GroupOf<D> => ({
  join,
  parts: parts.flatMap((part): readonly (D | GroupOf<D>)[] =>
    isGroup(part) ? [withConditions(part, replace)] : replace(part),
  ),
});

const isRecord = (value: unknown): value is FilterJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads filters from the address; undefined: there are none. */
export const readFilters = (given: unknown): FilterJson | undefined =>
  isRecord(given) && Object.keys(given).length > 0 ? given : undefined;

/** Returns the filters by which every group holds; undefined for no group. */
export function filtersOf(groups: readonly Group[]): FilterJson | undefined {
  const parts = groups.map(filterOf);
  return parts.length > 1 ? { $and: parts } : parts[0];
}

function filterOf(part: Part): FilterJson {
  if (!isGroup(part)) {
    const { path, operator, value } = part;
    return path.reduceRight<FilterJson>((inner, key) => ({ [key]: inner }), { [operator]: value });
  }
  const { join } = part;
  const parts = part.parts.map(filterOf);
  const key = join === 'all' || join === 'notAll' ? '$and' : '$or';
  const joined = parts.length === 1 ? parts[0]! : { [key]: parts };
  return join === 'none' || join === 'notAll' ? { $not: joined } : joined;
}

/** Returns the groups that filters consist of; null: somebody wrote them otherwise, and only their author can change them. */
export function groupsOf(filters: FilterJson | undefined): readonly Group[] | null {
  if (filters === undefined) return [];
  const groups = listIn(filters, '$and')?.map(groupOf) ?? [groupOf(filters)];
  return groups.some((group) => group === null) ? null : (groups as readonly Group[]);
}

function groupOf(node: unknown): Group | null {
  const part = partOf(node);
  return part === null || isGroup(part) ? part : { join: 'any', parts: [part] };
}

function partOf(node: unknown): Part | null {
  const all = listIn(node, '$and');
  const parts = (all ?? listIn(node, '$or'))?.map(partOf);
  if (parts !== undefined) {
    const isKnown = parts.length > 0 && parts.every((part) => part !== null);
    return isKnown ? { join: all === null ? 'any' : 'all', parts } : null;
  }
  if (!isRecord(node) || Object.keys(node).length !== 1 || !Object.hasOwn(node, '$not'))
    return conditionOf(node);
  const denied = partOf(node['$not']);
  if (denied === null) return null;
  if (!isGroup(denied) || denied.join === 'none' || denied.join === 'notAll')
    return { join: 'none', parts: [denied] };
  return { join: denied.join === 'all' ? 'notAll' : 'none', parts: denied.parts };
}

function listIn(node: unknown, key: '$and' | '$or'): readonly unknown[] | null {
  const list = isRecord(node) && Object.keys(node).length === 1 ? node[key] : undefined;
  return Array.isArray(list) ? list : null;
}

function conditionOf(node: unknown): Condition | null {
  const path: string[] = [];
  let inner = node;
  while (isRecord(inner)) {
    const [[key, next] = ['', undefined], ...others] = Object.entries(inner);
    if (others.length > 0 || key === '') return null;
    const operator = operators.find((one) => one === key);
    if (operator !== undefined) return comparison(path, operator, next);
    if (key.startsWith('$')) return null;
    path.push(key);
    inner = next;
  }
  return comparison(path, '$eq', inner);
}

function comparison(path: readonly string[], operator: Operator, value: unknown): Condition | null {
  if (path.length === 0) return null;
  if (operator === '$null' || operator === '$notNull')
    return isTrue(value) ? { path, operator, value: true } : null;
  if (Array.isArray(value)) {
    const texts = value.map(textIn);
    return texts.includes(null) ? null : { path, operator, value: texts as string[] };
  }
  const text = textIn(value);
  return text === null ? null : { path, operator, value: text };
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';

const textIn = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

/** Returns the parameters of a query with filters: `filters[Name][$eq]` and its value. */
export function parametersOf(value: unknown, name = 'filters'): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[name, textIn(value) ?? '']];
  return Object.entries(value).flatMap(([key, inner]) => parametersOf(inner, `${name}[${key}]`));
}
