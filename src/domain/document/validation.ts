import { type Failure, failure, type InputError, invalidInput } from '../failure.js';
import type { Principal } from '../permission/permission.js';
import type { ContentType, Scalar, Schema, Shaped } from '../schema/schema.js';
import type { Input } from './input.js';
import type { PlainObject } from './plain-object.js';

/** Settings for a whole body. `owner` is its content-type. */
export interface Validation {
  readonly schema: Schema;
  readonly owner: ContentType;
  readonly principal: Principal;
  readonly draft: boolean;
  /** The attributes of the document that may be set; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Whether private attributes of components may be set. */
  readonly privateInside: boolean;
  /**
   * Whether the data comes from the server's own storage and not from a client: unknown keys are ignored, and passwords
   * are hashes.
   */
  readonly stored: boolean;
  /** Whether values are only converted to the types of their attributes, and unknown keys ignored. */
  readonly unchecked: boolean;
  readonly faults: Faults;
}

/** An object of the body: where it is and what it belongs to. */
export interface BodyObject {
  readonly path: Path;
  /** Whether the document or item is new: absent attributes get defaults, and required ones must be present. */
  readonly fresh: boolean;
  /** What the object belongs to. */
  readonly within: 'document' | 'component' | 'zone';
}

/** Validates the members of one object of the body. */
export type MembersRule = (
  shaped: Shaped,
  data: PlainObject,
  object: BodyObject,
  validation: Validation,
) => Input;

/** The path of an object for messages about its keys, without list indexes. */
export const keyPathOf = (path: Path): string | null => {
  const keys = path.filter((step) => typeof step === 'string');
  return keys.length === 0 ? null : keys.join('.');
};

/** A path in a body: attribute names and list indexes. */
export type Path = readonly (string | number)[];

/** Formats a path for messages: `Openings[0].day`. */
export const nameOf = (path: Path): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');

/** Without a limit, the answer could be many times larger than the body. */
const maxErrors = 100;

const noHint = (): object => ({});

/** Collects the faults of a body, so that one answer reports them all. */
export class Faults {
  #key: Failure | null = null;
  #format: Failure | null = null;
  readonly #errors: InputError[] = [];

  /**
   * Reports a key that does not exist or may not be set. `path` goes into `details`, and into the message if it adds to
   * the key. `hint` adds more details; it is called for the first such key only.
   */
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

  /** Reports an invalid value. `rule` completes a sentence that begins with the path. */
  invalidValue(path: Path, rule: string, value: unknown): void {
    this.add(path, `${nameOf(path)} ${rule}`, value);
  }

  add(path: Path, message: string, value: unknown): void {
    if (this.#errors.length < maxErrors) this.#errors.push({ path: path.map(String), message, value });
  }

  /** Reports a date or time in a wrong form, which has no details, as clients expect. */
  malformed(message: string): void {
    this.#format ??= failure('INPUT.INVALID', message, {});
  }

  /** Unknown keys come first, then invalid values, then malformed dates. */
  failure(): Failure | null {
    const [first, ...rest] = this.#errors;
    return this.#key ?? (first === undefined ? this.#format : invalidInput([first, ...rest]));
  }
}

/** What the check of one value needs. `draft` skips `required` and lower bounds. */
export interface ScalarCheck {
  readonly attribute: Scalar;
  readonly path: Path;
  readonly draft: boolean;
  readonly faults: Faults;
}

const longest = 200;

/** Formats an invalid value for a message. Nesting must be bounded. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return shorten(`"${value}"`);
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value);
  return shorten(JSON.stringify(value, (_key, member: unknown) => printable(member), 2));
}

const printable = (member: unknown): unknown => (typeof member === 'bigint' ? String(member) : member);

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The message for a value of the wrong type, to follow the path of the value. */
export const notOfType = (type: string, value: unknown): string =>
  `must be a \`${type}\` type, but the final value was: \`${printValue(value)}\`.`;
