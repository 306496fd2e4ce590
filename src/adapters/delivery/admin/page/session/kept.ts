/** Keeps something small in this browser, for one administrator. What cannot be kept is lost without a word. */
export interface Kept<T> {
  read(): T | null;
  /** Null: forgets it. */
  write(value: T | null): void;
}

/** `decode` returns null for what is not of the right form, as people and other versions of the page write there too. */
export function openKept<T>(
  administrator: string,
  name: readonly string[],
  decode: (given: unknown) => T | null,
): Kept<T> {
  const key = ['quire', administrator, ...name].join(' ');
  return {
    read() {
      try {
        return decode(JSON.parse(localStorage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // The browser keeps nothing, or has no room.
      }
    },
  };
}
