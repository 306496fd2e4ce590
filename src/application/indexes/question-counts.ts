import { describeQuestion } from '../../domain/plan/describe-plan.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import { suggestIndexes, type TypeIndex } from '../../domain/plan/suggest-indexes.js';
import { versionsOf, type Statistics } from '../../domain/plan/statistics.js';
import { contentTypeOf, type Schema, type Uid } from '../../domain/schema/schema.js';
import type { DocumentStore, ReadAnswer } from '../ports/document-store.js';

/** What answering one form of question costs. No value of a question is kept. */
export interface QuestionCount {
  /** The indexes that would serve it. */
  readonly indexes: readonly TypeIndex[];
  readonly calls: number;
  /** Time in the store. */
  readonly ms: number;
  /** Estimated versions that the store goes through without an index. */
  readonly read: number;
  /** Versions on the page, or all that match where they are counted. */
  readonly answered: number;
}

export type CountsOfType = ReadonlyMap<string, QuestionCount>;

/** Counts the questions of this server, in bounded memory. */
export interface QuestionCounts {
  asked(plan: ReadPlan, ms: number, answer: Pick<ReadAnswer, 'size' | 'total'>): void;
  /** Returns the counts by content-type, and begins anew. */
  take(): ReadonlyMap<Uid, CountsOfType>;
  /** Adds counts that were taken and could not be joined. */
  giveBack(taken: ReadonlyMap<Uid, CountsOfType>): void;
}

/** One of so many fast reads is counted, and stands for the others. */
const sampled = 16;

/** Slower reads are all counted. */
const slowMs = 10;

/** More forms of one content-type: the cheapest is forgotten. */
export const maxQuestions = 200;

const maxTextLength = 300;

export function createQuestionCounts(schema: Schema, statistics: () => Statistics): QuestionCounts {
  let types = new Map<Uid, Map<string, QuestionCount>>();
  let reads = 0;
  const add = (type: Uid, text: string, { indexes, calls, ms, read, answered }: QuestionCount): void => {
    let counts = types.get(type);
    if (counts === undefined) types.set(type, (counts = new Map()));
    const before = counts.get(text);
    if (before === undefined && counts.size >= maxQuestions) forgetCheapest(counts);
    counts.set(text, {
      indexes,
      calls: (before?.calls ?? 0) + calls,
      ms: (before?.ms ?? 0) + ms,
      read: (before?.read ?? 0) + read,
      answered: (before?.answered ?? 0) + answered,
    });
  };
  return {
    asked(plan, ms, { size, total }) {
      const { type, where, order, count } = plan;
      if (where === null && order.length === 1) return;
      reads += 1;
      if (ms < slowMs && reads % sampled !== 0) return;
      const weight = ms < slowMs ? sampled : 1;
      const indexes = suggestIndexes(plan);
      const text = indexes.length === 0 ? '' : describeQuestion(plan);
      if (text === '' || text.length > maxTextLength) return;
      const uids = new Set(indexes.map((index) => index.type));
      const read = [...uids].reduce(
        (sum, uid) => sum + versionsOf(statistics(), contentTypeOf(schema, uid)),
        0,
      );
      const answered = Math.max(1, count && where !== null ? (total ?? size) : size);
      add(type.uid, text, {
        indexes,
        calls: weight,
        ms: weight * ms,
        read: weight * read,
        answered: weight * answered,
      });
    },
    take() {
      const taken = types;
      types = new Map();
      return taken;
    },
    giveBack(taken) {
      for (const [type, counts] of taken) for (const [text, count] of counts) add(type, text, count);
    },
  };
}

function forgetCheapest(counts: Map<string, QuestionCount>): void {
  let cheapest = '';
  let least = Infinity;
  for (const [text, { ms }] of counts)
    if (ms < least) {
      least = ms;
      cheapest = text;
    }
  counts.delete(cheapest);
}

/** Wraps a store so that its reads are counted. */
export const countingReads = (
  store: DocumentStore,
  counts: Pick<QuestionCounts, 'asked'>,
): DocumentStore => ({
  ...store,
  async read(plan, deadline, since) {
    const beganAt = performance.now();
    const answer = await store.read(plan, deadline, since);
    if (answer.ok) counts.asked(plan, performance.now() - beganAt, answer.value);
    return answer;
  },
});
