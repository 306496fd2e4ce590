import { err } from '../../domain/result.js';
import { overloaded } from '../admission/lane.js';
import type { LoggedChange } from '../ports/change-log.js';
import type { Log } from '../ports/log.js';
import type { Observations } from '../ports/observations.js';
import { eachAtOnce } from './each-at-once.js';
import { GroupQueues } from './group-queues.js';
import type { Listener } from './listener.js';
import type { ListenerGroups } from './listener-groups.js';
import { eventsOf, type EventDependencies } from './live-events.js';
import type { LiveEvent } from './live-changes.js';
import type { LiveGroup } from './live-group.js';
import type { LiveTurns } from './live-turns.js';

interface TellerDependencies extends EventDependencies {
  readonly groups: ListenerGroups;
  readonly turns: LiveTurns;
  /** Up to where the reader of all listeners has read; null: nobody listens. */
  readonly cursor: () => number | null;
  readonly log: Log;
  readonly observations: Observations;
}

/** Groups whose reads run at the same time. */
const readsAtOnce = 4;

/** Tells listeners of what the reader of all listeners reads. */
export class ChangeTeller {
  private readonly queues: GroupQueues;

  constructor(private readonly dependencies: TellerDependencies) {
    this.queues = new GroupQueues({
      turns: dependencies.turns,
      tell: (group, change) => this.tell(group, change),
      reset: (group) => this.resetGroup(group),
    });
  }

  /** Tells all groups of a change, and waits for those that are not told apart. */
  async dispatch(change: LoggedChange): Promise<void> {
    const groups: LiveGroup<Listener>[] = [];
    for (const group of this.dependencies.groups.of(change.type)) {
      if (!isToBeTold(group, change)) continue;
      if (group.isToldApart) this.queues.add(group, change);
      else {
        group.waiting.push(change);
        groups.push(group);
      }
    }
    await eachAtOnce(groups, readsAtOnce, async (group) => {
      await this.tell(group, change);
      group.waiting.shift();
    });
  }

  private async tell(group: LiveGroup<Listener>, change: LoggedChange): Promise<void> {
    if (!isToBeTold(group, change)) return;
    const { log, observations } = this.dependencies;
    const events = await eventsOf(this.dependencies, group, change).catch((error: unknown) => {
      log.error('a change cannot be sent to listeners', { error });
      return err(overloaded);
    });
    for (const listener of group.members) {
      if (!isConcerned(listener, change)) continue;
      if (events.ok) this.send(listener, this.placed(events.value, listener, group, change));
      else listener.fail(events.failure);
    }
    if (events.ok && events.value.length > 0)
      observations.observe({ kind: 'live-events', events: events.value.length });
  }

  private send(listener: Listener, events: readonly LiveEvent[]): void {
    try {
      listener.send(events);
    } catch (error) {
      this.dependencies.log.error('a change cannot be sent to a listener', { error });
      listener.end(null);
    }
  }

  /** The events of a change. They name an earlier position if other groups of the listener are not told so far. */
  private placed(
    events: readonly LiveEvent[],
    listener: Listener,
    told: LiveGroup<Listener>,
    change: LoggedChange,
  ): readonly LiveEvent[] {
    const upTo = listener.toldUpTo(told);
    if (upTo >= change.position) return events;
    const position = this.dependencies.positions.write(upTo);
    return events.map((event) => ({ ...event, position }));
  }

  private resetGroup(group: LiveGroup<Listener>): void {
    for (const listener of group.members) this.reset(listener);
    this.dependencies.groups.beginAnew(group);
  }

  /** Lets a listener read anew what it has, and goes on with what comes next. */
  reset(listener: Listener): void {
    const cursor = this.dependencies.cursor();
    if (!listener.isJoined || cursor === null) return;
    listener.after = cursor;
    listener.send([{ kind: 'reset', position: this.dependencies.positions.write(cursor) }]);
  }
}

/** Whether a change is still to be sent to a listener. */
const isConcerned = (listener: Listener, { position }: LoggedChange): boolean =>
  listener.isJoined && listener.after < position;

/** Whether a change is still to be told. What a group remembers has to follow the changes even if none of its listeners does. */
function isToBeTold({ members, remembers }: LiveGroup<Listener>, change: LoggedChange): boolean {
  if (remembers) return members.size > 0;
  for (const listener of members) if (isConcerned(listener, change)) return true;
  return false;
}
