import type { Db, Document, Filter } from 'mongodb';
import type { AggregateAnswer, Deadline } from '../../../../application/ports/document-store.js';
import { inTurns } from '../../../../application/stores/in-turns.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import {
  beyondNumbers,
  columnsOf,
  tooManyGroups,
  type AggregatePlan,
} from '../../../../domain/plan/aggregate-plan.js';
import { groupingSteps } from '../../../../domain/plan/compute-groups.js';
import type { Json, Scalar, Schema } from '../../../../domain/schema/schema.js';
import type { Connection } from '../connection.js';
import { fieldOf } from '../layout.js';
import { canonicalScalar } from '../stored-value.js';
import { groupStages, pageOfGroups } from './group-stages.js';
import { lowerVersions } from './lower-filter.js';
import { Reader, type ReadContext } from './reader.js';
import { fieldsOf, layerFields, nodeOf, scalarAt } from './node.js';
import { sortKeys } from './sort-nodes.js';
import { isByPath, matching } from './stages.js';
import { readsOthers } from './strategy.js';

/** Executes a plan as one aggregate; in a snapshot, if other documents have to be read first. */
export function aggregateDocuments(
  connection: Connection,
  schema: Schema,
  plan: AggregatePlan,
  deadline?: Deadline,
): Promise<AggregateAnswer> {
  const { where } = plan.documents;
  const context = { server: connection, deadline };
  return isByPath(plan.groups) || (where !== null && readsOthers(where))
    ? connection.snapshot((session) => aggregateIn(connection.db, schema, plan, { ...context, session }))
    : aggregateIn(connection.db, schema, plan, context);
}

interface Found {
  /** The number of groups, at most one more than the limit. */
  readonly found: readonly { readonly n: number }[];
  readonly total: readonly { readonly n: number }[];
  readonly rows: readonly Document[];
}

/** Executes a plan, inside a transaction if the context has one. */
export async function aggregateIn(
  db: Db,
  schema: Schema,
  plan: AggregatePlan,
  context: ReadContext,
): Promise<AggregateAnswer> {
  const { type, context: asked, where, limits } = plan.documents;
  const reader = new Reader(db, schema, limits, context);
  const filter = await lowerVersions(reader, type, asked, where);
  if (isByPath(plan.groups)) return groupedHere(reader, plan, filter);
  const [answer] = await reader.aggregate<Found>(type, [
    ...matching(filter),
    ...groupStages(plan),
    { $facet: { found: [{ $count: 'n' }], ...pageOfGroups(plan) } },
  ]);
  if (answer === undefined) throw new Error('the database returned no row');
  if ((answer.found[0]?.n ?? 0) > limits.rows) throw new ThrownFailure(tooManyGroups(limits));
  const columns = columnsOf(plan);
  const rows = answer.rows.map((row) => columns.map((column) => canonicalScalar(column, row[column.name])));
  if (rows.flat().some((value) => typeof value === 'number' && !Number.isFinite(value)))
    throw new ThrownFailure(beyondNumbers);
  return { rows, total: answer.total[0]?.n ?? 0 };
}

/** Groups by what other documents have: reads the versions and their keys, and computes the groups in this process. */
async function groupedHere(
  reader: Reader,
  plan: AggregatePlan,
  filter: Filter<Document>,
): Promise<AggregateAnswer> {
  const { documents, groups, values } = plan;
  const { type, context } = documents;
  const rows = await reader.versions(type, {
    filter,
    fields: [
      ...new Set([
        ...fieldsOf({ members: [] }, groups),
        ...layerFields(documents),
        ...values.map(({ field }) => fieldOf(field)),
      ]),
    ],
  });
  const nodes = rows.map((row) => nodeOf(type, row, context));
  const columns: (readonly Json[])[] = [];
  for (const key of groups) columns.push(await sortKeys(reader, nodes, key));
  const versions = nodes.map((node, index) => ({
    keys: columns.map((column) => column[index] ?? null),
    valueOf: (field: Scalar) => canonicalScalar(field, scalarAt(node, field)),
  }));
  const computed = await inTurns(groupingSteps(plan, versions), reader.signal);
  if (!computed.ok) throw new ThrownFailure(computed.failure);
  return computed.value;
}
