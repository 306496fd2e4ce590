import type { Cancellation } from '../../domain/cancellation.js';

/** The caller no longer needs the result. */
export class Cancelled extends Error {}

/** The time that work runs before the event loop gets a turn. */
const turnMs = 10;

/**
 * Runs the steps of long work with pauses in which the event loop handles other events. `onPause` is called before the
 * first pause. Rejects with `Cancelled` if the signal is aborted.
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

/** Returns what long work awaits after each step: it gives the event loop a turn when the last one was 10 ms ago. */
export function createPauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turnMs) return;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    began = performance.now();
  };
}

/** Runs all steps without pauses. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Values per step, so that the clock is read once per batch. */
const valuesPerStep = 32;

/** `values.map(map)` in turns, see `inTurns`. */
export const mapInTurns = <V, R>(
  values: readonly V[],
  map: (value: V) => R,
  signal?: Cancellation,
): Promise<R[]> => inTurns(mapping(values, map), signal);

function* mapping<V, R>(values: readonly V[], map: (value: V) => R): Generator<void, R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < values.length; from += valuesPerStep) {
    for (const value of values.slice(from, from + valuesPerStep)) mapped.push(map(value));
    yield;
  }
  return mapped;
}
