import type { Failure } from '../../domain/failure.js';
import type { LiveEvent, LiveInterest, LiveReceiver } from './live-changes.js';
import type { LiveGroup } from './live-group.js';

/** What a listener wants of one type, and the group whose reads serve it. */
export interface ListenerInterest {
  readonly wanted: LiveInterest;
  group: LiveGroup<Listener>;
}

/** One listener, from the time when it has a place in the log. */
export class Listener {
  /** Entries up to this position are sent, or are not for the listener. */
  after = 0;
  /** Whether it gets what the reader of all listeners reads; else it catches up. */
  isJoined = false;
  isEnded = false;
  private receiver: LiveReceiver | null = null;
  /** What came before the receiver. */
  private early: LiveEvent[] = [];

  constructor(
    readonly interests: readonly ListenerInterest[],
    /** Whose share its reads use if they may take long. */
    readonly caller: string,
    /** Called once. */
    private readonly ended: (listener: Listener) => void,
    /** Called when the receiver takes nothing more. */
    private readonly dropped: () => void,
  ) {}

  /** Entries up to here are sent, of all that are read; `told` left out. */
  toldUpTo(told?: LiveGroup<Listener>): number {
    if (!this.isJoined) return this.after;
    const others = this.interests.filter(({ group }) => group !== told);
    return Math.max(this.after, Math.min(...others.map(({ group }) => group.toldUpTo)));
  }

  open(receiver: LiveReceiver, position: string): void {
    if (this.isEnded) return receiver.end(null);
    this.receiver = receiver;
    this.beat(position);
    const { early } = this;
    this.early = [];
    this.send(early);
  }

  send(events: readonly LiveEvent[]): void {
    for (const event of events) {
      if (this.isEnded) return;
      if (this.receiver === null) this.early.push(event);
      else if (!this.receiver.send(event)) this.drop();
    }
  }

  hasRoom(): boolean {
    return this.receiver?.hasRoom() ?? false;
  }

  beat(position: string): void {
    if (!this.isEnded && this.receiver?.beat(position) === false) this.drop();
  }

  /** Ends it and its receiver. */
  end(failure: Failure | null): void {
    if (this.isEnded) return;
    this.close();
    this.receiver?.end(failure);
  }

  /** Ends it because of a failed read. A failure of the store is not the client's: it comes again. */
  fail(failure: Failure): void {
    this.end(failure.code.startsWith('STORE.') ? null : failure);
  }

  private drop(): void {
    this.dropped();
    this.close();
  }

  /** Ends it, as the receiver has ended. */
  close(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.ended(this);
  }
}
