/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 to `count - 1`. */
  below(count: number): number;
  pick<T>(all: readonly T[]): T;
  /** Whether one of `count` cases has happened. */
  oneIn(count: number): boolean;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    pick<T>(all: readonly T[]): T {
      const picked = all[below(all.length)];
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
    oneIn: (count) => below(count) === 0,
  };
}
