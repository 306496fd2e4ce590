import { ok, type Result } from '../../../domain/result.js';
import { isServer, type Principal } from '../../../domain/permission/permission.js';
import type { Change } from '../../../domain/plan/change.js';
import type { ReadPlan } from '../../../domain/plan/read-plan.js';
import type { Layer, Selection } from '../../../domain/query/query.js';
import { err } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { admitsAll } from '../../admission/admission.js';
import type { Guard } from '../../ports/document-store.js';
import type { UnitsOfWork } from '../../ports/units-of-work.js';
import type { RowEvent, RowHooks, RowOperation, RowParams } from '../row-hooks.js';
import type { DocumentsDependencies } from '../use-cases.js';

/** What operations on types with hooks need. */
export interface Hooked {
  readonly dependencies: DocumentsDependencies;
  readonly hooks: RowHooks;
  readonly units: UnitsOfWork;
}

/** Null for a type whose writes have no hooks. */
export function hookedWrites(dependencies: DocumentsDependencies, { uid }: ContentType): Hooked | null {
  const { hooked } = dependencies;
  return hooked?.hooks.hasInside(uid) === true ? { dependencies, ...hooked } : null;
}

/** Null for a type whose reads have no hooks, and for what the server reads for itself. */
export function hookedReads(
  dependencies: DocumentsDependencies,
  principal: Principal,
  { uid }: ContentType,
): Hooked | null {
  const { hooked } = dependencies;
  const runs = !isServer(principal) && hooked?.hooks.hasReads(uid) === true;
  return runs ? { dependencies, ...hooked } : null;
}

/** One operation on a document: a checked change, and the answer that the caller gets. */
export interface HookedOperation<Kind extends Change = Change> {
  readonly principal: Principal;
  readonly change: Kind;
  /** The layer of the version that the caller gets. */
  readonly layer: Layer;
  readonly answer: ReadPlan;
  /** What the caller has selected; hooks get what it populates in `result`. */
  readonly selection: Selection;
}

/** Runs an operation in a unit of work, when it is the caller's turn. */
export function inUnit<T>(
  { dependencies, units }: Hooked,
  { caller }: Principal,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { admission = admitsAll } = dependencies;
  return admission.write(caller, () => units.run(work));
}

/** Checks guards before any hook runs. The write checks them again. */
export async function refusedByGuards(
  { dependencies }: Hooked,
  guards: readonly Guard[],
): Promise<Result<null>> {
  for (const { when, plan, refusal } of guards) {
    if (when !== 'before') continue;
    const found = await dependencies.store.read(plan);
    if (!found.ok) return found;
    if (found.value.size > 0) return err(refusal);
  }
  return ok(null);
}

/** One row that an operation writes, and what its hooks get. */
export interface RowStep {
  readonly type: ContentType;
  readonly documentId: string;
  readonly layer: Layer;
  readonly locale: string;
  readonly selection: Selection;
}

/** Runs the `before` hooks. The returned function runs the `after` hooks with the same params and states. */
export async function begin(
  { hooks }: Hooked,
  type: RowEvent['type'],
  operation: RowOperation,
  params: RowParams,
): Promise<(result: unknown) => Promise<RowEvent>> {
  const states: RowEvent['states'] = new Map();
  await hooks.run({ action: `before${operation}`, type, params, states });
  return async (result) => {
    const event: RowEvent = { action: `after${operation}`, type, params, result, states };
    await hooks.run(event);
    return event;
  };
}
