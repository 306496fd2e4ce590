import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { isStorableText } from '../../../../domain/document/storable-text.js';
import { invalidInput, type InputError } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';

type Texts<Names extends string> = { readonly [Name in Names]: string };

const longest = 1_000;

/** The texts of these names, of a body that stands by itself, without `data`. Nothing but a text is one. */
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

/** What the body has beside these names. */
export const othersOf = (body: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  isPlainObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
    : {};

function refusalOf(name: string, value: unknown): readonly InputError[] {
  const refuse = (message: string): readonly InputError[] => [{ path: [name], message, value: shown(value) }];
  if (value === undefined || value === null || value === '') return refuse(`${name} is a required field`);
  if (typeof value !== 'string') return refuse(`${name} must be a \`string\` type`);
  if (value.length > longest) return refuse(`${name} must be at most ${longest} characters`);
  const isText = isStorableText(value);
  return isText ? [] : refuse(`${name} must not contain the character \\u0000 or half of a surrogate pair`);
}

/** Answers repeat no secrets, and not much. */
const shown = (value: unknown): unknown => (value === undefined || value === null ? value : typeof value);
