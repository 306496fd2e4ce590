import { isPlainObject, own } from '../../domain/document/plain-object.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { isUnique, type ContentType, type Scalar } from '../../domain/schema/schema.js';
import type { ScratchFile } from '../ports/foreign-archive.js';
import type { Faults } from './findings.js';
import { dataOf } from './row-data.js';
import type { RowPlan } from './row-plan.js';

/** The attributes whose values a store keeps unique among published versions of a locale. */
export const uniqueAttributes = ({ attributes }: ContentType): readonly Scalar[] =>
  [...attributes.values()].filter(isUnique);

/** Returns a hash for each unique attribute; NaN if the row has no value. */
export function uniqueHashes(
  attributes: readonly Scalar[],
  { uid }: ContentType,
  locale: string,
  values: unknown,
): readonly number[] {
  return attributes.map((attribute) => {
    const value = uniqueValue(attribute, uid, values);
    return value === null ? NaN : hashOf(`${locale} ${value}`);
  });
}

/** Names rows that could not be stored beside each other. Only rows with equal hashes are compared. */
export function checkUnique(plan: RowPlan, rows: ScratchFile, faults: Faults): void {
  const { index } = plan;
  const attributes = uniqueAttributes(index.type);
  if (attributes.length === 0) return;
  const published = publishedRows(plan);
  for (const [column, attribute] of attributes.entries()) {
    const hashes = Float64Array.from(published, (row) => index.uniqueHashes[column]?.[row] ?? NaN);
    for (const group of equalGroups(hashes)) {
      const byValue = new Map<string, number>();
      for (const at of group) {
        const row = published[at] ?? 0;
        const value = uniqueValue(attribute, index.type.uid, dataOf(rows, index, row)) ?? '';
        const key = `${index.localeOf(row)} ${value}`;
        const other = byValue.get(key);
        if (other !== undefined)
          faults.add(
            `${index.nameOf(row)} and ${index.nameOf(other)} both have ${attribute.name} ${JSON.stringify(value)}, which is unique`,
          );
        byValue.set(key, row);
      }
    }
  }
}

function publishedRows(plan: RowPlan): readonly number[] {
  const rows: number[] = [];
  for (const { row, layer } of plan.all()) if (layer === 'published') rows.push(row);
  return rows;
}

function uniqueValue({ name }: Scalar, uid: string, data: unknown): string | null {
  const value = isPlainObject(data) ? own(data, name) : undefined;
  if (typeof value === 'string') return uid === userType && name === 'email' ? value.toLowerCase() : value;
  return typeof value === 'number' ? String(value) : null;
}

/** 53 bits of two hashes of 32 bits. */
function hashOf(text: string): number {
  let [first, second] = [5381, 52711];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = (Math.imul(first, 33) ^ code) | 0;
    second = (Math.imul(second, 31) + code) | 0;
  }
  return (first >>> 0) * 2 ** 21 + ((second >>> 0) & (2 ** 21 - 1));
}

/** Returns the places of equal values, in groups of at least two. */
function* equalGroups(values: Float64Array): Generator<readonly number[]> {
  const order = Uint32Array.from(values, (_, at) => at)
    .filter((at) => !Number.isNaN(values[at]))
    .sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0) || left - right);
  let group: number[] = [];
  for (const at of order) {
    if (group.length > 0 && values[group[0] ?? 0] !== values[at]) {
      if (group.length > 1) yield group;
      group = [];
    }
    group.push(at);
  }
  if (group.length > 1) yield group;
}
