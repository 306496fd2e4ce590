import { serves, type TypeIndex } from '../../domain/plan/suggest-indexes.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import { maxQuestions, type CountsOfType, type QuestionCount } from './question-counts.js';

/** What all servers know of the questions to one content-type, and of the indexes that were made for it. Plain JSON. */
export interface IndexRecord {
  readonly questions: readonly KeptQuestion[];
  readonly made: readonly MadeIndex[];
  readonly held: readonly HeldIndex[];
}

/** Counts fade: those of a day ago weigh a half. */
export interface KeptQuestion extends QuestionCount {
  readonly text: string;
  /** In how many different minutes it was asked. */
  readonly minutes: number;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** An index that Quire made, and what its questions cost before. */
export interface MadeIndex {
  readonly index: TypeIndex;
  readonly madeAt: number;
  readonly before: { readonly calls: number; readonly ms: number };
  /** The day, since 1970, of the last question that it serves or that nobody asked any. */
  readonly day: number;
  /** Days in a row on which nobody asked a question that it serves. */
  readonly idleDays: number;
}

/** An index that is not made for a while. */
export interface HeldIndex {
  readonly index: TypeIndex;
  readonly until: number;
  readonly reason: string;
  /** How often in a row making it has failed. */
  readonly failures: number;
}

export const emptyRecord: IndexRecord = { questions: [], made: [], held: [] };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
export const dayOf = (now: number): number => Math.floor(now / dayMs);

/** Returns the record in a value of the store; an empty one for what is not a record. */
export function readRecord(value: Json | undefined): IndexRecord {
  const record = (value ?? {}) as Partial<Record<keyof IndexRecord, unknown>>;
  const isRecord = [record.questions, record.made, record.held].every(Array.isArray);
  return isRecord ? (record as unknown as IndexRecord) : emptyRecord;
}

/** Returns a question whose counts have faded until `now`. */
export function faded(question: KeptQuestion, now: number): KeptQuestion {
  const left = 0.5 ** (Math.max(0, now - question.lastAt) / dayMs);
  const { calls, ms, read, answered } = question;
  return { ...question, calls: calls * left, ms: ms * left, read: read * left, answered: answered * left };
}

/** Adds counts to a record. Keeps the questions that take the most time. */
export function addCounts(record: IndexRecord, counts: CountsOfType, now: number): IndexRecord {
  const known = new Map(record.questions.map((question) => [question.text, question]));
  for (const [text, count] of counts) known.set(text, added(known.get(text), text, count, now));
  const questions = [...known.values()]
    .map((question) => ({ question, weight: faded(question, now) }))
    .filter(({ weight }) => weight.calls >= 0.5)
    .sort((a, b) => b.weight.ms - a.weight.ms)
    .slice(0, maxQuestions)
    .map(({ question }) => question);
  return { ...record, questions };
}

function added(
  former: KeptQuestion | undefined,
  text: string,
  count: QuestionCount,
  now: number,
): KeptQuestion {
  if (former === undefined) return { text, ...count, minutes: 1, firstAt: now, lastAt: now };
  const before = faded(former, now);
  const isLater = Math.floor(now / minuteMs) > Math.floor(former.lastAt / minuteMs);
  return {
    text,
    indexes: count.indexes,
    calls: before.calls + count.calls,
    ms: before.ms + count.ms,
    read: before.read + count.read,
    answered: before.answered + count.answered,
    minutes: before.minutes + (isLater ? 1 : 0),
    firstAt: before.firstAt,
    lastAt: Math.max(before.lastAt, now),
  };
}

/** Notes which made indexes serve these questions, and for which a day has ended without any. */
export function noteUse(record: IndexRecord, asked: readonly TypeIndex[], now: number): IndexRecord {
  const day = dayOf(now);
  const made = record.made.map((one) => {
    if (asked.some((index) => serves(one.index, index))) return { ...one, day, idleDays: 0 };
    return one.day < day ? { ...one, day, idleDays: one.idleDays + 1 } : one;
  });
  return { ...record, made };
}

/** Adds a made index. Its questions are counted anew, so that they can be compared with what they cost before. */
export function noteMade(record: IndexRecord, index: TypeIndex, before: MadeIndex['before'], now: number) {
  const made = { index, madeAt: now, before, day: dayOf(now), idleDays: 0 };
  return {
    ...withoutIndex(record, index),
    made: [...record.made.filter((one) => !isSame(one.index, index)), made],
  };
}

/** Forgets the questions that an index serves, so that they are counted anew. */
export const forgetServed = (record: IndexRecord, index: TypeIndex): IndexRecord => ({
  ...record,
  questions: record.questions.filter(({ indexes }) => !indexes.some((each) => serves(index, each))),
});

/** Holds an index back; without `until`, for longer after each failure. */
export function noteHeld(
  record: IndexRecord,
  index: TypeIndex,
  { reason, until }: { readonly reason: string; readonly until?: number },
  now: number,
): IndexRecord {
  const former = record.held.find((one) => isSame(one.index, index));
  const failures = until === undefined ? (former?.failures ?? 0) + 1 : 0;
  const pause = Math.min(7 * dayMs, 60 * minuteMs * 2 ** (failures - 1));
  const held = { index, until: until ?? now + pause, reason, failures };
  return { ...withoutIndex(record, index), held: [...withoutIndex(record, index).held, held].slice(-50) };
}

/** Returns a record in which an index is neither made nor held back. */
export const withoutIndex = (record: IndexRecord, index: TypeIndex): IndexRecord => ({
  ...record,
  made: record.made.filter((one) => !isSame(one.index, index)),
  held: record.held.filter((one) => !isSame(one.index, index)),
});

export const isSame = (
  a: Pick<TypeIndex, 'fields'> & { readonly layer: string; readonly type: Uid },
  b: TypeIndex,
): boolean =>
  a.type === b.type &&
  (a.layer === b.layer || a.layer === 'any') &&
  a.fields.length === b.fields.length &&
  a.fields.every((name, place) => name === b.fields[place]);
