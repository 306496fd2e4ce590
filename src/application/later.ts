export const hourMs = 3_600_000;

/** The moment so many milliseconds after another one (ISO 8601), or before it if there are less than none. */
export const later = (than: string, ms: number): string => new Date(Date.parse(than) + ms).toISOString();
