import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { isStorableText } from '../../../../domain/document/storable-text.js';
import { invalidInput, type InputError } from '../../../../domain/failure.js';
import { reason, type Reason } from '../../../../domain/reason/reason.js';
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
  const refuse = (why: Reason): readonly InputError[] => [{ path: [name], reason: why, value: shown(value) }];
  if (value === undefined || value === null || value === '') return refuse(reason('value.required'));
  if (typeof value !== 'string') return refuse(reason('value.text'));
  if (value.length > maxLength) return refuse(reason('value.maxLength', { max: maxLength }));
  const isText = isStorableText(value);
  return isText ? [] : refuse(reason('value.character'));
}

/** Shows only the type of a value, because answers must not repeat secrets. */
const shown = (value: unknown): unknown => (value === undefined || value === null ? value : typeof value);
