import type { Worker } from 'node:cluster';

/** What a worker says to the process that has started it. */
export type FromWorker =
  /** It serves requests. */
  | { readonly kind: 'serving' }
  /** It was told to end, and does so. */
  | { readonly kind: 'ending' }
  /** It is asked for the metrics of all. */
  | { readonly kind: 'scraped'; readonly scrape: number }
  /** Its own metrics. */
  | { readonly kind: 'counted'; readonly scrape: string; readonly text: string };

/** What a worker is told. */
export type ToWorker =
  /** Another serves now: finish the requests, and end. */
  | { readonly kind: 'retire' }
  /** Send your own metrics. */
  | { readonly kind: 'count'; readonly scrape: string }
  /** The metrics of all workers, which the worker asked for. */
  | { readonly kind: 'metrics'; readonly scrape: number; readonly texts: readonly string[] };

/** A worker that ends meanwhile is told nothing. */
export const tellWorker = (worker: Worker, message: ToWorker): void => void worker.send(message, () => {});
