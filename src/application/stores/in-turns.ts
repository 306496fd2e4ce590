import type { Cancellation } from '../../domain/cancellation.js';

/** The caller no longer needs the result. */
export class Cancelled extends Error {}

/** The time that work runs before the event loop gets a turn. */
const turnMs = 4;
/** Work that has had as many turns is long, and takes turns in order of arrival with other long work. */
const turnsOfLongWork = 20;

interface Paused {
  readonly turns: number;
  readonly resume: () => void;
}

/** Work of this process that has paused, the next first. */
const paused: Paused[] = [];
let isResuming = false;
let isHeld = false;

/** Paused work waits for one more turn of the event loop. */
export const holdPausedWork = (): void => void (isHeld = true);

/**
 * Resolves when work may go on that has had `turns` turns. In each turn of the event loop one goes on: the one that has had
 * the fewest turns, so that neither new requests nor short work wait for long work, however much of it there is. Resolves
 * at once when the work is cancelled: it must end, and would otherwise wait behind all of that.
 */
function nextTurn(turns: number, signal?: Cancellation): Promise<void> {
  return new Promise((resolve) => {
    const leave = (): void => {
      paused.splice(paused.indexOf(own), 1);
      resolve();
    };
    const resume = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const own = { turns: Math.min(turns, turnsOfLongWork), resume };
    const after = paused.findIndex((other) => other.turns > own.turns);
    paused.splice(after === -1 ? paused.length : after, 0, own);
    signal?.addEventListener('abort', leave);
    if (!isResuming) setImmediate(resumeNext);
    isResuming = true;
  });
}

function resumeNext(): void {
  if (isHeld) {
    isHeld = false;
    setImmediate(resumeNext);
    return;
  }
  const next = paused.shift();
  isResuming = paused.length > 0;
  if (isResuming) setImmediate(resumeNext);
  next?.resume();
}

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
  let turns = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < turnMs) continue;
    if (turns === 0) onPause?.();
    turns += 1;
    if (signal?.aborted !== true) await nextTurn(turns, signal);
    if (signal?.aborted === true) throw new Cancelled();
    began = performance.now();
  }
}

/** Returns what long work awaits after each step: it gives the event loop a turn when the last one was 4 ms ago. */
export function createPauses(): () => Promise<void> {
  let began = performance.now();
  let turns = 0;
  return async () => {
    if (performance.now() - began < turnMs) return;
    turns += 1;
    await nextTurn(turns);
    began = performance.now();
  };
}

/**
 * Returns what work awaits after each step that may have waited for a database, in which time the event loop has had turns:
 * it gives one only when the present one is 4 ms old.
 */
export function createPausesWithinTurn(): () => Promise<void> {
  let began: number | null = null;
  let turns = 0;
  const begin = (): void => {
    began = performance.now();
    setImmediate(() => void (began = null));
  };
  return async () => {
    if (began === null) {
      // The event loop has had a turn by itself: what follows is no part of the work before.
      turns = 0;
      return begin();
    }
    if (performance.now() - began < turnMs) return;
    turns += 1;
    await nextTurn(turns);
    if (began === null) begin();
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
