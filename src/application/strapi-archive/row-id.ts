/** Ids of later rows follow the greatest one, and stay exact as numbers up to 2^53. */
const greatestId = 2 ** 52;

export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= greatestId;

/** Why a value is no id: `absent`, or that it is too large. */
export const whyNoId = (value: unknown, absent: string): string =>
  typeof value === 'number' && value > greatestId ? `has an id above ${greatestId}` : absent;
