/** The pure core: schemas, queries, plans and permissions. Synchronous, without I/O. */
export { buildSchema } from './schema/build-schema.js';
export * from './schema/schema.js';
export type * from './schema/schema-source.js';
export { reason, type Reason, type ReasonCode } from './reason/reason.js';
export { failure, invalidInput, type Failure, type FailureCode, type InputError } from './failure.js';
export { err, ok, type Result } from './result.js';
export type { Caller, RequestMeasure } from './caller.js';
export type { Cancellation } from './cancellation.js';
export type { ChangeSummary } from './change-log/summarize-change.js';
export type { ServedType } from './media/served-types.js';
export {
  type Action,
  actions,
  decide,
  type GrantedAction,
  type Grants,
  grantsOf,
  type Permission,
  type Principal,
  systemPrincipal,
  unlimited,
} from './permission/permission.js';
export { operators, type Filter, type Operator, type Populate, type PopulateMember } from './query/query.js';
export type { Layer, Layout, PageCursor, PublicationFilter, Query, Range } from './query/query.js';
export type { ReadLayer, Selection, Sort } from './query/query.js';
export type * from './query/aggregate.js';
export type * from './query/mutation.js';
export { planRead, type PlanBudget } from './plan/plan-read.js';
export type { CostLimits } from './plan/plan-cost.js';
export { beyondNumbers, columnsOf, tooManyGroups } from './plan/aggregate-plan.js';
export type * from './plan/aggregate-plan.js';
export { footprintOf, footprintOfAggregate, type Footprint } from './plan/footprint.js';
export type { FanOut, LinkStatistics, Statistics } from './plan/statistics.js';
export type { TextSearch } from './plan/text-search.js';
export { planWrite } from './plan/plan-write.js';
export { requirementsOf } from './plan/requirements-of.js';
export { notUnique, targetNotFound } from './plan/write-plan.js';
export { nothingLoaded } from './plan/write-requirements.js';
export type * from './plan/comparison.js';
export type * from './plan/read-plan.js';
export type { TypeIndex } from './plan/suggest-indexes.js';
export type * from './plan/write-plan.js';
export type * from './plan/write-requirements.js';
export type { Change } from './plan/change.js';
export type { ComponentInput, Input, ItemInput } from './document/input.js';
export type { Revision } from './document/revision.js';
export { validateInput } from './document/validate-input.js';
export { familyOf, presentTime, type Family } from './document/value.js';
export { applyPending, changeList, renewKeys, type LinkEdit } from './relation/change-links.js';
export type * from './relation/link-list.js';
export { keyBetween } from './relation/place-links.js';
export { applyToList } from './relation/list.js';
