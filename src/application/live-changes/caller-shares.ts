import type { Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { LiveLimits } from './live-changes.js';

interface Refusals {
  readonly ofCaller: Failure;
  readonly ofAll: Failure;
}

/** Counts what callers hold open, such as listeners. */
export class CallerShares {
  private total = 0;
  private readonly callers = new Map<string, number>();

  constructor(
    private readonly limits: LiveLimits,
    private readonly refusals: Refusals,
  ) {}

  /** Counts one more of a caller. Returns a function that ends it, to be called once. */
  take(caller: string): Result<() => void> {
    const { maxListeners, maxListenersPerCaller } = this.limits;
    const ofCaller = this.callers.get(caller) ?? 0;
    if (ofCaller >= maxListenersPerCaller) return err(this.refusals.ofCaller);
    if (this.total >= maxListeners) return err(this.refusals.ofAll);
    this.total += 1;
    this.callers.set(caller, ofCaller + 1);
    return ok(() => this.give(caller));
  }

  private give(caller: string): void {
    const left = (this.callers.get(caller) ?? 0) - 1;
    this.total -= 1;
    if (left > 0) this.callers.set(caller, left);
    else this.callers.delete(caller);
  }
}
