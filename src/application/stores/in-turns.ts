import type { Cancellation } from '../../domain/cancellation.js';

/** Nobody waits for the work any more. */
export class Cancelled extends Error {}

/** For so long a store computes before it lets others have their turn. */
const turnMs = 10;

/**
 * Does the steps of some long work, and lets the event loop do other things in between. `onPause` is called before the first
 * pause. Rejects with `Cancelled` where the signal is aborted.
 */
export async function inTurns<T>(
  steps: Generator<unknown, T>,
  signal?: Cancellation,
  onPause?: () => void,
): Promise<T> {
  let began = performance.now();
  let paused = false;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < turnMs) continue;
    if (!paused) onPause?.();
    paused = true;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    if (signal?.aborted === true) throw new Cancelled();
    began = performance.now();
  }
}

/** The same at once. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Steps so small that the clock is checked once per batch. */
const valuesOfStep = 32;

/** `values.map(map)`, in turns. */
export const mapInTurns = <V, R>(
  values: readonly V[],
  map: (value: V) => R,
  signal?: Cancellation,
): Promise<R[]> => inTurns(mapping(values, map), signal);

function* mapping<V, R>(values: readonly V[], map: (value: V) => R): Generator<void, R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < values.length; from += valuesOfStep) {
    for (const value of values.slice(from, from + valuesOfStep)) mapped.push(map(value));
    yield;
  }
  return mapped;
}
