import { type Failure, failure, type InputError, invalidInput } from '../failure.js';
import type { Principal } from '../permission/permission.js';
import type { ContentType, Scalar, Schema, Shaped } from '../schema/schema.js';
import type { Input } from './input.js';
import type { Path } from './path.js';
import type { PlainObject } from './plain-object.js';
import { keyReason, type Reason } from '../reason/reason.js';

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
  readonly matches: Matches;
  readonly faults: Faults;
}

/** Whether a text matches the `regex` of an attribute. It is given, as the engine that runs it is large. */
export type Matches = (text: string, regex: string) => boolean;

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

/** Without a limit, the answer could be many times larger than the body. */
const maxErrors = 100;

const noHint = (): object => ({});

/** Whether an answer may have the value at a path: one that the writer has sent, and that is no secret. */
export type IsShown = (path: Path) => boolean;

/** Collects the faults of a body, so that one answer reports them all. */
export class Faults {
  #key: Failure | null = null;
  #format: Failure | null = null;
  readonly #errors: InputError[] = [];
  readonly #isShown: IsShown;

  /**
   * A value that was not sent is not reported, as who is told may not be allowed to read it; only that it is missing. Neither is
   * a password, as answers are kept in places that are not secret.
   */
  constructor(isShown: IsShown = () => true) {
    this.#isShown = isShown;
  }

  /**
   * Reports a key that does not exist or may not be set. `path` goes into `details`, and into the message if it adds to
   * the key. `hint` adds more details; it is called for the first such key only.
   */
  invalidKey(key: string, details: { readonly path?: string | null }, hint: () => object = noHint): void {
    if (this.#key !== null) return;
    const { path } = details;
    const why = keyReason(key, path ?? null);
    this.#key = failure('INPUT.INVALID_KEY', why, { key, ...details, source: 'body', ...hint() });
  }

  invalidValue(path: Path, why: Reason, value: unknown): void {
    const shown = value === null || this.#isShown(path) ? value : undefined;
    if (this.#errors.length < maxErrors) this.#errors.push({ path, reason: why, value: shown });
  }

  /** Reports a date or time in a wrong form, which has no details, as clients expect. */
  malformed(why: Reason): void {
    this.#format ??= failure('INPUT.INVALID', why, {});
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
  readonly matches: Matches;
  readonly faults: Faults;
}
