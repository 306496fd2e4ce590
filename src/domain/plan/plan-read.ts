import type { Principal } from '../permission/permission.js';
import type { Query } from '../query/query.js';
import type { Result } from '../result.js';
import type { Schema } from '../schema/schema.js';
import type { Limits, ReadPlan } from './read-plan.js';

/** The one way from a question to a plan: see design.md, "One meeting point". */
export function planRead(_schema: Schema, _query: Query, _principal: Principal, _limits: Limits): Result<ReadPlan> {
  throw new Error('being written');
}
