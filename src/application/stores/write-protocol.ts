import { readsNothing } from '../../domain/plan/requirements-of.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import { notUnique, type WritePlan } from '../../domain/plan/write-plan.js';
import {
  nothingLoaded,
  type LoadedState,
  type ListRequirement,
  type WriteRequirements,
} from '../../domain/plan/write-requirements.js';
import type { ContentType, Scalar } from '../../domain/schema/schema.js';
import type { Guard, WriteWork } from '../ports/document-store.js';
import { ThrownFailure } from '../thrown-failure.js';

/**
 * The steps of a write, in one transaction and the same for every store: load, check the `before` guards, decide (and
 * rebalance and load again if a list has no room), apply the plan, check the `after` guards, read the answer. A
 * thrown error rolls the transaction back; `afterRaces` repeats it after a conflict.
 */
export interface WriteSteps {
  /** Locks and loads what the decision needs. */
  load(requirements: WriteRequirements): Promise<LoadedState>;
  /** Gives the links of the list new, short keys in the same order. */
  rebalance(requirement: ListRequirement): Promise<void>;
  /** Counts the documents of a guard's plan. */
  count(plan: ReadPlan): Promise<number>;
}

/** New keys are short, so a second rebalance is a bug in the decision. */
const maxLoads = 3;

/**
 * Loads the state, checks the `before` guards and decides the write. In this order: why a write cannot be decided may say what is
 * in a document that the writer may not see.
 */
export async function decideLoaded(
  work: WriteWork,
  requirements: WriteRequirements,
  steps: WriteSteps,
): Promise<WritePlan> {
  for (let load = 1; load <= maxLoads; load++) {
    const loaded = await steps.load(requirements);
    if (load === 1) await checkGuards(work, 'before', (plan) => steps.count(plan));
    const decision = decide(work, loaded);
    if (decision.kind === 'write') return decision.plan;
    for (const index of decision.lists) {
      const requirement = requirements.lists[index];
      if (requirement !== undefined) await steps.rebalance(requirement);
    }
  }
  throw new Error('a write needs a second rebalance of a list');
}

/** Decides a write that needs no loaded state. */
export function decideAtOnce(work: WriteWork): WritePlan {
  const decision = decide(work, nothingLoaded);
  if (decision.kind === 'rebalance') throw new Error('a write that loaded no list needs a rebalance');
  return decision.plan;
}

function decide(work: WriteWork, loaded: LoadedState) {
  const decision = work.decide(loaded);
  if (!decision.ok) throw new ThrownFailure(decision.failure);
  return decision.value;
}

/** Whether the write and its guards need no loaded state. */
export const isDecidedAtOnce = (work: WriteWork): boolean =>
  readsNothing(work.requirements) && guardsOf(work, 'before').length === 0;

export const guardsOf = ({ guards = [] }: WriteWork, when: Guard['when']): readonly Guard[] =>
  guards.filter((guard) => guard.when === when);

/** Fails if a guard finds something. `count` counts the documents of a plan in the write's transaction. */
export async function checkGuards(
  work: WriteWork,
  when: Guard['when'],
  count: (plan: ReadPlan) => Promise<number>,
): Promise<void> {
  for (const { plan, refusal } of guardsOf(work, when))
    if ((await count(plan)) > 0) throw new ThrownFailure(refusal);
}

/**
 * Whether the write creates its document, which then has no links yet. A write that loads its document may have found
 * an existing one.
 */
export const makesDocument = ({ versions }: WritePlan, requirements: WriteRequirements | null): boolean =>
  (requirements === null || requirements.document === null) &&
  versions.length > 0 &&
  versions.every(({ op }) => op === 'insert');

/**
 * Returns the refusal of a duplicate value if `error` is a violation of an attribute's unique index; otherwise the
 * error.
 */
export function refusalOfTaken(
  plan: WritePlan,
  error: unknown,
  violatedIndex: (error: unknown) => string | undefined,
  isIndexOf: (index: string, type: ContentType, attribute: Scalar) => boolean,
): unknown {
  const index = violatedIndex(error);
  if (index === undefined) return error;
  const { type } = plan;
  for (const attribute of type.attributes.values()) {
    if (attribute.kind === 'scalar' && isIndexOf(index, type, attribute))
      return new ThrownFailure(notUnique(plan, attribute.name));
  }
  return error;
}
