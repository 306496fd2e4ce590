import type { GraphQLError } from 'graphql';

/**
 * A subscription as the library sees it, which waits for its end and closes it. It yields nothing: the results are written to
 * the socket beside it, because all listeners who select the same share one text, and a client that does not read must not
 * fill a queue.
 */
export class Feed implements AsyncIterableIterator<never> {
  /** Ends the listener. */
  private stop: (() => void) | null = null;
  /** Nothing more may be written for it. */
  isOver = false;
  /** Another subscription of the socket has its id. */
  isReplaced = false;
  private settle: (error: GraphQLError | null) => void = () => {};
  private readonly ended = new Promise<IteratorResult<never>>((resolve, reject) => {
    this.settle = (error) => (error === null ? resolve(done) : reject(error));
  });

  constructor(readonly id: string) {
    // The library may not wait for it yet.
    this.ended.catch(() => {});
  }

  /** `stop` ends the listener of the feed, which may be over already. */
  begin(stop: () => void): void {
    if (this.isOver) stop();
    else this.stop = stop;
  }

  /** Ends the subscription, with an error for the client. */
  fail(error: GraphQLError): void {
    this.settle(error);
  }

  /** Ends it for a subscription that has the same id. */
  replace(): void {
    this.isReplaced = true;
    void this.return();
  }

  next(): Promise<IteratorResult<never>> {
    return this.ended;
  }

  return(): Promise<IteratorResult<never>> {
    this.isOver = true;
    this.stop?.();
    this.settle(null);
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };
