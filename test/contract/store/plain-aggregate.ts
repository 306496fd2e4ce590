import { compareText } from '../../../src/domain/plan/compare-values.js';
import { aggregateFunctions, type AggregateQuery } from '../../../src/domain/query/aggregate.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import type { Document } from '../../../src/application/ports/document-store.js';
import { textOf } from '../results.js';

/** A group as an aggregate answers it. */
export type PlainGroup = { readonly [part: string]: Json };

/** Computes an aggregate from documents, in the plainest way, to compare with what stores compute. */
export function groupsOf(
  documents: readonly Document[],
  { groupBy, values, having, sort = [], range }: AggregateQuery,
): { readonly groups: readonly PlainGroup[]; readonly total: number } {
  const members = new Map<string, { readonly group: Document; readonly of: Document[] }>();
  if (groupBy.length === 0) members.set('{}', { group: {}, of: [] });
  for (const document of documents) {
    const group: Record<string, Json> = {};
    for (const { attribute, part } of groupBy) group[attribute] = partOf(keyOf(document, attribute), part);
    const key = JSON.stringify(group);
    if (!members.has(key)) members.set(key, { group, of: [] });
    members.get(key)?.of.push(document);
  }
  const all = [...members.values()].map(({ group, of }): PlainGroup => {
    const computed = aggregateFunctions.flatMap((name) => {
      const entries = values
        .filter((value) => value.function === name)
        .map(({ attribute }) => [attribute, compute(name, attribute, of)] as const);
      return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)] as const];
    });
    return { group, count: of.length, ...Object.fromEntries(computed) };
  });
  const kept = having?.kind === 'at' ? all.filter((group) => has(group, having.key, having.filter)) : all;
  const names = [
    ...sort.map(({ path, direction }) => ({ name: path.join('.'), direction })),
    ...groupBy.map(({ attribute }) => ({ name: attribute, direction: 'asc' as const })),
  ];
  const sorted = [...kept].sort((left, right) => {
    for (const { name, direction } of names) {
      const difference = order(name, valueAt(left, name), valueAt(right, name));
      if (difference !== 0) return direction === 'asc' ? difference : -difference;
    }
    return 0;
  });
  const end = range.limit === null ? undefined : range.offset + range.limit;
  return { groups: sorted.slice(range.offset, end), total: kept.length };
}

/** Follows relations that are populated. A relation stands for its documentId. */
function keyOf(document: Document, path: string): Json {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Document | null)?.[name] ?? null, document);
  const isTarget = typeof value === 'object' && value !== null;
  return (isTarget ? (value as Document)['documentId'] : value) as Json;
}

function valueAt(group: PlainGroup, name: string): Json {
  if (name === 'count') return group['count'] ?? null;
  const own = group['group'] as { readonly [name: string]: Json };
  if (Object.hasOwn(own, name)) return own[name] ?? null;
  const [head = '', attribute] = name.split('.');
  const holder = group[attribute === undefined ? 'group' : head] as { readonly [name: string]: Json };
  return holder[attribute ?? head] ?? null;
}

function order(name: string, left: Json, right: Json): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left !== 'string') return Number(left) - Number(right);
  const isBig = name.endsWith('visits');
  return isBig ? Number(BigInt(left) - BigInt(textOf(right))) : compareText(left, textOf(right));
}

function has(group: PlainGroup, name: string, filter: object): boolean {
  const { operator, value } = filter as { readonly operator: string; readonly value: Json };
  const found = valueAt(group, name);
  if (operator === '$null') return found === null;
  if (found === null) return false;
  const difference = Number(found) - Number(value);
  return operator === '$gt' ? difference > 0 : operator === '$lte' ? difference <= 0 : difference !== 0;
}

function compute(name: string, attribute: string, documents: readonly Document[]): Json {
  const values = documents.map((document) => document[attribute] ?? null).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sorted = [...values].sort((left, right) => order(attribute, left, right));
  if (name === 'min') return sorted[0] ?? null;
  if (name === 'max') return sorted.at(-1) ?? null;
  if (attribute === 'visits') {
    const sum = values.reduce<bigint>((total, value) => total + BigInt(textOf(value)), 0n);
    return name === 'sum' ? sum.toString() : Number(sum) / values.length;
  }
  // Decimals as whole hundredths.
  const scale = attribute === 'price' ? 100 : 1;
  const sum = values.reduce<number>((total, value) => total + Math.round(Number(value) * scale * 8) / 8, 0);
  return name === 'sum' ? sum / scale : sum / (scale * values.length);
}

function partOf(value: Json, part: string | undefined): Json {
  if (value === null || part === undefined) return value;
  const date = new Date(textOf(value));
  const [text, year] = [date.toISOString(), date.toISOString().slice(0, 4)];
  switch (part) {
    case 'quarter':
      return `${year}-Q${'111222333444'[date.getUTCMonth()]}`;
    case 'week':
      return weekOf(date);
    default:
      return text.slice(0, { year: 4, month: 7, day: 10, hour: 13 }[part] ?? 0);
  }
}

/** Counts the weeks from the Monday of the week with 4 January, which is the first of the year. */
function weekOf(date: Date): string {
  const dayMs = 86_400_000;
  const mondayOf = (time: number): number => time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs;
  const midnight = Math.floor(date.getTime() / dayMs) * dayMs;
  const firstOf = (year: number): number => mondayOf(Date.parse(`${String(year).padStart(4, '0')}-01-04`));
  const around = date.getUTCFullYear();
  const year = [around + 1, around, around - 1].find((each) => firstOf(each) <= midnight) ?? around;
  const week = (mondayOf(midnight) - firstOf(year)) / (7 * dayMs) + 1;
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}
