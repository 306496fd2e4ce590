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
import { Refusal } from './attempt.js';

/**
 * The steps of a write that every store takes, in this order and in one unit of work: decide (load, decide, rebalance
 * and load again where a list has no room), check the guards of `before`, apply the plan, check the guards of `after`,
 * read the answer. What is thrown takes the unit back; `afterRaces` repeats it where another writer was faster.
 */
export interface WriteSteps {
  /** Reads what the decision needs, under its locks. */
  load(needs: WriteRequirements): Promise<LoadedState>;
  /** Gives the links of the list new keys that keep their order. */
  rebalance(need: ListRequirement): Promise<void>;
}

/** New keys are short, so a write that asks for a second rebalance decides wrongly. */
const maxLoads = 3;

/** Loads what the write needs, and decides it. */
export async function decideLoaded(
  work: WriteWork,
  needs: WriteRequirements,
  steps: WriteSteps,
): Promise<WritePlan> {
  for (let load = 1; load <= maxLoads; load++) {
    const decision = decide(work, await steps.load(needs));
    if (decision.kind === 'write') return decision.plan;
    for (const index of decision.lists) {
      const need = needs.lists[index];
      if (need !== undefined) await steps.rebalance(need);
    }
  }
  throw new Error('a write asked again and again to rebalance a list');
}

/** Decides a write that reads nothing first. */
export function decideAtOnce(work: WriteWork): WritePlan {
  const decision = decide(work, nothingLoaded);
  if (decision.kind === 'rebalance') throw new Error('a write that loaded no list asked to rebalance one');
  return decision.plan;
}

function decide(work: WriteWork, known: LoadedState) {
  const decision = work.decide(known);
  if (!decision.ok) throw new Refusal(decision.failure);
  return decision.value;
}

/** Whether the write is decided without loading anything, also by its guards. */
export const isDecidedAtOnce = (work: WriteWork): boolean =>
  readsNothing(work.needs) && guardsOf(work, 'before').length === 0;

export const guardsOf = ({ guards = [] }: WriteWork, when: Guard['when']): readonly Guard[] =>
  guards.filter((guard) => guard.when === when);

/** Refuses the write where one of its guards finds something. `count` reads a plan in the write's unit of work. */
export async function checkGuards(
  work: WriteWork,
  when: Guard['when'],
  count: (plan: ReadPlan) => Promise<number>,
): Promise<void> {
  for (const { plan, refusal } of guardsOf(work, when))
    if ((await count(plan)) > 0) throw new Refusal(refusal);
}

/** Whether the write makes its document, which then has no links yet. A write that loads its document may have found it. */
export const makesDocument = ({ versions }: WritePlan, needs: WriteRequirements | null): boolean =>
  (needs === null || needs.document === null) &&
  versions.length > 0 &&
  versions.every(({ op }) => op === 'insert');

/** The refusal of the attribute whose value is taken, by the unique index that `error` names; otherwise the error. */
export function refusalOfTaken(
  plan: WritePlan,
  error: unknown,
  violatedIndex: (error: unknown) => string | undefined,
  indexOf: (type: ContentType, attribute: Scalar) => string,
): unknown {
  const index = violatedIndex(error);
  if (index === undefined) return error;
  const { type } = plan;
  for (const attribute of type.attributes.values()) {
    if (attribute.kind === 'scalar' && indexOf(type, attribute) === index)
      return new Refusal(notUnique(plan, attribute.name));
  }
  return error;
}
