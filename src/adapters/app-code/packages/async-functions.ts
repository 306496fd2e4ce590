type Step = (...args: readonly never[]) => unknown;
type Mapper = (item: unknown, at: number) => unknown;

interface MapOptions {
  /** How many of the mapper's promises may be open at once. */
  readonly concurrency?: number;
}

async function mapAll(
  list: Iterable<unknown>,
  mapper: Mapper,
  { concurrency }: MapOptions = {},
): Promise<unknown[]> {
  const items = [...list];
  const results: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await mapper(await items[at], at);
    }
  };
  const workers = Math.min(concurrency ?? items.length, items.length);
  await Promise.all(Array.from({ length: Math.max(workers, 0) }, work));
  return results;
}

/** `async` of `@strapi/utils`. */
export const asyncFunctions = {
  /** Returns a function that passes its arguments to the first step, and each result to the next. */
  pipe:
    (first: Step, ...steps: readonly Step[]) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      let result: unknown = await (first as (...given: readonly unknown[]) => unknown)(...args);
      for (const step of steps) result = await (step as (given: unknown) => unknown)(result);
      return result;
    },
  /** `map(list, mapper)`, or `map(list)(mapper)`. The results have the order of the list. */
  map: (list: Iterable<unknown>, mapper?: Mapper, options?: MapOptions): unknown =>
    mapper === undefined
      ? (later: Mapper, more?: MapOptions) => mapAll(list, later, more)
      : mapAll(list, mapper, options),
  reduce:
    (list: readonly unknown[]) =>
    async (
      step: (sum: unknown, item: unknown, at: number) => unknown,
      initial?: unknown,
    ): Promise<unknown> => {
      let sum = initial;
      for (const [at, item] of list.entries()) sum = await step(sum, await item, at);
      return sum;
    },
};
