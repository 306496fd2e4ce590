import { reason, type Reason } from '../reason/reason.js';

const longest = 200;

/** Formats an invalid value for a message. Nesting must be bounded. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return shorten(`"${value}"`);
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value);
  return shorten(JSON.stringify(value, (_key, member: unknown) => printable(member), 2));
}

const printable = (member: unknown): unknown => (typeof member === 'bigint' ? String(member) : member);

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

export type WireType = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** Why a value of the wrong type is refused. Null is told apart, as it means that there is none. */
export const notOfType = (type: WireType, value: unknown): Reason =>
  value === null ? reason('value.null', { type }) : reason('value.type', { type, value: printValue(value) });
