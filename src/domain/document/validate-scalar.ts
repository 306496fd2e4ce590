import { reason, type Reason } from '../reason/reason.js';
import type { Json, Scalar } from '../schema/schema.js';
import { castDate, castDatetime, castTime, type DateCast } from './cast-date.js';
import { castBigInteger, castNumber, int32, int64, roundTo2Places } from './cast-number.js';
import { castBoolean } from './cast-value.js';
import { copyBlocks, copyJson } from './copy-json.js';
import { notOfType, printValue, type WireType } from './not-of-type.js';
import type { ScalarCheck } from './validation.js';
import { isPlainObject } from './plain-object.js';
import { type Family, familyOf } from './value.js';

/** Returns the canonical form of a value; null clears the attribute. */
export function validateScalar(raw: unknown, check: ScalarCheck): Json {
  // A single block that is not in a list counts as no value.
  const none = raw === null || (check.attribute.type === 'blocks' && isPlainObject(raw));
  if (!none) return scalarRules[familyOf(check.attribute.type)](raw, check);
  if (check.attribute.required && !check.draft) refuseNull(check);
  return null;
}

/**
 * Returns the value of an attribute that was not sent for a new document or item: its default, if it has one. A type
 * with drafts stores null first, which is the value that the failure reports.
 */
export function absentScalar(check: ScalarCheck, draftAndPublish: boolean): Json | undefined {
  const { attribute, draft, faults, path } = check;
  if (attribute.default !== undefined) return validateScalar(attribute.default, check);
  if (!attribute.required || draft) return undefined;
  if (draftAndPublish) refuseNull(check);
  else faults.invalidValue(path, reason('value.missing'), undefined);
  return undefined;
}

const typeNames: Readonly<Partial<Record<Family, WireType>>> = {
  text: 'string',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
};

function refuseNull({ attribute, path, faults }: ScalarCheck): void {
  const type = typeNames[familyOf(attribute.type)];
  faults.invalidValue(path, type === undefined ? reason('value.missing') : notOfType(type, null), null);
}

/** Up to here, `numeric(20,2)` and doubles both keep two decimal places exactly. */
const largestDecimal = 9e13;

const scalarRules: Readonly<Record<Family, ScalarRule>> = {
  text: checkText,
  integer: (raw, check) => {
    const number = numberOf(raw, check);
    if (number !== null && !Number.isInteger(number))
      check.faults.invalidValue(check.path, reason('value.notInteger'), raw);
    return bounded(number, int32, raw, check);
  },
  biginteger: bigInteger,
  float: (raw, check) =>
    bounded(numberOf(raw, check), { min: -Number.MAX_VALUE, max: Number.MAX_VALUE }, raw, check),
  decimal: (raw, check) => {
    const number = numberOf(raw, check);
    const rounded = number === null ? null : roundTo2Places(number);
    return bounded(rounded, { min: -largestDecimal, max: largestDecimal }, raw, check);
  },
  boolean: (raw, { faults, path }) => {
    const value = castBoolean(raw);
    if (value === null) faults.invalidValue(path, notOfType('boolean', raw), raw);
    return value;
  },
  date: (raw, check) => dated(castDate(raw), reason('date.form'), raw, check),
  time: (raw, check) => dated(castTime(raw), reason('time.form'), raw, check),
  datetime: (raw, check) => dated(castDatetime(raw), reason('datetime.form'), raw, check),
  json: (raw, check) => (check.attribute.type === 'blocks' ? copyBlocks(raw, check) : copyJson(raw, check)),
};

function numberOf(raw: unknown, { faults, path }: ScalarCheck): number | null {
  const number = castNumber(raw);
  if (number !== null) return number;
  if (typeof raw === 'number') faults.invalidValue(path, notOfType('number', raw), null);
  else faults.invalidValue(path, reason('value.notNumber', { value: printValue(raw) }), null);
  return null;
}

function bigInteger(raw: unknown, check: ScalarCheck): Json {
  const integer = castBigInteger(raw);
  if (integer !== null) return bounded(integer, int64, raw, check)?.toString() ?? null;
  const why = Number.isInteger(raw)
    ? reason('value.unsafeInteger', { max: Number.MAX_SAFE_INTEGER })
    : reason('value.notBigInteger');
  check.faults.invalidValue(check.path, why, raw);
  return null;
}

/** Reports a number outside the range of its type or attribute. */
function bounded<T extends number | bigint>(
  number: T | null,
  range: { readonly min: T; readonly max: T },
  raw: unknown,
  { attribute, path, draft, faults }: ScalarCheck,
): T | null {
  if (number === null) return null;
  const min = draft ? undefined : boundOf(attribute.min);
  const max = boundOf(attribute.max);
  const highest = max === undefined || range.max < max ? range.max : max;
  const lowest = min === undefined || range.min > min ? range.min : min;
  if (number < lowest) faults.invalidValue(path, reason('value.min', { min: plain(lowest) }), raw);
  if (number > highest) faults.invalidValue(path, reason('value.max', { max: plain(highest) }), raw);
  return number;
}

/** JSON has no bigints. */
const plain = (bound: number | bigint): number | string =>
  typeof bound === 'number' || Number.isSafeInteger(Number(bound)) ? Number(bound) : String(bound);

/** Bounds of big integers are strings, because a number would round them. */
const boundOf = (bound: number | string | undefined): number | bigint | undefined =>
  bound === undefined ? undefined : (castBigInteger(bound) ?? Number(bound));

function dated(cast: DateCast, form: Reason, raw: unknown, { path, faults }: ScalarCheck): Json {
  if ('value' in cast) return cast.value;
  if (cast.fault === 'year') faults.invalidValue(path, reason('date.year'), raw);
  else faults.malformed(cast.fault === 'invalid' ? reason('date.none') : form);
  return null;
}

const emailForm =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const uidForm = /^[A-Za-z0-9-_.~]*$/;

/** The greatest length of a short text, which every index can hold. */
const shortText = 255;

/** Texts are not converted: a number is not a text. */
function checkText(raw: unknown, check: ScalarCheck): Json {
  const { attribute, path, faults } = check;
  if (typeof raw !== 'string') {
    faults.invalidValue(path, notOfType('string', attribute.type === 'password' ? '***' : raw), raw);
    return null;
  }
  if (checkLength(raw, check)) checkForm(raw, check);
  if (attribute.type === 'enumeration' && attribute.enum?.includes(raw) !== true) {
    faults.invalidValue(path, reason('value.notListed', { values: attribute.enum ?? [] }), raw);
  }
  return raw;
}

function checkLength(text: string, { attribute, path, draft, faults }: ScalarCheck): boolean {
  const { minLength } = attribute;
  const maxLength = attribute.maxLength ?? defaultMaxLength(attribute);
  if (!draft && minLength !== undefined && text.length < minLength) {
    faults.invalidValue(path, reason('value.minLength', { min: minLength }), text);
  }
  if (attribute.type === 'email' && text === '') faults.invalidValue(path, reason('value.empty'), text);
  if (text.length <= maxLength) return true;
  faults.invalidValue(path, reason('value.maxLength', { max: maxLength }), text);
  return false;
}

function defaultMaxLength({ type, unique, index }: Scalar): number {
  const short = type === 'string' || type === 'uid' || type === 'email' || type === 'password';
  return short || unique || index ? shortText : Infinity;
}

function checkForm(text: string, { attribute, path, matches, faults }: ScalarCheck): void {
  if (attribute.type === 'email' && text !== '' && !emailForm.test(text))
    faults.invalidValue(path, reason('value.notEmail'), text);
  if (text === '' && !attribute.required) return;
  if (attribute.type === 'uid' && !uidForm.test(text))
    faults.invalidValue(path, reason('value.notUid', { pattern: String(uidForm) }), text);
  const { regex } = attribute;
  if (regex !== undefined && !matches(text, regex))
    faults.invalidValue(path, reason('value.pattern', { pattern: `/${regex}/` }), text);
}

/** Returns the canonical form of a value that is not null. The result is valid only if no fault was reported. */
type ScalarRule = (raw: unknown, check: ScalarCheck) => Json;
