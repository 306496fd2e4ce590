/** Fetches the next batch while the current one is processed. */
export async function* ahead<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = batches[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    // If the consumer stops, nobody awaits this promise; its rejection must not end the process.
    next.catch(() => {});
    return next;
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
