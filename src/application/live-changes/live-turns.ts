import { Canceller } from '../../domain/cancellation.js';
import { Places } from '../admission/places.js';

/** How much of each runs at once. Nobody is refused. */
const limits = { all: 2, waiting: Infinity, waitingPerCaller: Infinity };

/** Work for listeners that the others do not wait for, in turns of callers. What may take long has turns of its own. */
export class LiveTurns {
  private readonly quick = new Places({ ...limits, perCaller: 2 });
  private readonly expensive = new Places({ ...limits, perCaller: 1 });

  async run(isExpensive: boolean, caller: string, work: () => Promise<void>): Promise<void> {
    const places = isExpensive ? this.expensive : this.quick;
    const place = await places.take({ key: caller, signal: new Canceller() });
    if (!place.ok) return;
    try {
      await work();
    } finally {
      place.value();
    }
  }
}
