/** Writes that are sent at once: servers refuse more than some tens of thousands, and not all say how many. */
const most = 1_000;

/** Does the same with all values, some of them at a time, in their order. */
export async function inBatches<T>(
  values: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < values.length; from += most) await work(values.slice(from, from + most));
}
