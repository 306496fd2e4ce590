import type { Component, ContentType, Uid } from '../../domain/schema/schema.js';

/** What happens to rows, as the names of hooks say it: `beforeCreate`, `afterFindMany`. */
export const rowOperations = [
  'Create',
  'CreateMany',
  'Update',
  'UpdateMany',
  'Delete',
  'DeleteMany',
  'FindOne',
  'FindMany',
  'Count',
] as const;

export type RowOperation = (typeof rowOperations)[number];
export type HookAction = `${'before' | 'after'}${RowOperation}`;

/** Code of an app that runs before and after operations on the rows of content-types. */
export interface RowHooks {
  /** Whether anything may run for a content-type or a component. One look-up, which is all that other types pay. */
  has(uid: Uid): boolean;
  /** The same for it and the components inside of it, whose hooks run for writes. */
  hasInside(uid: Uid): boolean;
  /** Whether anything may run for reads. Most code has hooks of writes only, and its reads stay as fast as without. */
  hasReads(uid: Uid): boolean;
  /** Runs the hooks of one action in their order. Rejects with what a hook throws, or if it takes too long. */
  run(event: RowEvent): Promise<void>;
  /** Reports that hooks have changed members of `params` or `result` that cannot be changed there. */
  reportIgnored(event: RowEvent, names: readonly string[]): void;
}

export interface RowEvent {
  readonly action: HookAction;
  readonly type: ContentType | Component;
  /** What the operation gets. Hooks may change it in place, and replace `params.data`. */
  readonly params: RowParams;
  /** Of `after` hooks. Hooks may change or replace it. */
  result?: unknown;
  /** The state of each hook, kept from its `before` to its `after`. */
  readonly states: Map<object, Record<string, unknown>>;
}

export interface RowParams {
  data?: unknown;
  [name: string]: unknown;
}

/**
 * Runs one operation between its own hooks and no others. `work` gets the params that the `before` hooks leave; what the
 * `after` hooks leave of its result is returned. A write that finds no row has the result null, and no `after` hooks.
 */
export async function between<T>(
  hooks: RowHooks | undefined,
  type: ContentType,
  operation: RowOperation,
  params: RowParams,
  work: (params: RowParams) => Promise<T>,
): Promise<T> {
  if (hooks?.has(type.uid) !== true) return work(params);
  const states: RowEvent['states'] = new Map();
  await hooks.run({ action: `before${operation}`, type, params, states });
  const result = await work(params);
  if (result === null && operation !== 'FindOne') return result;
  const event: RowEvent = { action: `after${operation}`, type, params, result, states };
  await hooks.run(event);
  return event.result as T;
}
