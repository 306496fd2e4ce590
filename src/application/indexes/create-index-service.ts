import { Canceller } from '../../domain/cancellation.js';
import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Layer } from '../../domain/query/query.js';
import type { IndexChange, IndexStore, ListedIndex } from '../ports/index-store.js';
import {
  advise,
  describeEvidence,
  evidenceFor,
  madeOf,
  makingChoice,
  type AdviceLimits,
  type Choice,
  type IndexRecords,
  type Proposal,
} from './advise.js';
import { applyChange, type Changing } from './apply-change.js';
import { noteHeld } from './index-record.js';
import { loadRecords, updateRecord } from './records.js';

/** What an operator sees of indexes, and does about them. */
export interface IndexService {
  list(): Promise<Result<readonly ReportedIndex[]>>;
  /** Makes a proposed index now, whatever it waits for. */
  make(name: string): Promise<Result<void>>;
  /** Removes a made index. It is not made again for 30 days. */
  drop(name: string): Promise<Result<void>>;
}

export interface ReportedIndex {
  readonly name: string;
  readonly type: string;
  readonly layer: string;
  readonly attributes: readonly string[];
  /** `proposed` ones are not there. `unused`: no database has used it, and no question that was counted needs it. */
  readonly state: 'schema' | 'made' | 'other' | 'proposed' | 'unused' | 'incomplete';
  readonly bytes: number | null;
  readonly uses: number | null;
  /** Why it is proposed, was made, or is to be removed. */
  readonly why: string;
  /** The forms of the questions that it serves, the most expensive first. */
  readonly questions: readonly string[];
}

type Dependencies = Changing & { readonly limits: AdviceLimits };

const heldMs = 30 * 24 * 60 * 60 * 1000;

/** `store` null: the store has no indexes that can be chosen. */
export function createIndexService(
  dependencies: Omit<Dependencies, 'store'> & { readonly store: IndexStore | null },
): IndexService {
  const { store } = dependencies;
  if (store === null)
    return { list: async () => ok([]), make: async () => err(none), drop: async () => err(none) };
  return serviceOf({ ...dependencies, store });
}

const none = failure('INPUT.INVALID', 'This store has no indexes');

function serviceOf(dependencies: Dependencies): IndexService {
  const { schema, store, clock, limits } = dependencies;
  const now = (): number => Date.parse(clock.now());
  const change = async (
    name: string,
    choose: (state: State, there: readonly ListedIndex[]) => Choice | null,
  ): Promise<Result<IndexChange | null>> => {
    const records = await loadRecords(store);
    if (!records.ok) return records;
    const changed = await applyChange(
      dependencies,
      (there) => choose({ records: records.value, now: now() }, there),
      new Canceller(),
    );
    if (!changed.ok || changed.value !== null) return changed;
    const there = await store.list();
    return there.ok ? err(unfit(name, there.value)) : there;
  };
  return {
    async list() {
      const records = await loadRecords(store);
      const there = records.ok ? await store.list() : records;
      if (!there.ok || !records.ok) return there as Result<never>;
      const { proposals, removals } = advise(schema, records.value, there.value, limits, now());
      const state = { records: records.value, now: now() };
      const leaving = new Map(removals.map(({ index, reason }) => [index, reason]));
      return ok([
        ...there.value.map((index) => reportThere(index, state, leaving.get(index))),
        ...proposals.map((proposal) => reportProposed(proposal, store)),
      ]);
    },
    async make(name) {
      const made = await change(name, ({ records, now: at }, there) => {
        const { proposals } = advise(schema, records, there, limits, at);
        const proposal = proposals.find(({ index }) => store.nameOf(index) === name);
        return proposal === undefined ? null : makingChoice(proposal);
      });
      return made.ok ? ok(undefined) : made;
    },
    async drop(name) {
      const dropped = await change(name, (_state, there) => {
        const index = there.find((one) => one.name === name && one.origin === 'made');
        if (index === undefined) return null;
        return {
          change: { kind: 'drop', index },
          why: 'an operator removed it',
          before: { calls: 0, ms: 0 },
        };
      });
      if (!dropped.ok || dropped.value?.kind !== 'drop') return dropped as Result<never>;
      return hold(dependencies, dropped.value.index, now());
    },
  };
}

interface State {
  readonly records: IndexRecords;
  readonly now: number;
}

async function hold(
  { store }: Dependencies,
  { type, layer, fields }: ListedIndex,
  now: number,
): Promise<Result<void>> {
  const layers: readonly Layer[] = layer === 'any' ? ['draft', 'published'] : [layer];
  const held = { reason: 'an operator removed it', until: now + heldMs };
  return updateRecord(store, type, (record) =>
    layers.reduce((kept, one) => noteHeld(kept, { type, layer: one, fields }, held, now), record),
  );
}

function reportThere(
  index: ListedIndex,
  { records, now }: State,
  leaving: string | undefined,
): ReportedIndex {
  const { name, type, layer, fields, origin, isComplete, bytes, uses } = index;
  const served = evidenceFor({ type, layer: layer === 'any' ? 'published' : layer, fields }, records, now);
  const made = madeOf(records, index);
  const isUnused =
    uses === 0 && served.calls === 0 && fields.length > 0 && (made === undefined || made.idleDays > 0);
  return {
    name,
    type,
    layer,
    attributes: fields,
    state: isComplete ? (isUnused ? 'unused' : origin) : 'incomplete',
    bytes,
    uses,
    why: [
      ...(made === undefined ? [] : [`before: ${each(made.before)}`]),
      ...(served.calls > 0 ? [`now: ${each(served)}`] : []),
      ...(made !== undefined && made.idleDays > 0 ? [`no question for ${made.idleDays} days`] : []),
      ...(leaving === undefined ? [] : [`to be removed: ${leaving}`]),
    ].join('; '),
    questions: served.questions,
  };
}

const each = ({ calls, ms }: { readonly calls: number; readonly ms: number }): string =>
  `${Math.round(calls)} calls of ${(ms / Math.max(1, calls)).toFixed(1)} ms`;

const reportProposed = ({ index, evidence, waitsFor }: Proposal, store: IndexStore): ReportedIndex => ({
  name: store.nameOf(index),
  type: index.type,
  layer: index.layer,
  attributes: index.fields,
  state: 'proposed',
  bytes: null,
  uses: null,
  why: [describeEvidence(evidence), ...(waitsFor === null ? [] : [waitsFor])].join('; '),
  questions: evidence.questions,
});

/** Why the index can be neither made nor removed. */
const unfit = (name: string, there: readonly ListedIndex[]): Failure => {
  const found = there.find((index) => index.name === name);
  const why =
    found === undefined
      ? 'No index of that name was made, or is proposed'
      : found.origin === 'made'
        ? 'That index is there already'
        : 'That index was not made by itself';
  return failure('INPUT.INVALID', `${why}: "${name}" (see: quire indexes)`);
};
