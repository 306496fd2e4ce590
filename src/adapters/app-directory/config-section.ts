import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/**
 * A section of settings: each may be absent (or null, as an unset environment variable leaves it), a key that is
 * neither a setting nor `tolerated` is an error at that key.
 */
export function section<P extends t.Props>(
  settings: P,
  tolerated: readonly string[] = [],
): t.Type<{ readonly [K in keyof P]?: t.TypeOf<P[K]> }, unknown> {
  type Decoded = { readonly [K in keyof P]?: t.TypeOf<P[K]> };
  const validate: t.Validate<unknown, Decoded> = (raw, context) => {
    if (!t.UnknownRecord.is(raw) || Array.isArray(raw)) return t.failure(raw, context);
    const errors: t.ValidationError[] = [];
    const decoded: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(raw)) {
      if (value === undefined || value === null || tolerated.includes(key)) continue;
      const codec = Object.hasOwn(settings, key) ? settings[key] : undefined;
      const at = t.appendContext(context, key, codec ?? t.unknown, value);
      const result =
        codec === undefined
          ? t.failure(value, at, unknownKey(Object.keys(settings)))
          : codec.validate(value, at);
      if (isLeft(result)) errors.push(...result.left);
      else decoded[key] = result.right;
    }
    return errors.length > 0 ? t.failures(errors) : t.success(decoded);
  };
  return new t.Type<Decoded, unknown>('an object', (_value): _value is Decoded => true, validate, t.identity);
}

const unknownKey = (known: readonly string[]): string =>
  `is no setting of this section: it has ${known.join(', ')}`;

/** What is wrong, in words, and at which key. */
export interface Refusal {
  readonly path: string;
  readonly message: string;
}

/** A value, or why there is none. */
export interface Decoded<A> {
  readonly value?: A;
  readonly refusals: readonly Refusal[];
}

/** Decodes, or says what is refused and where. Values of codecs whose name ends in `(secret)` are not shown. */
export function decodeSetting<A>(codec: t.Type<A, unknown>, raw: unknown): Decoded<A> {
  const decoded = codec.decode(raw);
  return isRight(decoded)
    ? { value: decoded.right, refusals: [] }
    : { refusals: decoded.left.map(refusalOf) };
}

function refusalOf({ context, message, value }: t.ValidationError): Refusal {
  const path = context
    .map(({ key }) => key)
    .filter((key) => key !== '')
    .join('.');
  const expected = context.at(-1)?.type.name ?? '';
  return { path, message: message ?? refusal(expected, value) };
}

const secret = ' (secret)';

function refusal(expected: string, value: unknown): string {
  if (expected.endsWith(secret)) return `must be ${expected.slice(0, -secret.length)}`;
  return `must be ${expected}, but is ${JSON.stringify(value) ?? typeof value}`;
}

/**
 * A codec for one value: `read` answers undefined where `raw` is none. `expected` completes "must be …", where
 * `explain` has nothing better to say.
 */
export const setting = <A>(
  expected: string,
  read: (raw: unknown) => A | undefined,
  explain: (raw: unknown) => string | undefined = () => undefined,
): t.Type<A, unknown> =>
  new t.Type<A, unknown>(
    expected,
    (value): value is A => read(value) !== undefined,
    (raw, context) => {
      const value = read(raw);
      return value === undefined ? t.failure(raw, context, explain(raw)) : t.success(value);
    },
    t.identity,
  );
