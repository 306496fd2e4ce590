import { failure, invalidInput, type Failure, type InputError } from '../failure.js';
import type { Principal } from '../permission/permission.js';
import type { ContentType, Scalar, Schema, Shaped } from '../schema/schema.js';
import type { Input } from './input.js';
import type { PlainObject } from './plain-object.js';

/** What holds for a whole body. `owner` is the content-type that it is of. */
export interface Validation {
  readonly schema: Schema;
  readonly owner: ContentType;
  readonly principal: Principal;
  readonly draft: boolean;
  /** The attributes of the document that may be set; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Whether private attributes of components may be set. */
  readonly privateInside: boolean;
  /** Whether this is what the server keeps, and not what a client sent: old keys are no mistake, passwords are hashes. */
  readonly stored: boolean;
  readonly faults: Faults;
}

/** Where in the body an object stands. */
export interface Place {
  readonly path: Path;
  /** A new document or item: absent attributes get defaults, and required ones must be there. */
  readonly fresh: boolean;
  /** What the object is of. */
  readonly within: 'document' | 'component' | 'zone';
}

/** Validates the members of an object of the body. */
export type MembersRule = (shaped: Shaped, data: PlainObject, place: Place, validation: Validation) => Input;

/** The path of an object as the refusal of one of its keys tells it: without the places in lists. */
export const keyPathOf = (path: Path): string | null => {
  const keys = path.filter((step) => typeof step === 'string');
  return keys.length === 0 ? null : keys.join('.');
};

/** A place in a body: attribute names, and numbers for the places in lists. */
export type Path = readonly (string | number)[];

/** The path as messages write it: `Openings[0].day`. */
export const nameOf = (path: Path): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');

/** More faults than a person mends at once; without a bound the answer could outgrow the body many times. */
const mostErrors = 100;

const noHint = (): object => ({});

/** What is wrong with a body, collected so that one answer tells everything. */
export class Faults {
  #key: Failure | null = null;
  #format: Failure | null = null;
  readonly #errors: InputError[] = [];

  /** A key that is not there or may not be set. `path` is what `details` tell; the message names it where it says more than the key. `hint`, which is asked of the first one alone, gives more details. */
  invalidKey(key: string, details: { readonly path?: string | null }, hint: () => object = noHint): void {
    if (this.#key !== null) return;
    const { path } = details;
    const place = typeof path === 'string' && path !== key ? ` at ${path}` : '';
    this.#key = failure('INPUT.INVALID_KEY', `Invalid key ${key}${place}`, {
      key,
      ...details,
      source: 'body',
      ...hint(),
    });
  }

  /** A refused value. `rule` completes the sentence that begins with the name of the place. */
  refuse(path: Path, rule: string, value: unknown): void {
    this.add(path, `${nameOf(path)} ${rule}`, value);
  }

  add(path: Path, message: string, value: unknown): void {
    if (this.#errors.length < mostErrors) this.#errors.push({ path: path.map(String), message, value });
  }

  /** A date or time in a wrong form; told without details, as clients expect. */
  misformed(message: string): void {
    this.#format ??= failure('INPUT.INVALID', message, {});
  }

  /** Keys first, then values, then forms. */
  failure(): Failure | null {
    const [first, ...rest] = this.#errors;
    return this.#key ?? (first === undefined ? this.#format : invalidInput([first, ...rest]));
  }
}

/** What checking one value needs beside it. `draft` skips `required` and the lower bounds. */
export interface ScalarCheck {
  readonly attribute: Scalar;
  readonly path: Path;
  readonly draft: boolean;
  readonly faults: Faults;
}
