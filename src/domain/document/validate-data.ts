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
import { isPlainObject, type PlainObject } from './plain-object.js';
import { isStorableText } from './storable-text.js';
import { validateMembers } from './validate-members.js';

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
  if (!checkDepth(data, faults)) return refused(faults);
  if (!isPlainObject(data)) return err(notAnObject(data));
  checkTexts(data, faults);
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

/** A container of the body. `key` is its place in its parent. */
interface Visit {
  readonly value: object;
  readonly parent: Visit | null;
  readonly key: string | number;
}

/**
 * Reports a body that is nested deeper than `maxLevels`, and returns false. Later checks may recurse. This check does
 * not, and goes depth first, so that it ends even on cyclic values.
 */
export function checkDepth(data: object, faults: Faults): boolean {
  const visits: { value: object; depth: number; key: string }[] = [{ value: data, depth: 0, key: 'data' }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { value, depth, key } = visit;
    if (depth > maxLevels) {
      faults.invalidValue([key], reason('value.depth', { max: maxLevels }), null);
      return false;
    }
    eachMember(value, (member, name) => {
      if (!isContainer(member)) return;
      visits.push({
        value: member,
        depth: depth + 1,
        key: depth === 0 && typeof name === 'string' ? name : key,
      });
    });
  }
  return true;
}

/** Reports every text and key that a store cannot keep. */
function checkTexts(data: object, faults: Faults): void {
  const visits: Visit[] = [{ value: data, parent: null, key: '' }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const within = visit;
    eachMember(within.value, (value, key) => {
      if (typeof key === 'string') refuseText(key, within, key, faults);
      if (typeof value === 'string') refuseText(value, within, key, faults);
      else if (isContainer(value)) visits.push({ value, parent: within, key });
    });
  }
}

/** Goes through hundreds of thousands of members of one list without an object for each. */
function eachMember(value: object, visit: (member: unknown, key: string | number) => void): void {
  if (Array.isArray(value)) value.forEach(visit);
  else for (const key of Object.keys(value)) visit((value as PlainObject)[key], key);
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function refuseText(text: string, within: Visit, key: string | number, faults: Faults): void {
  if (isStorableText(text)) return;
  faults.invalidValue([...pathOf(within), key], reason('value.character'), text);
}

const pathOf = ({ parent, key }: Visit): Path => (parent === null ? [] : [...pathOf(parent), key]);
