const longest = 200;

/** A refused value as messages quote it. The value must not be nested without bound. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return shorten(`"${value}"`);
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value);
  return shorten(JSON.stringify(value, (_key, member: unknown) => printable(member), 2));
}

const printable = (member: unknown): unknown => (typeof member === 'bigint' ? String(member) : member);

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The refusal of a value of another type, after the name of its place. */
export const notOfType = (type: string, value: unknown): string =>
  `must be a \`${type}\` type, but the final value was: \`${printValue(value)}\`.`;
