import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { isStorableText } from '../../../../domain/document/storable-text.js';
import { invalidInput, type InputError } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';

type Texts<Names extends string> = { readonly [Name in Names]: string };

const maxLength = 1_000;

/** Reads required texts from a body without `data`. Fails with an error for each name that has no valid text. */
export function readTexts<Names extends string>(
  body: unknown,
  names: readonly Names[],
): Result<Texts<Names>> {
  const members = isPlainObject(body) ? body : {};
  const errors = names.flatMap((name) =>
    refusalOf(name, Object.hasOwn(members, name) ? members[name] : undefined),
  );
  const [first, ...others] = errors;
  if (first !== undefined) return err(invalidInput([first, ...others]));
  return ok(Object.fromEntries(names.map((name) => [name, members[name]])) as Texts<Names>);
}

/** Returns the other members of the body. */
export const othersOf = (body: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  isPlainObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
    : {};

function refusalOf(name: string, value: unknown): readonly InputError[] {
  const refuse = (message: string): readonly InputError[] => [{ path: [name], message, value: shown(value) }];
  if (value === undefined || value === null || value === '') return refuse(`${name} is a required field`);
  if (typeof value !== 'string') return refuse(`${name} must be a \`string\` type`);
  if (value.length > maxLength) return refuse(`${name} must be at most ${maxLength} characters`);
  const isText = isStorableText(value);
  return isText ? [] : refuse(`${name} must not contain the character \\u0000 or half of a surrogate pair`);
}

/** Shows only the type of a value, because answers must not repeat secrets. */
const shown = (value: unknown): unknown => (value === undefined || value === null ? value : typeof value);
