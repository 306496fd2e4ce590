import type { AsyncLocalStorage } from 'node:async_hooks';
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
  readonly depth: number;
  readonly outer: Frame | undefined;
  /** The hooks that run because of it. */
  readonly inner: Set<Frame>;
}

export interface HookRunner {
  readonly frames: AsyncLocalStorage<Frame>;
  readonly units: Pick<UnitsOfWork, 'current'>;
  readonly limits?: HookLimits;
}

/**
 * Runs one hook. Rejects with what it throws; if hooks cause each other endlessly; and if it takes too long: then its unit
 * of work is taken back, and what it still does for that is refused.
 */
export async function runHook(runner: HookRunner, label: string, hook: () => unknown): Promise<void> {
  const { frames, limits = defaultLimits } = runner;
  const outer = frames.getStore();
  const frame: Frame = { label, depth: (outer?.depth ?? 0) + 1, outer, inner: new Set() };
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
