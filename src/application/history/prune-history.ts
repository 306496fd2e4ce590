import { compare, equals } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';
import type { Schema } from '../../domain/schema/schema.js';
import { defaultRetention } from '../../domain/schema/read-history.js';
import { daysAgo } from '../days-ago.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { removeRecords } from './history-records.js';

interface Pruning {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly log: Log;
}

const batch = 100;

/**
 * Removes entries that are older than their type keeps them, until `goOn` returns false. The newest entry of a document
 * stays as long as the document is there, because the next entry begins with it.
 */
export async function pruneHistory(
  { schema, documents, clock, log }: Pruning,
  goOn: () => boolean,
): Promise<void> {
  for (const filters of oldEntries(schema, clock))
    while (goOn()) {
      const removed = await removeRecords(documents, filters, batch);
      if (!removed.ok) return log.warn(`old entries of the history stay: ${removed.failure.message}`);
      if (removed.value < batch) break;
    }
}

function oldEntries({ contentTypes }: Schema, clock: Clock): readonly (readonly Filter[])[] {
  const before = (days: number): Filter => compare('at', '$lt', daysAgo(clock, days));
  const kept = [...contentTypes.values()].filter(({ history }) => history !== null);
  const passed: Filter = {
    kind: 'or',
    filters: [compare('newest', '$eq', false), equals('action', 'delete')],
  };
  return [
    ...kept.map(({ uid, history }) => [
      before((history ?? defaultRetention).days),
      equals('type', uid),
      passed,
    ]),
    // Of types that have no history any more, or are gone.
    [
      before(defaultRetention.days),
      compare(
        'type',
        '$notIn',
        kept.map(({ uid }) => uid),
      ),
    ],
  ];
}
