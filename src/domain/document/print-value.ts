const longest = 200;

/** Formats an invalid value for a message. Nesting must be bounded. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return shorten(`"${value}"`);
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value);
  return shorten(JSON.stringify(value, (_key, member: unknown) => printable(member), 2));
}

const printable = (member: unknown): unknown => (typeof member === 'bigint' ? String(member) : member);

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The message for a value of the wrong type, to follow the path of the value. */
export const notOfType = (type: string, value: unknown): string =>
  `must be a \`${type}\` type, but the final value was: \`${printValue(value)}\`.`;
