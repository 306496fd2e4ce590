import { bulkSize } from '../../../contract/limits.js';
import type { BulkAction, BulkAnswer, BulkBody, BulkJob } from '../../../contract/lists.js';
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
}

/** With the action `set`. */
export type BulkValues = Pick<BulkBody, 'set' | 'links' | 'replace'>;

/** What became of a few entries, or the job that goes on with many. */
export type Sent =
  | { readonly kind: 'done'; readonly answer: BulkAnswer }
  | { readonly kind: 'job'; readonly job: BulkJob };

/** Rejects with an `ApiFailure`; what is sent again changes nothing twice. */
export async function sendChange(task: BulkTask, values: BulkValues = {}): Promise<Sent> {
  const { uid, search, chosen, count, action } = task;
  const what = { action, ...values };
  const send = async <T>(path: string, query: URLSearchParams, more: object): Promise<T> => {
    const address = `documents/${uid}/${path}?${query.toString()}`;
    return (await request<{ data: T }>('POST', address, { body: { ...what, ...more } })).data;
  };
  if (chosen.kind === 'all')
    return { kind: 'job', job: await send('bulk-jobs', matchOf(search), { all: true, most: count }) };
  const ids = [...chosen.labels.keys()];
  const query = new URLSearchParams(search.locale === undefined ? {} : { locale: search.locale });
  if (ids.length > bulkSize) return { kind: 'job', job: await send('bulk-jobs', query, { ids }) };
  const { done, refused } = await send<BulkAnswer>('bulk', query, { ids });
  const labelled = refused.map((one) => ({ ...one, label: chosen.labels.get(one.documentId) ?? one.label }));
  return { kind: 'done', answer: { done, refused: labelled } };
}
