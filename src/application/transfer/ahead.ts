/** Asks for the next batch while the one before is at work. */
export async function* ahead<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = batches[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = iterator.next();
    // Nobody may wait for it any more when it fails.
    asked.catch(() => {});
    return asked;
  };
  let next = ask();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = ask();
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}
