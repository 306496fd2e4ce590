import { failure } from '../failure.js';
import type { KnownList, Placement, TargetRef } from '../plan/write-plan.js';
import { err, ok, type Result } from '../result.js';
import { keyBetween } from './order-key.js';

/** One item of a `connect`, with its documents resolved. */
export interface ResolvedConnect {
  readonly target: TargetRef;
  readonly at: 'start' | 'end' | 'before' | 'after';
  /** For `before` and `after`. */
  readonly anchor: TargetRef | null;
}

type Entry = KnownList['links'][number];

/**
 * Places items one after the other, as if each were done alone (content-api.md, "Relation management" 2 and 4). Null:
 * there is no room left between two keys, so the list must be rebalanced first.
 */
export function placeLinks(
  known: KnownList,
  disconnected: readonly TargetRef[],
  connects: readonly ResolvedConnect[],
  ticks: readonly string[],
): Result<readonly Placement[] | null> {
  const list = known.links.filter(({ target }) => !disconnected.some((gone) => isSame(gone, target)));
  const fresh = ticks[Symbol.iterator]();
  const placed = new Map<string, Placement>();
  for (const connect of connects) {
    const others = list.filter(({ target }) => !isSame(target, connect.target));
    const index = indexFor(others, connect);
    if (!index.ok) return index;
    const key = keyAt(others, index.value, fresh);
    if (key === null) return ok(null);
    const entry: Entry = { target: connect.target, key };
    list.splice(0, list.length, ...others.slice(0, index.value), entry, ...others.slice(index.value));
    placed.set(refKey(connect.target), entry);
  }
  return ok([...placed.values()]);
}

export const isSame = (a: TargetRef, b: TargetRef): boolean =>
  a.documentId === b.documentId && a.locale === b.locale;

export const refKey = ({ documentId, locale }: TargetRef): string => `${documentId} ${locale}`;

function indexFor(list: readonly Entry[], { at, anchor }: ResolvedConnect): Result<number> {
  if (at === 'start') return ok(0);
  if (at === 'end' || anchor === null) return ok(list.length);
  const index = list.findIndex(({ target }) => isSame(target, anchor));
  if (index < 0) return err(anchorNotConnected(at, anchor));
  return ok(at === 'before' ? index : index + 1);
}

/** At the end a tick: it is greater than every key there is, whoever appends. */
function keyAt(list: readonly Entry[], index: number, fresh: Iterator<string>): string | null {
  const next = list[index];
  if (next !== undefined) return keyBetween(list[index - 1]?.key ?? null, next.key);
  const tick = fresh.next();
  if (tick.done === true) throw new Error('fewer ticks than placements');
  return tick.value;
}

export const anchorNotConnected = (
  at: 'before' | 'after',
  anchor: { readonly documentId?: string; readonly id?: number },
) => failure('INPUT.INVALID', `There is no connection to "${anchor.documentId ?? anchor.id}" to stand ${at}`);
