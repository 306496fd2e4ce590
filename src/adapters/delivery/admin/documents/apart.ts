import type { ContentType, ScalarType } from '../../../../domain/schema/schema.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { LinkedLabel } from '../contract/links.js';
import { readable } from './readable.js';

type Row = Readonly<Record<string, unknown>>;

/** How many attributes are read to tell documents apart. */
const most = 8;

const short: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'string',
  'email',
  'uid',
  'enumeration',
  'integer',
  'biginteger',
  'decimal',
  'float',
  'date',
  'time',
  'datetime',
  'timestamp',
]);

/** The attributes that may tell documents of a type apart whose labels are the same; when they were made, last. */
export function tellingNames(principal: Principal, target: ContentType): readonly string[] {
  if (!target.exposed) return [];
  const scalars = (readable(principal, target) ?? []).filter((one) => one.kind === 'scalar');
  const own = scalars.filter(({ type, system }) => !system && short.has(type)).slice(0, most);
  return [...own, ...scalars.filter(({ name }) => name === 'createdAt')].map(({ name }) => name);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Moments are shown to the minute. */
const shownOf = (value: unknown): string => textOf(value).replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d).*/, '$1');

/** Adds to labels that repeat an attribute in which all documents with that label differ, or else their ids. */
export function toldApart(
  labels: readonly LinkedLabel[],
  rows: readonly Row[],
  names: readonly string[],
): readonly LinkedLabel[] {
  return labels.map((label, at) => {
    const same = rows.filter((_, other) => labels[other]?.label === label.label);
    if (same.length < 2) return label;
    const name = names.find((one) => new Set(same.map((row) => shownOf(row[one]))).size === same.length);
    const value = name === undefined ? label.documentId : rows[at]?.[name];
    return { ...label, apart: { name: name ?? 'documentId', value: textOf(value) } };
  });
}
