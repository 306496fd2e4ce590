import { Canceller } from '../../domain/cancellation.js';
import { Places } from '../admission/places.js';

/** How much expensive work runs at once; nobody is refused. */
const expensiveLimits = { perCaller: 1, all: 2, waiting: Infinity, waitingPerCaller: Infinity };
/** How much other work runs at once. */
const quickAtOnce = 2;

/** Work for listeners that others do not wait for. What may take long has turns of its own, shared among callers. */
export class LiveTurns {
  private readonly places = new Places(expensiveLimits);
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  async expensive(caller: string, work: () => Promise<void>): Promise<void> {
    const place = await this.places.take({ key: caller, signal: new Canceller() });
    if (!place.ok) return;
    try {
      await work();
    } finally {
      place.value();
    }
  }

  /** First come, first served. */
  async quick<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= quickAtOnce) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
