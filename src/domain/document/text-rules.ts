import { patternOf } from '../schema/pattern.js';
import type { Json, Scalar } from '../schema/schema.js';
import { notOfType } from './print-value.js';
import type { ScalarCheck } from './scalar-check.js';

const emailForm =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const uidForm = /^[A-Za-z0-9-_.~]*$/;

/** What a short text is bounded to; also what every index can hold. */
const shortText = 255;

/** Texts are taken as they are: a number is not a text (behaviours.md, "Validation messages"). */
export function checkText(raw: unknown, check: ScalarCheck): Json {
  const { attribute, path, faults } = check;
  if (typeof raw !== 'string') {
    faults.refuse(path, notOfType('string', raw), raw);
    return null;
  }
  if (checkLength(raw, check)) checkForm(raw, check);
  if (attribute.type === 'enumeration' && attribute.enum?.includes(raw) !== true) {
    faults.refuse(path, `must be one of the following values: ${attribute.enum?.join(', ')}`, raw);
  }
  return raw;
}

function checkLength(text: string, { attribute, path, draft, faults }: ScalarCheck): boolean {
  const { minLength } = attribute;
  const maxLength = attribute.maxLength ?? defaultMaxLength(attribute);
  if (!draft && minLength !== undefined && text.length < minLength) {
    faults.refuse(path, `must be at least ${minLength} characters`, text);
  }
  if (attribute.type === 'email' && text === '') faults.refuse(path, 'cannot be empty', text);
  if (text.length <= maxLength) return true;
  faults.refuse(path, `must be at most ${maxLength} characters`, text);
  return false;
}

function defaultMaxLength({ type, unique, index }: Scalar): number {
  const short = type === 'string' || type === 'uid' || type === 'email' || type === 'password';
  return short || unique || index ? shortText : Infinity;
}

function checkForm(text: string, { attribute, path, faults }: ScalarCheck): void {
  if (attribute.type === 'email' && text !== '' && !emailForm.test(text))
    faults.refuse(path, 'must be a valid email', text);
  if (text === '' && !attribute.required) return;
  if (attribute.type === 'uid' && !uidForm.test(text))
    faults.refuse(path, `must match the following: "${uidForm}"`, text);
  const { regex } = attribute;
  if (regex !== undefined && !patternOf(regex).test(text))
    faults.refuse(path, `must match the following: "/${regex}/"`, text);
}
