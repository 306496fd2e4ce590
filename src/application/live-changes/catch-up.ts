import { ok, type Result } from '../../domain/result.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';
import type { Log } from '../ports/log.js';
import type { PositionCodec } from '../ports/position-codec.js';
import type { Documents } from '../documents/use-cases.js';
import type { Listener, ListenerInterest } from './listener.js';
import { eventsOf } from './live-events.js';
import type { LiveReader } from './live-reader.js';
import type { LiveTurns } from './live-turns.js';

interface CatchUpDependencies {
  readonly documents: Pick<Documents, 'find'>;
  readonly changes: Pick<ChangeLog, 'read' | 'start'>;
  readonly positions: PositionCodec;
  readonly turns: LiveTurns;
  readonly defaultLocale: () => string;
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
      if (listener.hasRoom()) await this.send(listener, cursor);
      else await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  /** Sends one batch, or less if the listener does not read as fast. */
  private async send(listener: Listener, cursor: number): Promise<void> {
    for (const change of await this.batchOf(listener, cursor)) {
      if (listener.isEnded || !listener.hasRoom()) return;
      const { isExpensive, caller } = listener;
      await this.dependencies.turns.run(isExpensive, caller, () => this.tell(listener, change));
      listener.after = change.position;
    }
  }

  private async batchOf(listener: Listener, cursor: number): Promise<readonly LoggedChange[]> {
    let batch: readonly LoggedChange[] = [];
    await this.dependencies.turns.run(false, listener.caller, async () => {
      const read = await this.dependencies.changes.read(listener.after, batchSize);
      if (!read.ok) return listener.end(null);
      if (read.value.length === 0) listener.after = cursor;
      batch = read.value;
    });
    return batch;
  }

  private async tell(listener: Listener, change: LoggedChange): Promise<void> {
    const interest = listener.interests.find(({ wanted }) => wanted.query.type === change.type);
    if (interest === undefined || listener.isEnded) return;
    const events = await eventsOf(this.dependencies, interest.group, change);
    if (events.ok) listener.send(events.value);
    else listener.end(events.failure.code.startsWith('STORE.') ? null : events.failure);
  }
}
