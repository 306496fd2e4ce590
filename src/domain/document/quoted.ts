/** Of which nothing has to be escaped. */
const plain = /^[ !#-[\]-\uD7FF\uE000-\uFFFF]*$/;

/** A text as JSON: the same as `JSON.stringify` gives, in half the time for most. */
export const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));
