import type { BulkAction, BulkAnswer, BulkBody, BulkRefusal } from '../../../contract/lists.js';
import { bulkSize } from '../../../contract/limits.js';
import { request } from '../../session/api.js';
import { matchOf, type ListSearch } from '../list-search.js';
import type { Chosen } from '../selection.js';

/** What is to be done, with which entries of a list. */
export interface BulkTask {
  readonly uid: string;
  readonly search: ListSearch;
  readonly chosen: Chosen;
  /** How many entries were shown to match when it was asked for: no more are changed. */
  readonly count: number;
  readonly action: BulkAction;
  readonly set?: BulkBody['set'];
}

/** How far it is. */
export interface BulkProgress {
  readonly done: number;
  readonly refused: readonly BulkRefusal[];
  /** Whether nothing is left to do. */
  readonly isOver: boolean;
}

export interface BulkJob {
  /** Does what is left, a few entries with each request. Rejects with an `ApiFailure`; it can be run again then. */
  run(progress: (now: BulkProgress) => void, signal: AbortSignal): Promise<void>;
}

export function createJob({ uid, search, chosen, count, action, set }: BulkTask): BulkJob {
  let left = chosen.kind === 'some' ? [...chosen.labels.keys()] : [];
  let after: string | null = '';
  let [done, seen] = [0, 0];
  const refused: BulkRefusal[] = [];
  const labelled = (refusal: BulkRefusal): BulkRefusal => {
    const label = chosen.kind === 'some' ? chosen.labels.get(refusal.documentId) : undefined;
    return label === undefined ? refusal : { ...refusal, label };
  };
  const isOver = (): boolean =>
    chosen.kind === 'some' ? left.length === 0 : after === null || seen >= count;
  const next = (): { readonly body: BulkBody; readonly query: URLSearchParams } => {
    const values = set === undefined ? {} : { set };
    if (chosen.kind === 'some') {
      const query = new URLSearchParams(search.locale === undefined ? {} : { locale: search.locale });
      return { body: { action, ids: left.slice(0, bulkSize), ...values }, query };
    }
    const query = matchOf(search);
    query.set('pagination[after]', after ?? '');
    query.set('pagination[pageSize]', String(Math.min(bulkSize, count - seen)));
    return { body: { action, all: true, ...values }, query };
  };
  return {
    async run(progress, signal) {
      while (!isOver() && !signal.aborted) {
        const { body, query } = next();
        // What is sent is not broken off, so that the page can say what happened.
        const path = `documents/${uid}/bulk?${query.toString()}`;
        const { data } = await request<{ data: BulkAnswer }>('POST', path, { body });
        done += data.done;
        refused.push(...data.refused.map(labelled));
        seen = done + refused.length;
        left = left.slice(bulkSize);
        after = data.after;
        progress({ done, refused: [...refused], isOver: isOver() });
      }
    },
  };
}
