/** A small seeded random generator (mulberry32), so that every first start creates the same content. */
export function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (from, to) => from + Math.floor(next() * (to - from + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  const some = (list, count) => {
    const left = [...list];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(int(0, left.length - 1), 1)[0],
    );
  };
  const chance = (share) => next() < share;
  const date = (fromYear, toYear) => {
    return `${int(fromYear, toYear)}-${two(int(1, 12))}-${two(int(1, 28))}`;
  };
  return { int, pick, some, chance, date };
}

const two = (value) => String(value).padStart(2, '0');
