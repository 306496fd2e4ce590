import type { AggregateAnswer } from '../../../application/ports/document-store.js';
import type { AggregatePlan } from '../../../domain/plan/aggregate-plan.js';
import { groupingSteps, type GroupedVersion } from '../../../domain/plan/compute-groups.js';
import type { Result } from '../../../domain/result.js';
import { startReading, type Reading } from './fits.js';
import { matching } from './read-documents.js';
import { keyAt } from './sort-nodes.js';
import type { Tables } from './tables.js';
import { scalarAt, type Node } from './values.js';

/** Computes groups in steps; see `readingSteps`. */
export function* aggregatingSteps(
  tables: Tables,
  plan: AggregatePlan,
): Generator<void, Result<AggregateAnswer>> {
  const reading = startReading(tables);
  const found = yield* matching(reading, plan.documents);
  return yield* groupingSteps(plan, versionsOf(reading, plan, found));
}

function* versionsOf(
  reading: Reading,
  { groups }: AggregatePlan,
  nodes: Iterable<Node>,
): Generator<GroupedVersion> {
  for (const node of nodes)
    yield {
      keys: groups.map((key) => keyAt(reading, node, key)),
      valueOf: (field) => scalarAt(node, field),
    };
}
