/** With the `u` flag, a surrogate matches only if it is not part of a pair. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Whether every store can keep the text: it has no `\u0000` and no lone surrogate. */
export const isStorableText = (text: string): boolean => !unstorable.test(text);
