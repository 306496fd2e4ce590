import { LRUCache } from 'lru-cache';
import type { Caller } from '../../domain/caller.js';
import type { Position, Replicas } from '../ports/replicas.js';
import type { Carrier } from '../stores/create-units.js';

/** Callers whose positions are remembered one by one. */
const defaultMaxCallers = 10_000;

/** How far somebody has written. Until the position of the last write is known, only the primary may answer. */
class Mark {
  private position: Position = 0n;
  /** Writes that were acknowledged, and those whose position is known: all up to that one. */
  private writes = 0;
  private known = 0;

  constructor(private readonly replicas: Pick<Replicas, 'position'>) {}

  /** Notes an acknowledged write, and returns its number. */
  noteWrite(): number {
    return ++this.writes;
  }

  /** A position that has all writes up to `write`, by default the last one; undefined: not known. */
  reached(write = this.writes): Position | undefined {
    return this.known >= write ? this.position : undefined;
  }

  /** Takes over what another mark has. */
  include(other: Mark): void {
    this.position = later(this.position, other.position);
    if (other.reached() === undefined) this.noteWrite();
  }

  /** Asks where the writes are that are noted now. */
  async learn(): Promise<void> {
    const { writes } = this;
    const position = await this.replicas.position();
    if (position === null) return;
    this.position = later(this.position, position);
    this.known = Math.max(this.known, writes);
  }
}

const later = (one: Position, other: Position): Position => (one > other ? one : other);

/** One request: the position that its client sent, and that of its own writes. */
export class RequestPosition {
  private caller: Pick<Caller, 'key'> | undefined;
  /** Where its writes are noted, and the number of its last one there. */
  private last: { readonly mark: Mark; readonly write: number } | undefined;
  private readonly learning = new Set<Promise<void>>();

  constructor(
    private readonly callers: CallerPositions,
    private readonly sent: Position,
  ) {}

  /** Names who sends the request, once that is known. */
  calledBy(caller: Pick<Caller, 'key'>): void {
    this.caller = caller;
  }

  /** The position that a replica must have reached to answer the caller; undefined: only the primary may. */
  since(): Position | undefined {
    const own = this.callers.since(this.last?.mark ?? this.callers.markOf(this.caller?.key));
    return own === undefined ? undefined : later(own, this.sent);
  }

  /** The position to hand to the client; null if the request has written nothing, or its position is not known. */
  handedOut(): Position | null {
    return this.last?.mark.reached(this.last.write) ?? null;
  }

  /** Notes an acknowledged write. Resolves when its position is known, or cannot be found out. */
  async written(): Promise<void> {
    const mark = this.callers.makeMark(this.caller?.key);
    if (this.last !== undefined && this.last.mark !== mark) mark.include(this.last.mark);
    this.last = { mark, write: mark.noteWrite() };
    const learned = mark.learn();
    this.learning.add(learned);
    try {
      await learned;
    } finally {
      this.learning.delete(learned);
    }
  }

  /** Waits for all that `written` waits for now. */
  async settled(): Promise<void> {
    await Promise.all(this.learning);
  }
}

/**
 * Remembers how far callers have written, so that each reads its own writes. Callers beyond the number that is kept share
 * one position: that of the latest write of them all.
 */
export class CallerPositions {
  private readonly marks: LRUCache<string, Mark>;
  private readonly others: Mark;

  constructor(
    private readonly replicas: Pick<Replicas, 'position'>,
    private readonly requests: Carrier<RequestPosition>,
    maxCallers = defaultMaxCallers,
  ) {
    this.others = new Mark(replicas);
    this.marks = new LRUCache({
      max: maxCallers,
      dispose: (mark, _key, reason) => {
        if (reason === 'evict') this.others.include(mark);
      },
    });
  }

  /** Begins a request whose client has sent `text` as its position, if any. */
  begin(text: unknown): RequestPosition {
    return new RequestPosition(this, parsePosition(text));
  }

  /** Runs the rest of a request, whose writes are then noted, also those of code of the app. */
  within<T>(request: RequestPosition, work: () => T): T {
    return this.requests.run(request, work);
  }

  /** The request that the running code works for. */
  current(): RequestPosition | undefined {
    return this.requests.getStore();
  }

  markOf(key: string | undefined): Mark | undefined {
    return key === undefined ? undefined : this.marks.get(key);
  }

  /** The mark of a caller, or a new one, which is not kept without a key. */
  makeMark(key: string | undefined): Mark {
    const known = this.markOf(key);
    if (known !== undefined) return known;
    const mark = new Mark(this.replicas);
    if (key !== undefined) this.marks.set(key, mark);
    return mark;
  }

  since(mark: Mark | undefined): Position | undefined {
    const positions = [this.others, ...(mark === undefined ? [] : [mark])].map((each) => {
      if (each.reached() === undefined) void each.learn();
      return each.reached();
    });
    return positions.reduce((one, other) =>
      one === undefined || other === undefined ? undefined : later(one, other),
    );
  }
}

/** Positions cross the wire as hexadecimal numbers of 64 bits. Anything else counts as no position. */
export function parsePosition(text: unknown): Position {
  return typeof text === 'string' && /^[0-9a-f]{1,16}$/.test(text) ? BigInt(`0x${text}`) : 0n;
}

export const positionText = (position: Position): string => position.toString(16);
