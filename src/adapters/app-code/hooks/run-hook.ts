import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../../application/ports/log.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import { failure } from '../../../domain/failure.js';

export interface HookLimits {
  /** How long one hook may take. */
  readonly hookMs: number;
  /** How many hooks may run within each other. */
  readonly depth: number;
}

const defaultLimits: HookLimits = { hookMs: 30_000, depth: 24 };

/** A hook that runs, and the hook whose writes have caused it. */
export interface Frame {
  readonly label: string;
  readonly log: Log;
  readonly depth: number;
  readonly outer: Frame | undefined;
  /** The hooks that run because of it. */
  readonly inner: Set<Frame>;
}

export interface HookRunner {
  readonly log: Log;
  readonly units: Pick<UnitsOfWork, 'current'>;
  readonly limits?: HookLimits;
}

const frames = new AsyncLocalStorage<Frame>();

let isSurviving = false;

/**
 * Logs the rejection of a promise that a hook has not awaited: a server must survive it. Every other rejection that nobody
 * handles is a bug, and ends the process as it does without a listener.
 */
function survive(): void {
  if (isSurviving) return;
  isSurviving = true;
  process.on('unhandledRejection', (reason) => {
    const frame = frames.getStore();
    if (frame !== undefined)
      frame.log.error(`${frame.label} failed in what it did not await`, { error: reason });
    else if (process.listenerCount('unhandledRejection') === 1) throw reason;
  });
}

/**
 * Runs one hook. Rejects with what it throws; if hooks cause each other endlessly; and if it takes too long: then its unit
 * of work is taken back, and what it still does for that is refused.
 */
export async function runHook(runner: HookRunner, label: string, hook: () => unknown): Promise<void> {
  const { log, limits = defaultLimits } = runner;
  const outer = frames.getStore();
  const frame: Frame = { label, log, depth: (outer?.depth ?? 0) + 1, outer, inner: new Set() };
  survive();
  if (frame.depth > limits.depth) throw inCircles(frame, limits.depth);
  outer?.inner.add(frame);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const message = `${innermost(frame).label} did not end within ${limits.hookMs / 1000} s`;
      void runner.units
        .current()
        ?.rollback(failure('STORE.TIMEOUT', `${message}, and its transaction was taken back`));
      reject(new Error(message));
    }, limits.hookMs);
  });
  try {
    await Promise.race([frames.run(frame, async () => hook()), late]);
  } finally {
    clearTimeout(timer);
    outer?.inner.delete(frame);
  }
}

/** The hook that the others wait for. */
function innermost(frame: Frame): Frame {
  const [inner] = frame.inner;
  return inner === undefined ? frame : innermost(inner);
}

/** Names the hooks of the circle, each once, the last one first. */
function inCircles(last: Frame, depth: number): Error {
  const labels: string[] = [];
  for (let frame: Frame | undefined = last; frame !== undefined; frame = frame.outer)
    if (!labels.includes(frame.label)) labels.push(frame.label);
  return new Error(`Hooks cause each other, more than ${depth} deep: ${labels.slice(0, 6).join(' ← ')}`);
}
