import { isPlainObject } from '../document/plain-object.js';
import { checkOptions } from './check-options.js';
import { readCount, shown } from './read-option.js';
import type { SchemaNode } from './schema-node.js';
import type { HistoryRetention } from './schema.js';

export const defaultRetention: HistoryRetention = Object.freeze({ versions: 100, days: 365 });

/** Entries of one document are read and removed together, so their number has a bound. */
const most: HistoryRetention = { versions: 1_000, days: 36_500 };

/** Reads `options.history`: true, false, or how much is kept. */
export function readHistory(node: SchemaNode, otherwise: boolean): HistoryRetention | null {
  const { value } = node;
  if (!node.present) return otherwise ? defaultRetention : null;
  if (typeof value === 'boolean') return value ? defaultRetention : null;
  if (!isPlainObject(value)) {
    node.fault(`must be true, false or { "versions": 100, "days": 365 }, but is ${shown(value)}`);
    return null;
  }
  checkOptions(node, { read: ['versions', 'days'], harmless: [] });
  return Object.freeze({ versions: readLimit(node, 'versions'), days: readLimit(node, 'days') });
}

function readLimit(node: SchemaNode, key: keyof HistoryRetention): number {
  const limit = readCount(node.at(key));
  if (limit === undefined) return defaultRetention[key];
  if (limit < 1 || limit > most[key])
    node.at(key).fault(`must be a number from 1 to ${most[key]}, but is ${limit}`);
  return limit;
}
