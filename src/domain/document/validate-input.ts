import { failure, invalidInput, type Failure } from '../failure.js';
import type { Principal } from '../permission/permission.js';
import { err, ok, type Result } from '../result.js';
import type { ContentType, Schema } from '../schema/schema.js';
import { checkDepth, checkTexts } from './check-body.js';
import { Faults } from './faults.js';
import type { Input } from './input.js';
import { isPlainObject } from './plain-object.js';
import { notOfType } from './print-value.js';
import { validateMembers } from './validate-members.js';

export interface ValidationMode {
  readonly kind: 'create' | 'update';
  /** Drafts skip `required` and `min` bounds; publishing checks them. */
  readonly draft: boolean;
  /** The attributes that may be set; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Whether private attributes of components may be set. */
  readonly privateInside: boolean;
}

/**
 * Checks the `data` of a body against its type, casts values to their canonical forms, and fills in defaults on create.
 * Fails with `INPUT.INVALID_KEY` for the first key that is not the principal's to set, else with `INPUT.INVALID` and
 * every refused value. Never throws, whatever the JSON.
 */
export function validateInput(
  schema: Schema,
  type: ContentType,
  data: unknown,
  mode: ValidationMode,
  principal: Principal,
): Result<Input> {
  const faults = new Faults();
  if (!Array.isArray(data) && !isPlainObject(data)) {
    return err(failure('INPUT.INVALID', 'Missing "data" payload in the request body', {}));
  }
  if (!checkDepth(data, faults)) return refused(faults);
  if (!isPlainObject(data)) return err(notAnObject(data));
  checkTexts(data, faults);
  const place = { path: [], fresh: mode.kind === 'create', within: 'document' } as const;
  const validation = { schema, owner: type, principal, ...mode, stored: false, faults };
  const input = validateMembers(type, data, place, validation);
  return faults.failure() === null ? ok(input) : refused(faults);
}

const notAnObject = (data: readonly unknown[]): Failure =>
  invalidInput([{ path: [], message: `this ${notOfType('object', data)}`, value: data }]);

function refused(faults: Faults): Result<never> {
  const found = faults.failure();
  if (found === null) throw new Error('refused without a fault');
  return err(found);
}
