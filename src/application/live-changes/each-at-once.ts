/** Does `work` with each value in turn, with `atOnce` of them at the same time. */
export async function eachAtOnce<T>(
  values: Iterable<T>,
  atOnce: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const left = values[Symbol.iterator]();
  const workOff = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
}
