import type { Needs } from '../../../../domain/plan/write-plan.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { tableName } from '../names.js';
import { Parameters, type Statement } from '../statement.js';
import { tick } from './link-list.js';
import { lowerDocumentNeed } from './lower-document-need.js';
import { lowerNeighbourhood } from './lower-neighbourhood.js';

type Lock = Needs['locks'][number];

/** Locks in the order given; documents that are not there are skipped. Null where nothing is to be locked. */
export function lowerLocks({ locks }: Needs): Statement | null {
  if (locks.length === 0) return null;
  const parameters = new Parameters();
  const runs = runsOf(locks).map(({ type, mode, documentIds }, index) => {
    const documents = parameters.addTexts(documentIds);
    const strength = mode === 'exclusive' ? 'UPDATE' : 'KEY SHARE';
    return `l${index} AS MATERIALIZED (SELECT id FROM ${tableName(type)} WHERE document_id = ANY(${documents}) ORDER BY document_id, id FOR ${strength})`;
  });
  const turn = lowerTurn(parameters, locks);
  const counts = [
    ...turn.map(() => '(SELECT count(*) FROM turn)'),
    ...runs.map((_, index) => `(SELECT count(*) FROM l${index})`),
  ];
  return {
    text: `WITH ${[...turn, ...runs].join(', ')} SELECT ${counts.join(' + ')} AS locked`,
    values: parameters.values,
  };
}

/**
 * The one document of a single type may be made in two locales at once, which would not see what they are to share:
 * there is no row yet to wait for. Nobody who waits here holds a lock.
 */
function lowerTurn(parameters: Parameters, locks: readonly Lock[]): readonly string[] {
  const single = locks.find(
    ({ type, mode }) => mode === 'exclusive' && type.kind === 'singleType' && type.localized,
  );
  return single === undefined
    ? []
    : [
        `turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext(${parameters.add(single.documentId, 'text')})))`,
      ];
}

interface Run {
  readonly type: ContentType;
  readonly mode: Lock['mode'];
  readonly documentIds: string[];
}

function runsOf(locks: readonly Lock[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { type, mode, documentId } of locks) {
    const last = runs.at(-1);
    if (last?.type === type && last.mode === mode) last.documentIds.push(documentId);
    else runs.push({ type, mode, documentIds: [documentId] });
  }
  return runs;
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
