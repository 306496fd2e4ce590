import { LRUCache } from 'lru-cache';
import type { Caller } from '../../domain/caller.js';
import type { Position, Replicas } from '../ports/replicas.js';
import type { Carrier } from '../stores/create-units.js';

/** Callers whose positions are remembered one by one. */
const defaultMaxCallers = 10_000;

/** How far somebody has written. Until the position of the last write is known, only the primary may answer. */
class Mark {
  position: Position = 0n;
  /** Writes that were acknowledged, and those whose position is known. */
  writes = 0;
  known = 0;

  /** Undefined: not known. */
  reached(): Position | undefined {
    return this.known === this.writes ? this.position : undefined;
  }

  /** Takes over what another mark has. */
  include(other: Mark): void {
    this.position = later(this.position, other.position);
    if (other.reached() === undefined) this.writes += 1;
  }
}

const later = (one: Position, other: Position): Position => (one > other ? one : other);

/** One request: the position that its client sent, and that of its own writes. */
export class RequestPosition {
  private caller: Pick<Caller, 'key'> | undefined;
  private mark: Mark | undefined;
  private running = 0;
  private wake = (): void => {};

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
    const own = this.callers.since(this.mark ?? this.callers.markOf(this.caller?.key));
    return own === undefined ? undefined : later(own, this.sent);
  }

  /** The position to hand to the client; null if the request has written nothing, or its position is not known. */
  handedOut(): Position | null {
    return this.mark?.reached() ?? null;
  }

  /** Notes an acknowledged write. Resolves when its position is known, or cannot be found out. */
  async written(): Promise<void> {
    const mark = this.callers.makeMark(this.caller?.key);
    if (this.mark !== undefined && this.mark !== mark) mark.include(this.mark);
    this.mark = mark;
    mark.writes += 1;
    this.running += 1;
    await this.callers.learn(mark);
    this.running -= 1;
    if (this.running === 0) this.wake();
  }

  /** Waits for all that `written` waits for. */
  async settled(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => (this.wake = resolve));
  }
}

/**
 * Remembers how far callers have written, so that each reads its own writes. Callers beyond the number that is kept share
 * one position: that of the latest write of them all.
 */
export class CallerPositions {
  private readonly marks: LRUCache<string, Mark>;
  private readonly others = new Mark();

  constructor(
    private readonly replicas: Pick<Replicas, 'position'>,
    private readonly requests: Carrier<RequestPosition>,
    maxCallers = defaultMaxCallers,
  ) {
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

  makeMark(key: string | undefined): Mark {
    const known = this.markOf(key);
    if (known !== undefined) return known;
    const mark = new Mark();
    if (key !== undefined) this.marks.set(key, mark);
    return mark;
  }

  since(mark: Mark | undefined): Position | undefined {
    const positions = [this.others, ...(mark === undefined ? [] : [mark])].map((each) => {
      if (each.reached() === undefined) void this.learn(each);
      return each.reached();
    });
    return positions.reduce((one, other) =>
      one === undefined || other === undefined ? undefined : later(one, other),
    );
  }

  /** Asks where the writes are that the mark has now. */
  async learn(mark: Mark): Promise<void> {
    const { writes } = mark;
    const position = await this.replicas.position();
    if (position === null) return;
    mark.position = later(mark.position, position);
    mark.known = Math.max(mark.known, writes);
  }
}

/** Positions cross the wire as hexadecimal numbers of 64 bits. Anything else counts as no position. */
export function parsePosition(text: unknown): Position {
  return typeof text === 'string' && /^[0-9a-f]{1,16}$/.test(text) ? BigInt(`0x${text}`) : 0n;
}

export const positionText = (position: Position): string => position.toString(16);
