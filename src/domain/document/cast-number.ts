export const int32 = { min: -2147483648, max: 2147483647 } as const;
export const int64 = { min: -9223372036854775808n, max: 9223372036854775807n } as const;

const decimalForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const integerForm = /^([+-]?)0*(\d+)$/;
/**
 * More digits than an int64 can have. Such a text is compared by its sign alone, so that converting it costs nothing.
 */
const beyondInt64 = 20;

/** Converts a number or a decimal text to a finite number without negative zero. Null for anything else. */
export function castNumber(raw: unknown): number | null {
  const number = typeof raw === 'string' ? numberOf(raw.trim()) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : null;
}

const numberOf = (text: string): number => (decimalForm.test(text) ? Number(text) : NaN);

export const isInt32 = (number: number): boolean =>
  Number.isInteger(number) && number >= int32.min && number <= int32.max;

/** Converts digits, or a number that is an exact integer, to an integer of any size. Null for anything else. */
export function castBigInteger(raw: unknown): bigint | null {
  if (typeof raw === 'bigint') return raw;
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? BigInt(raw) : null;
  const parts = typeof raw === 'string' ? integerForm.exec(raw.trim()) : null;
  if (parts === null) return null;
  const digits = parts[2] ?? '0';
  const size = digits.length < beyondInt64 ? BigInt(digits) : 10n ** 19n;
  return parts[1] === '-' ? -size : size;
}

export const isInt64 = (integer: bigint): boolean => integer >= int64.min && integer <= int64.max;

/** Rounds half away from zero, by the decimal digits of the number and not by its binary fraction. */
export function roundTo2Places(number: number): number {
  const size = Math.abs(number);
  if (size < 0.005) return 0;
  if (size >= Number.MAX_SAFE_INTEGER) return number;
  const rounded = Number(`${Math.round(Number(`${size}e2`))}e-2`);
  return number < 0 ? -rounded : rounded;
}
