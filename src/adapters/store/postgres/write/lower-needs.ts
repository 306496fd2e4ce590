import type { DocumentLock } from '../../../../domain/plan/document-lock.js';
import type { Needs } from '../../../../domain/plan/write-plan.js';
import { Parameters, type Statement } from '../statement.js';
import { tick } from './link-list.js';
import { lockParts } from './lock-parts.js';
import { lowerDocumentNeed } from './lower-document-need.js';
import { lowerNeighbourhood } from './lower-neighbourhood.js';
import type { Part } from './part.js';

/** Locks in the order given; documents that are not there are skipped. Null where nothing is to be locked. */
export function lowerLocks({ locks }: Needs): Statement | null {
  if (locks.length === 0) return null;
  const parameters = new Parameters();
  const parts = [...lowerTurn(parameters, locks), ...lockParts(parameters, locks)];
  return {
    text: `WITH ${parts.map(({ name, text }) => `${name} AS ${text}`).join(', ')} SELECT ${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')} AS locked`,
    values: parameters.values,
  };
}

/**
 * The one document of a single type may be made in two locales at once, which would not see what they are to share:
 * there is no row yet to wait for. Nobody who waits here holds a lock.
 */
function lowerTurn(parameters: Parameters, locks: readonly DocumentLock[]): readonly Part[] {
  const single = locks.find(
    ({ type, mode }) => mode === 'exclusive' && type.kind === 'singleType' && type.localized,
  );
  if (single === undefined) return [];
  const documentId = parameters.add(single.documentId, 'text');
  return [{ name: 'turn', text: `MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext(${documentId})))` }];
}

/**
 * Loads what was locked. A statement of its own: one that waits for its locks still sees what was there before.
 * Its row has `document` (see `lowerDocumentNeed`, or null), `lists` (arrays of `[documentId, locale, key]`) and `ticks`.
 */
export function lowerLoad({ document, lists, ticks }: Needs): Statement {
  const parameters = new Parameters();
  const columns = [
    `${document === null ? 'NULL::json' : lowerDocumentNeed(parameters, document)} AS document`,
    `json_build_array(${lists.map((need) => lowerNeighbourhood(parameters, need)).join(', ')}) AS lists`,
    `(SELECT coalesce(json_agg(${tick}), '[]') FROM generate_series(1, ${parameters.add(ticks, 'integer')})) AS ticks`,
  ];
  return { text: `SELECT ${columns.join(', ')}`, values: parameters.values };
}
