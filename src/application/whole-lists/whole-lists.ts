import type { Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { Places } from '../admission/places.js';
import type { Answer, Documents } from '../documents/use-cases.js';

/** Who reads a list. */
export interface Reader {
  readonly principal: Principal;
  /** Says anew who reads it, with the grants of now, if they still may. */
  readonly judge: () => Promise<Result<Principal>>;
}

/**
 * Reads all that match a query in its order, page by page: a page is read when the one before was taken, so that one at a time is
 * in memory. The reader is judged again meanwhile. A failure is the last. A document that is written meanwhile comes once, unless
 * that moves it in the order: then it may be left out, or come again.
 */
export type ReadWholeList = (reader: Reader, query: Query) => AsyncGenerator<Result<Answer>, void, void>;

/** Lists that are open; each has a page in memory. */
const openLimits = { perCaller: 10, all: 100, waiting: 0, waitingPerCaller: 0 };
/** Pages that are read. A list reads one after the other, as fast as its client. */
const readLimits = { perCaller: 2, all: 8, waiting: openLimits.all, waitingPerCaller: openLimits.perCaller };

/** How often a client that sends or gets much is judged again: a session may end, and grants may go. */
const judgeMs = 2_000;

/** Returns what says who the client is: anew if the last judgement is old. */
export function judgedNowAndThen<T>(first: T, judge: () => Promise<Result<T>>): () => Promise<Result<T>> {
  let last = { at: performance.now(), judged: ok(first) as Result<T> };
  return async () => {
    if (performance.now() - last.at > judgeMs) last = { judged: await judge(), at: performance.now() };
    return last.judged;
  };
}

export function createWholeLists(documents: Pick<Documents, 'find'>, pageSize: number): ReadWholeList {
  const [lists, reads] = [new Places(openLimits), new Places(readLimits)];
  const readPage = async (principal: Principal, query: Query, at: string | null): Promise<Result<Answer>> => {
    const place = await reads.take(principal.caller);
    if (!place.ok) return place;
    const range = { offset: 0, limit: pageSize };
    const asked: Query = { ...query, cursor: { direction: 'after', at }, range, count: false };
    return documents.find(principal, asked).finally(place.value);
  };
  return async function* ({ principal, judge }, query) {
    const list = await lists.take(principal.caller);
    if (!list.ok) return yield list;
    try {
      const judged = judgedNowAndThen(principal, judge);
      for (let at: string | null = null; ;) {
        const asking: Result<Principal> = at === null ? ok(principal) : await judged();
        const page: Result<Answer> = asking.ok ? await readPage(asking.value, query, at) : asking;
        yield page;
        if (!page.ok || page.value.cursors?.hasNext !== true) return;
        at = page.value.cursors.end;
      }
    } finally {
      list.value();
    }
  };
}
