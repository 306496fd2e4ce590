import { LRUCache } from 'lru-cache';
import { footprintOf, footprintOfAggregate, type Footprint } from '../../domain/plan/footprint.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import { ok, type Result } from '../../domain/result.js';
import { internalTypes } from '../../domain/schema/built-in-uids.js';
import type { Json, Schema } from '../../domain/schema/schema.js';
import { answerOfText } from '../documents/answer-of-text.js';
import type { AggregateAnswer, Deadline, DocumentStore, ReadAnswer } from '../ports/document-store.js';
import type { Freshness, Mark } from '../ports/freshness.js';
import type { Observations } from '../ports/observations.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import { createKeptAnswers, type KeptAnswer } from './kept-answers.js';
import { createQuestionKeys } from './question-key.js';

export interface ReadCacheOptions {
  readonly schema: Schema;
  readonly documents: DocumentStore;
  readonly freshness: Freshness;
  readonly units: UnitsOfWork;
  /** The most memory that kept answers take. */
  readonly maxBytes: number;
  readonly observations: Observations;
}

/** An answer in the form that is kept: its list as JSON. */
type Kept = Omit<KeptAnswer, 'mark'>;

/** One plan, and how to answer it. */
interface Question {
  readonly key: string;
  footprint(): Footprint;
  read(): Promise<Result<Kept>>;
  readonly deadline: Deadline | undefined;
}

/**
 * Keys that are remembered before an answer is kept, by their number and by the characters of all: an answer that is asked
 * for only once would take the place of others.
 */
const mostSeen = { max: 5_000, maxSize: 2_000_000 };

/** How often a question waits for an equal one, if each time the answer was written to meanwhile. */
const maxWaits = 2;

/**
 * Keeps answers of the store from the second time on that a plan is read, and answers with them as long as `freshness` says
 * that they are the same. Reads in a unit of work always go to the store, because they see what the unit has written. What is
 * kept was read from the primary, because `freshness` speaks of that one.
 */
export function createReadCache(options: ReadCacheOptions): DocumentStore {
  const { schema, documents, freshness, units, maxBytes, observations } = options;
  const keyOf = createQuestionKeys(schema);
  const answers = createKeptAnswers(maxBytes);
  const seen = new LRUCache<string, true>({
    ...mostSeen,
    sizeCalculation: (_, key) => key.length,
  });
  /** The reads that will keep their answer. They never reject. */
  const running = new Map<string, Promise<void>>();
  observations.addSource(() => ({ kind: 'read-cache', answers: answers.size, bytes: answers.bytes }));
  const noted = (outcome: 'hit' | 'miss' | 'passed'): void =>
    observations.observe({ kind: 'cached-read', outcome });

  /** Reads and keeps. Equal questions wait meanwhile. */
  function keep(question: Question, mark: Mark): Promise<Result<Kept>> {
    const { key } = question;
    const reading = question.read().then((answer) => {
      if (answer.ok) answers.keep(key, { ...answer.value, mark });
      return answer;
    });
    const ended = reading
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return reading;
  }

  /** Returns what was kept, after it was renewed; else the mark under which a new answer can be kept. */
  async function look({ key, footprint, deadline }: Question): Promise<Kept | Mark | null> {
    const kept = answers.get(key);
    if (kept === undefined) {
      const wanted = footprint();
      if (wanted.hasSecrets) return null;
      const mark = await freshness.mark(wanted, deadline);
      return mark.ok ? mark.value : null;
    }
    const mark = await freshness.renew(kept.mark, deadline);
    // A client that has gone leaves what is kept to others.
    if (!mark.ok) return null;
    if (mark.value === kept.mark) return kept;
    if (answers.get(key) === kept) answers.forget(key);
    return mark.value;
  }

  async function answered(question: Question): Promise<Result<Kept>> {
    const { key, deadline } = question;
    for (let waits = 0; ; waits++) {
      const other = answers.get(key) === undefined ? running.get(key) : undefined;
      if (other !== undefined && waits < maxWaits) {
        await untilAborted(other, deadline);
        continue;
      }
      const found = await look(question);
      if (found !== null && 'text' in found) {
        noted('hit');
        return ok(found);
      }
      // An equal question may have begun to read while this one looked.
      if (found !== null && running.has(key) && waits < maxWaits) continue;
      noted('miss');
      return found === null ? question.read() : keep(question, found);
    }
  }

  /** Null: the store itself is asked. */
  function asks(kind: 'read' | 'aggregate', plan: object, { type, estimates }: ReadPlan): string | null {
    const isKept = estimates !== true && !internalTypes.has(type.uid) && units.current() === undefined;
    const key = isKept ? keyOf(kind, plan) : null;
    if (key === null) noted('passed');
    else if (!seen.get(key)) {
      seen.set(key, true);
      noted('miss');
      return null;
    }
    return key;
  }

  return {
    ...documents,
    async read(plan, deadline, since) {
      const key = asks('read', plan, plan);
      if (key === null) return documents.read(plan, deadline, since);
      const answer = await answered({
        key,
        deadline,
        footprint: () => footprintOf(plan),
        read: async () => {
          const read = await documents.read(plan, deadline);
          if (!read.ok) return read;
          const { size, total } = read.value;
          return ok({ text: read.value.text(), size, total });
        },
      });
      return answer.ok ? ok(readAnswerOf(answer.value)) : answer;
    },
    async aggregate(plan, deadline, since) {
      const key = asks('aggregate', plan, plan.documents);
      if (key === null) return documents.aggregate(plan, deadline, since);
      const answer = await answered({
        key,
        deadline,
        footprint: () => footprintOfAggregate(plan),
        read: async () => {
          const read = await documents.aggregate(plan, deadline);
          if (!read.ok) return read;
          const { rows, total } = read.value;
          return ok({ text: JSON.stringify(rows), size: rows.length, total });
        },
      });
      return answer.ok ? ok(aggregateAnswerOf(answer.value)) : answer;
    },
  };
}

const readAnswerOf = ({ text, size, total }: Kept): ReadAnswer => answerOfText(text, size, total);

const aggregateAnswerOf = ({ text, total }: Kept): AggregateAnswer => ({
  rows: JSON.parse(text) as readonly (readonly Json[])[],
  total: total ?? 0,
});

/** Waits for another read, but not longer than its own client does. */
async function untilAborted(other: Promise<void>, deadline: Deadline | undefined): Promise<void> {
  if (deadline === undefined) return other;
  const { signal } = deadline;
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop);
  });
  if (!signal.aborted) await Promise.race([other, aborted]);
  signal.removeEventListener('abort', stop);
}
