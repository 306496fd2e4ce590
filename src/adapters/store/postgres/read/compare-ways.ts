import type { Cancellation } from '../../../../domain/cancellation.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { withParts } from '../statement.js';
import type { FilterWay } from './filter-ways.js';
import { isByPosition, lowerWay } from './lower-page.js';
import { lowerWhere } from './lower-where.js';
import { Lowering, rootScope } from './lowering.js';

/**
 * Asks PostgreSQL's planner what the page and the total of a filtered list would cost, for the values of this plan. It
 * expects matches to be spread evenly over the order. If they all come at its end, following an index of the order and
 * fetching each row to check it takes many times what reading the table does, so this counts as infinitely expensive,
 * unless rows lie in this order.
 */
export async function compareWays(
  connection: Queryable,
  schema: Schema,
  plan: ReadPlan,
  signal?: Cancellation,
): Promise<Readonly<Record<FilterWay, number>>> {
  const costOf = async (way: FilterWay): Promise<number> => {
    const lowering = new Lowering(schema, plan.limits, undefined, plan.once);
    const scope = rootScope('t0', plan.type, plan.context);
    const where = lowerWhere(lowering, scope, plan);
    const select = lowerWay(lowering, scope, plan, where, way);
    const { values } = lowering.parameters;
    const statement = { text: `EXPLAIN (FORMAT JSON) ${withParts(lowering.parts)}${select}`, values };
    const [row] = await connection.query<ExplainRow>({ ...statement, isRepeated: false }, signal);
    const found = row?.['QUERY PLAN'][0]?.Plan;
    return found === undefined || (way === 'apart' && !isByPosition(plan) && fetchesInOrder(found))
      ? Number.POSITIVE_INFINITY
      : found['Total Cost'];
  };
  return { together: await costOf('together'), apart: await costOf('apart') };
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly 'Parent Relationship'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Whether the plan reads rows in their order and checks them one by one, until it has enough. */
function fetchesInOrder(node: PlanNode): boolean {
  switch (node['Node Type']) {
    case 'Sort':
    case 'Index Only Scan':
      return false;
    case 'Index Scan':
      return node.Filter !== undefined;
  }
  const [input, ...others] = (node.Plans ?? []).filter(
    ({ 'Parent Relationship': relationship }) => relationship === 'Outer' || relationship === 'Subquery',
  );
  return input === undefined || others.length > 0 || isJoin(node) || fetchesInOrder(input);
}

const isJoin = ({ Plans: inputs = [] }: PlanNode): boolean =>
  inputs.some(({ 'Parent Relationship': relationship }) => relationship === 'Inner');
