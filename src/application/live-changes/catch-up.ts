import { ok, type Result } from '../../domain/result.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';
import type { Log } from '../ports/log.js';
import type { Listener, ListenerInterest } from './listener.js';
import { eventsOf, type EventDependencies } from './live-events.js';
import type { LiveGroup } from './live-group.js';
import type { LiveReader } from './live-reader.js';
import type { LiveTurns } from './live-turns.js';

interface CatchUpDependencies extends EventDependencies {
  readonly changes: Pick<ChangeLog, 'read' | 'start'>;
  readonly turns: LiveTurns;
  readonly log: Log;
}

const batchSize = 50;
/** How often a listener that has not read is looked at. */
const lookMs = 20;
/** A listener that is further behind reads everything anew instead. */
const maxBehind = 5_000;

/** Brings listeners that come again to where the reader of all listeners is. */
export class CatchUp {
  constructor(
    private readonly dependencies: CatchUpDependencies,
    private readonly reader: LiveReader,
  ) {}

  /**
   * Returns the place in the log where a listener goes on. Null: it begins at the cursor of the reader, as it names no
   * position or cannot go on from it. Whoever has a grant with a condition cannot: which documents they could see at that
   * time is not known.
   */
  async placeOf(
    interests: readonly ListenerInterest[],
    after: string | undefined,
  ): Promise<Result<number | null>> {
    const position = after === undefined ? null : this.dependencies.positions.read(after);
    if (position === null || interests.some(({ group }) => group.remembers)) return ok(null);
    const start = await this.dependencies.changes.start();
    if (!start.ok) return start;
    const end = this.reader.cursor ?? 0;
    return ok(position < start.value || position > end || end - position > maxBehind ? null : position);
  }

  /** Sends what the listener has missed, as it reads, and lets it join. */
  run(listener: Listener): void {
    this.bring(listener).catch((error: unknown) => {
      this.dependencies.log.error('a listener cannot catch up', { error });
      listener.end(null);
    });
  }

  private async bring(listener: Listener): Promise<void> {
    while (!listener.isEnded) {
      const { cursor } = this.reader;
      // Nothing happens between this comparison and the joining, so the next entry is dispatched to the listener.
      if (cursor === null || listener.after >= cursor) {
        listener.isJoined = true;
        return;
      }
      // A server closes the connection of a client that reads nothing.
      if (!listener.hasRoom()) {
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        continue;
      }
      const { turns } = this.dependencies;
      const left = await turns.quick(() => this.send(listener, cursor));
      if (left !== null) await turns.expensive(listener.caller, () => this.tell(listener, left));
    }
  }

  /**
   * Sends one batch, or less if the listener does not read as fast. Returns the change before which it stopped because its
   * read may take long.
   */
  private async send(listener: Listener, cursor: number): Promise<LoggedChange | null> {
    const read = await this.dependencies.changes.read(listener.after, batchSize);
    if (!read.ok) {
      listener.end(null);
      return null;
    }
    if (read.value.length === 0) listener.after = cursor;
    for (const change of read.value) {
      if (listener.isEnded || !listener.hasRoom()) return null;
      if (this.groupsOf(listener, change).some(({ isExpensive }) => isExpensive)) return change;
      await this.tell(listener, change);
    }
    return null;
  }

  private async tell(listener: Listener, change: LoggedChange): Promise<void> {
    for (const group of this.groupsOf(listener, change)) {
      if (listener.isEnded) return;
      const events = await eventsOf(this.dependencies, group, change);
      if (events.ok) listener.send(events.value);
      else listener.fail(events.failure);
    }
    listener.after = change.position;
  }

  private groupsOf({ interests }: Listener, change: LoggedChange): readonly LiveGroup<Listener>[] {
    return interests
      .map(({ group }) => group)
      .filter(({ type }) => type.uid === change.type)
      .filter((group) => group.localesOf(change, this.dependencies.defaultLocale()).length > 0);
  }
}
