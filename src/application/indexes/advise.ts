import { fitsIndex, serves, type TypeIndex } from '../../domain/plan/suggest-indexes.js';
import type { Scalar, Schema, Uid } from '../../domain/schema/schema.js';
import type { IndexChange, ListedIndex } from '../ports/index-store.js';
import { emptyRecord, faded, isSame, type IndexRecord, type MadeIndex } from './index-record.js';

/** A change, and why. */
export interface Choice {
  readonly change: IndexChange;
  readonly why: string;
  /** What the questions of a made index cost before. */
  readonly before: MadeIndex['before'];
}

/** When an index is made, and when one is removed. */
export interface AdviceLimits {
  /** The most indexes that are made for one content-type. */
  readonly perType: number;
  /** Milliseconds in the store, of about one day. */
  readonly minMs: number;
  /** In how many different minutes a question must have been asked. */
  readonly minMinutes: number;
  /** How long ago it must have been asked first. */
  readonly minAgeMs: number;
  /** Versions read for each one answered. */
  readonly minReadForEach: number;
  /** Versions read for one answer. */
  readonly minRead: number;
  /** Days in a row without a question, after which a made index is removed. */
  readonly idleDays: number;
}

export const defaultAdviceLimits: Omit<AdviceLimits, 'perType'> = {
  minMs: 20_000,
  minMinutes: 5,
  minAgeMs: 10 * 60_000,
  minReadForEach: 2,
  minRead: 2_000,
  idleDays: 14,
};

/** What questions that an index serves cost, in about one day. */
export interface Evidence {
  readonly calls: number;
  readonly ms: number;
  readonly read: number;
  readonly answered: number;
  readonly minutes: number;
  readonly firstAt: number;
  /** The forms of these questions, the most expensive first. */
  readonly questions: readonly string[];
}

/** An index that is not there, and would serve questions that were asked. */
export interface Proposal {
  readonly index: TypeIndex;
  readonly evidence: Evidence;
  /** Why it is not made yet; null: it is made next. */
  readonly waitsFor: string | null;
}

export interface Advice {
  /** The most expensive questions first. */
  readonly proposals: readonly Proposal[];
  /** Made indexes that are to be removed, with the reason. */
  readonly removals: readonly { readonly index: ListedIndex; readonly reason: string }[];
}

export type IndexRecords = ReadonlyMap<Uid, IndexRecord>;

/** Says which indexes to make and to remove. Pure. */
export function advise(
  schema: Schema,
  records: IndexRecords,
  there: readonly ListedIndex[],
  limits: AdviceLimits,
  now: number,
): Advice {
  const complete = there.filter(({ isComplete }) => isComplete);
  const removals = complete.flatMap((index) => {
    const reason = removalOf(index, complete, records, limits);
    return reason === null ? [] : [{ index, reason }];
  });
  const missing = wantedIndexes(schema, records).filter(
    (index) => !complete.some((one) => serves(one, index)),
  );
  const proposals = missing
    .map((index) => ({ index, evidence: evidenceFor(index, records, now, complete) }))
    .sort((a, b) => b.evidence.ms - a.evidence.ms)
    .map((one): Proposal => ({ ...one, waitsFor: waitsFor(one, records, complete, limits, now) }));
  return { proposals, removals };
}

/** The next change: what is to be removed goes first, because it makes room. */
export function nextChange({ proposals, removals }: Advice): Choice | null {
  const [removal] = removals;
  if (removal !== undefined)
    return { change: { kind: 'drop', index: removal.index }, why: removal.reason, before: nothing };
  const proposal = proposals.find(({ waitsFor: reason }) => reason === null);
  return proposal === undefined ? null : makingChoice(proposal);
}

const nothing = { calls: 0, ms: 0 };

export const makingChoice = ({ index, evidence }: Pick<Proposal, 'index' | 'evidence'>): Choice => ({
  change: { kind: 'make', index },
  why: describeEvidence(evidence),
  before: { calls: evidence.calls, ms: evidence.ms },
});

/** `400 calls, 5.2 s, 13 ms each; 812 read for each answered`. */
export function describeEvidence({ calls, ms, read, answered }: Evidence): string {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  const each = `${(ms / Math.max(1, calls)).toFixed(1)} ms each`;
  return `${Math.round(calls)} calls, ${seconds}, ${each}; ${Math.round(read / Math.max(1, answered))} read for each answered`;
}

/** The suggested indexes that the schema allows, without those that a longer one includes. */
function wantedIndexes(schema: Schema, records: IndexRecords): readonly TypeIndex[] {
  const all = new Map<string, TypeIndex>();
  for (const { questions } of records.values())
    for (const { indexes } of questions)
      for (const index of indexes) if (isPossible(schema, index)) all.set(JSON.stringify(index), index);
  const wanted = [...all.values()];
  return wanted.filter((index) => !wanted.some((other) => other !== index && serves(other, index)));
}

/** Whether the schema, which may have changed since, has these attributes, and their values are short enough. */
export function isPossible(schema: Schema, { type: uid, layer, fields }: TypeIndex): boolean {
  const type = schema.contentTypes.get(uid);
  if (type === undefined || (layer === 'draft' && !type.draftAndPublish)) return false;
  const scalars = fields.map((name) => type.attributes.get(name));
  return scalars.every((one): one is Scalar => one?.kind === 'scalar') && fitsIndex(scalars);
}

/** Sums what an index would serve and no index that is there serves. */
export function evidenceFor(
  index: TypeIndex,
  records: IndexRecords,
  now: number,
  there: readonly ListedIndex[] = [],
): Evidence {
  const served = [...records]
    .flatMap(([uid, { questions }]) => questions.map((question) => ({ uid, ...faded(question, now) })))
    .filter(({ indexes }) =>
      indexes.some((each) => serves(index, each) && !there.some((one) => serves(one, each))),
    )
    .sort((a, b) => b.ms - a.ms);
  const sum = (of: (question: (typeof served)[number]) => number): number =>
    served.reduce((total, question) => total + of(question), 0);
  return {
    calls: sum(({ calls }) => calls),
    ms: sum(({ ms }) => ms),
    read: sum(({ read }) => read),
    answered: sum(({ answered }) => answered),
    minutes: Math.max(0, ...served.map(({ minutes }) => minutes)),
    firstAt: Math.min(now, ...served.map(({ firstAt }) => firstAt)),
    questions: served.map(({ uid, text }) => (uid === index.type ? text : `${uid} ${text}`)),
  };
}

function waitsFor(
  { index, evidence }: Pick<Proposal, 'index' | 'evidence'>,
  records: IndexRecords,
  there: readonly ListedIndex[],
  limits: AdviceLimits,
  now: number,
): string | null {
  const held = (records.get(index.type) ?? emptyRecord).held.find((one) => isSame(one.index, index));
  if (held !== undefined && held.until > now)
    return `held back until ${new Date(held.until).toISOString()}: ${held.reason}`;
  const { calls, ms, read, answered, minutes, firstAt } = evidence;
  if (read / Math.max(1, calls) < limits.minRead) return 'few documents are read';
  if (read / Math.max(1, answered) < limits.minReadForEach) return 'most of what is read is also answered';
  if (ms < limits.minMs) return 'its questions take little time so far';
  if (minutes < limits.minMinutes || now - firstAt < limits.minAgeMs) return 'it was asked only lately';
  const made = there.filter(({ type, origin }) => type === index.type && origin === 'made').length;
  if (made >= limits.perType) return `the content-type has its ${limits.perType} indexes already`;
  return null;
}

function removalOf(
  index: ListedIndex,
  there: readonly ListedIndex[],
  records: IndexRecords,
  { idleDays }: AdviceLimits,
): string | null {
  if (index.origin !== 'made') return null;
  if (index.fields.length === 0) return 'it no longer fits the schema';
  const longer = there.find((one) => one !== index && includes(one, index));
  if (longer !== undefined) return `"${longer.name}" serves the same`;
  const made = madeOf(records, index);
  if (made !== undefined && made.idleDays >= idleDays)
    return `it served no question for ${made.idleDays} days`;
  return null;
}

/** Whether one index makes another needless; of two equal ones, that of the schema stays. */
function includes(one: ListedIndex, other: ListedIndex): boolean {
  if (one.layer !== 'any' && one.layer !== other.layer) return false;
  const layer = other.layer === 'any' ? 'published' : other.layer;
  if (!serves(one, { type: other.type, layer, fields: other.fields })) return false;
  return one.fields.length > other.fields.length || one.origin !== 'made' || one.name < other.name;
}

export const madeOf = (records: IndexRecords, index: ListedIndex): MadeIndex | undefined =>
  (records.get(index.type) ?? emptyRecord).made.find((one) => isSame(index, one.index));
