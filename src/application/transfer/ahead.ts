/** Fetches the next batch while the current one is processed. */
export async function* ahead<T>(batches: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = batches[Symbol.asyncIterator]();
  const fetch = (): Promise<IteratorResult<T>> => {
    const result = iterator.next();
    // If the consumer stops, nobody awaits this promise; its rejection must not end the process.
    result.catch(() => {});
    return result;
  };
  let next = fetch();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = fetch();
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}
