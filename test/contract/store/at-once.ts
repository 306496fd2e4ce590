/** Starts `count` calls at the same time, and waits for all of them. */
export const atOnce = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Changes of a restaurant, each of another attribute. */
export const separateChanges: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'n' },
  { about: 'a' },
  { rating: 1 },
  { visits: '2' },
  { price: 3.5 },
  { active: true },
  { tags: [1] },
  { opened: '2020-01-01' },
];
