import { updatedAtOf } from '../../../domain/document/revision.js';
import { failure } from '../../../domain/failure.js';
import type { Expected } from '../../../domain/query/mutation.js';
import { err, ok, type Result } from '../../../domain/result.js';

/** Returns the `updatedAt` of a revision, or of the entity tag that begins with it; null for a text that is neither. */
export const timeOfTag = (tag: string): string | null => updatedAtOf(tag.split('.', 1)[0] ?? '');

/**
 * Decodes the argument `ifMatch` of a write: the `updatedAt` that was read, its revision or entity tag, or `*`. Undefined and
 * null: nothing is expected.
 */
export function decodeExpected(given: unknown): Result<Expected | undefined> {
  if (given === undefined || given === null) return ok(undefined);
  if (given === '*') return ok('any');
  const text = given instanceof Date ? isoOf(given.getTime()) : given;
  const time = typeof text === 'string' ? (timeIn(text) ?? timeOfTag(unquoted(text))) : null;
  return time === null ? err(invalid) : ok([time]);
}

const timeIn = (text: string): string | null => (isTime.test(text) ? isoOf(Date.parse(text)) : null);

const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

const isoOf = (time: number): string | null => (Number.isNaN(time) ? null : new Date(time).toISOString());

const unquoted = (text: string): string => /^(?:W\/)?"([^"]*)"$/.exec(text)?.[1] ?? text;

const invalid = failure(
  'QUERY.INVALID',
  'Invalid precondition: ifMatch has the updatedAt that was read, its version, or *',
  { key: 'ifMatch' },
);

/** What is expected is that of one version. */
export const expectedOfOne = failure(
  'QUERY.INVALID',
  'Invalid precondition: it is about one locale, not about *',
);

export const expectedOfSeveral = failure(
  'QUERY.INVALID',
  'Invalid precondition: the operations of a bulk request have none',
);

/** The version of that time may be another one. */
export const expectedLater = failure(
  'QUERY.INVALID',
  'Invalid precondition: what is planned for later cannot have one',
);
