import { type Failure, failure, invalidInput } from '../failure.js';
import type { Principal } from '../permission/permission.js';
import { err, ok, type Result } from '../result.js';
import {
  componentOf,
  type Attribute,
  type ContentType,
  type Schema,
  type Shaped,
  type Uid,
} from '../schema/schema.js';
import { reason } from '../reason/reason.js';
import { notOfType } from './not-of-type.js';
import type { Path } from './path.js';
import { Faults, type Matches } from './validation.js';
import type { Input } from './input.js';
import { isPlainObject } from './plain-object.js';
import { isStorableText } from './storable-text.js';
import { validateMembers } from './validate-members.js';
import { walkMembers } from './walk-members.js';

export interface ValidationMode {
  readonly kind: 'create' | 'update';
  /** Drafts are not checked for `required` and `min` bounds; publishing checks them. */
  readonly draft: boolean;
  /** The attributes that may be set; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Whether private attributes of components may be set. */
  readonly privateInside: boolean;
  /** Whether to ignore unknown keys and to check no rule of an attribute but its type; absent: no. */
  readonly unchecked?: boolean;
}

/**
 * Checks the `data` of a body against its type, converts values to their canonical forms, and adds defaults on create.
 * Fails with `INPUT.INVALID_KEY` for the first key that the principal may not set, else with `INPUT.INVALID` and every
 * invalid value. Never throws, whatever the JSON.
 */
export function validateData(
  schema: Schema,
  type: ContentType,
  data: unknown,
  mode: ValidationMode & { readonly matches: Matches },
  principal: Principal,
): Result<Input> {
  const faults = new Faults((path) => !isPassword(schema, type, path));
  if (!Array.isArray(data) && !isPlainObject(data)) {
    return err(failure('INPUT.INVALID', reason('body.none'), {}));
  }
  if (!checkBody(data, faults)) return refused(faults);
  if (!isPlainObject(data)) return err(notAnObject(data));
  const place = { path: [], fresh: mode.kind === 'create', within: 'document' } as const;
  const validation = { unchecked: false, schema, owner: type, principal, ...mode, stored: false, faults };
  const input = validateMembers(type, data, place, validation);
  return faults.failure() === null ? ok(input) : refused(faults);
}

const notAnObject = (data: readonly unknown[]): Failure =>
  invalidInput([{ path: [], reason: notOfType('object', data), value: data }]);

function refused(faults: Faults): Result<never> {
  const found = faults.failure();
  if (found === null) throw new Error('refused without a fault');
  return err(found);
}

/** Whether a path of the body leads to a password, or into what was sent for one. In a zone, of any of its components. */
function isPassword(schema: Schema, type: ContentType, path: Path): boolean {
  let holders: readonly Shaped[] = [type];
  for (const step of path) {
    if (typeof step === 'number') continue;
    const found = holders.flatMap(({ attributes }) => attributes.get(step) ?? []);
    if (found.some((one) => one.kind === 'scalar' && one.type === 'password')) return true;
    holders = found.flatMap((one) => uidsIn(one).map((uid) => componentOf(schema, uid)));
  }
  return false;
}

function uidsIn(attribute: Attribute): readonly Uid[] {
  if (attribute.kind === 'zone') return attribute.components;
  return attribute.kind === 'component' ? [attribute.component] : [];
}

/** The allowed depth of a body, far below what would exhaust the stack. */
const maxLevels = 100;

/** Reports a body that is nested deeper than `maxLevels`, and returns false. Later checks may recurse. */
export const checkDepth = (data: object, faults: Faults): boolean =>
  refuseDepth(
    walkMembers(data, maxLevels, () => {}),
    faults,
  );

/** Reports a body that is nested too deep, and returns false; else reports every text and key that a store cannot keep. */
function checkBody(data: object, faults: Faults): boolean {
  const unstorable: (readonly [Path, string])[] = [];
  const check = (text: unknown, path: Path): void => {
    if (typeof text === 'string' && !isStorableText(text)) unstorable.push([[...path], text]);
  };
  const tooDeep = walkMembers(data, maxLevels, (member, path) => {
    check(path.at(-1), path);
    check(member, path);
  });
  if (!refuseDepth(tooDeep, faults)) return false;
  for (const [path, text] of unstorable) faults.invalidValue(path, reason('value.character'), text);
  return true;
}

/** Reports what is too deep by the attribute that it is in. */
function refuseDepth(tooDeep: Path | null, faults: Faults): boolean {
  if (tooDeep === null) return true;
  const place = typeof tooDeep[0] === 'string' ? tooDeep[0] : 'data';
  faults.invalidValue([place], reason('value.depth', { max: maxLevels }), null);
  return false;
}
