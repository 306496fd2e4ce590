import type { LoggedChange } from '../ports/change-log.js';
import type { Listener } from './listener.js';
import type { LiveGroup } from './live-group.js';
import type { LiveTurns } from './live-turns.js';

interface QueueDependencies {
  readonly turns: LiveTurns;
  /** Never throws. */
  tell(group: LiveGroup<Listener>, change: LoggedChange): Promise<void>;
  /** Lets the listeners of a group read anew what they have. */
  reset(group: LiveGroup<Listener>): void;
}

/** A group with more changes than that reads everything anew instead. */
const maxWaiting = 1_000;

/** Tells groups of changes for which the others need not wait, each group in the order of the log. */
export class GroupQueues {
  constructor(private readonly dependencies: QueueDependencies) {}

  add(group: LiveGroup<Listener>, change: LoggedChange): void {
    if (group.waiting.length === maxWaiting) {
      group.forgetWaiting();
      return this.dependencies.reset(group);
    }
    group.waiting.push(change);
    if (group.waiting.length === 1) void this.work(group);
  }

  private async work(group: LiveGroup<Listener>): Promise<void> {
    const { turns, tell } = this.dependencies;
    for (let next = group.waiting[0]; next !== undefined; next = group.waiting[0]) {
      const change = next;
      await group.loaded;
      if (group.isExpensive) await turns.expensive(group.payer, () => tell(group, change));
      else await turns.quick(() => tell(group, change));
      group.waiting.shift();
    }
  }
}
