enum Speed {
  WordsAMinute = 3,
}

/** Whole minutes, at least one. */
export const readingMinutes = (body?: string | null): number =>
  Math.max(1, Math.ceil((body ?? '').split(/\s+/).filter(Boolean).length / Speed.WordsAMinute));
