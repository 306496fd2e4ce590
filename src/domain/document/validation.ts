import type { Principal } from '../permission/permission.js';
import type { ContentType, Schema, Shaped } from '../schema/schema.js';
import type { Faults, Path } from './faults.js';
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
