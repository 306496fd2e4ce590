import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { didYouMean } from '../../domain/nearest-name.js';

type Codecs = Readonly<Record<string, t.Mixed>>;

/**
 * A codec for a section of a config file. Each setting may be absent, or null, as an unset environment variable leaves
 * it. `others` are keys of existing projects that are not settings here: they are checked and omitted from the value.
 * Other keys are refused, unless the section is `open` to an app's own.
 */
export function section<P extends Codecs>(
  settings: P,
  others: Codecs = {},
  { open = false }: { readonly open?: boolean } = {},
): t.Type<{ readonly [K in keyof P]?: t.TypeOf<P[K]> }, unknown> {
  type Value = { readonly [K in keyof P]?: t.TypeOf<P[K]> };
  const validate: t.Validate<unknown, Value> = (raw, context) => {
    if (!t.UnknownRecord.is(raw) || Array.isArray(raw)) return t.failure(raw, context);
    const errors: t.ValidationError[] = [];
    const decoded: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(raw)) {
      if (value === undefined || value === null) continue;
      const codec = [settings, others].find((codecs) => Object.hasOwn(codecs, key))?.[key];
      if (codec === undefined && open) continue;
      const at = t.appendContext(context, key, codec ?? t.unknown, value);
      const result =
        codec?.validate(value, at) ?? t.failure(value, at, unknownKey(key, Object.keys(settings)));
      if (isLeft(result)) errors.push(...result.left);
      else if (Object.hasOwn(settings, key)) decoded[key] = result.right;
    }
    return errors.length > 0 ? t.failures(errors) : t.success(decoded);
  };
  return new t.Type<Value, unknown>('an object', (_value): _value is Value => true, validate, t.identity);
}

const unknownKey = (key: string, known: readonly string[]): string =>
  known.length === 0
    ? 'is no setting: remove it'
    : `is no setting of this section: it has ${known.join(', ')}${didYouMean(key, known)}`;

/** Keys of existing projects for features that Quire lacks or needs no setting for: any value is accepted. */
export const unread = (...keys: readonly string[]): Codecs =>
  Object.fromEntries(keys.map((key) => [key, t.unknown]));

/** The key that is wrong, and the reason. */
export interface InvalidSetting {
  readonly path: string;
  readonly message: string;
}

/** A value, or the reasons why there is none. */
export interface Decoded<A> {
  readonly value?: A;
  readonly refusals: readonly InvalidSetting[];
}

/** Decodes a value. Reasons do not include values of codecs whose name ends in `(secret)`. */
export function decode<A>(codec: t.Type<A, unknown>, raw: unknown): Decoded<A> {
  const decoded = codec.decode(raw);
  return isRight(decoded)
    ? { value: decoded.right, refusals: [] }
    : { refusals: decoded.left.map(refusalOf) };
}

function refusalOf({ context, message, value }: t.ValidationError): InvalidSetting {
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
 * A codec for one value. `read` returns undefined for a wrong one. `expected` completes "must be …", unless `explain`
 * returns another message.
 */
export const codec = <A>(
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

/** A codec whose values `convert` checks further, with reasons at keys below it. */
export const converted = <A, B>(
  from: t.Type<A, unknown>,
  convert: (value: A) => B | readonly InvalidSetting[],
): t.Type<B, unknown> =>
  new t.Type<B, unknown>(
    from.name,
    (value): value is B => from.is(value),
    (raw, context) => {
      const decoded = from.validate(raw, context);
      if (isLeft(decoded)) return decoded;
      const value = convert(decoded.right);
      if (!Array.isArray(value)) return t.success(value as B);
      return t.failures(
        (value as readonly InvalidSetting[]).map(({ path, message }) => ({
          value: raw,
          message,
          context: t.appendContext(context, path, t.unknown),
        })),
      );
    },
    t.identity,
  );

/**
 * A setting of Strapi that has no effect here. It is refused with the reason, so that nobody relies on it, except for
 * values that request the server's fixed behaviour.
 */
export const withoutEffect = (why: string, ...harmless: readonly unknown[]): t.Type<unknown, unknown> =>
  codec<unknown>(
    'absent',
    (raw) => (harmless.includes(raw) ? raw : undefined),
    () => `has no effect here: ${why}`,
  );
