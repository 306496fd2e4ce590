import * as t from 'io-ts';
import { isRight } from 'fp-ts/lib/Either.js';

const trueTexts: ReadonlySet<unknown> = new Set(['true', 't', '1', true]);
const falseTexts: ReadonlySet<unknown> = new Set(['false', 'f', '0', false]);

/** `true`, `t` or `1`; `false`, `f` or `0`. */
export const Flag = new t.Type<boolean, string>(
  'Flag',
  t.boolean.is,
  (raw, context) =>
    trueTexts.has(raw) ? t.success(true) : falseTexts.has(raw) ? t.success(false) : t.failure(raw, context),
  String,
);

/** An integer that JavaScript represents exactly. */
export const WholeNumber = new t.Type<number, string>(
  'WholeNumber',
  (value): value is number => Number.isSafeInteger(value),
  (raw, context) => {
    const value = typeof raw === 'string' && /^[+-]?\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    return Number.isSafeInteger(value) ? t.success(value) : t.failure(raw, context);
  },
  String,
);

export const Status = t.keyof({ draft: null, published: null });

/** One locale code, several codes, or `*`. */
export const Locale = t.union([t.string, t.readonlyArray(t.string)]);

export const JsonRecord = t.UnknownRecord;

/** Returns the decoded value, or undefined if `raw` does not fit the codec. */
export function decodeWith<A>(codec: t.Type<A, unknown>, raw: unknown): A | undefined {
  const decoded = codec.decode(raw);
  return isRight(decoded) ? decoded.right : undefined;
}
