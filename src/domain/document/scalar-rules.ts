import type { Json } from '../schema/schema.js';
import { castDate, castDatetime, castTime, type DateCast } from './cast-date.js';
import { castBigInteger, castNumber, int32, int64, roundTo2Places } from './cast-number.js';
import { castBoolean } from './cast-value.js';
import { copyBlocks, copyJson } from './copy-json.js';
import { notOfType, printValue } from './print-value.js';
import type { ScalarCheck, ScalarRule } from './scalar-check.js';
import { checkText } from './text-rules.js';
import type { Family } from './value.js';

/** `numeric(20,2)` and doubles both keep two decimal places exactly up to here. */
const largestDecimal = 9e13;

export const scalarRules: Readonly<Record<Family, ScalarRule>> = {
  text: checkText,
  integer: (raw, check) => {
    const number = numberOf(raw, check);
    if (number !== null && !Number.isInteger(number))
      check.faults.refuse(check.path, 'must be an integer', raw);
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
    if (value === null) faults.refuse(path, notOfType('boolean', raw), raw);
    return value;
  },
  date: (raw, check) => dated(castDate(raw), 'Invalid format, expected yyyy-MM-dd', raw, check),
  time: (raw, check) => dated(castTime(raw), 'Invalid time format, expected HH:mm:ss.SSS', raw, check),
  datetime: (raw, check) =>
    dated(castDatetime(raw), 'Invalid format, expected a timestamp or an ISO date', raw, check),
  json: (raw, check) => (check.attribute.type === 'blocks' ? copyBlocks(raw, check) : copyJson(raw, check)),
};

function numberOf(raw: unknown, { faults, path }: ScalarCheck): number | null {
  const number = castNumber(raw);
  if (number !== null) return number;
  if (typeof raw === 'number') faults.refuse(path, notOfType('number', raw), null);
  else {
    const cast = notOfType('number', NaN).replace(/\.$/, '');
    faults.refuse(path, `${cast} (cast from the value \`${printValue(raw)}\`).`, null);
  }
  return null;
}

function bigInteger(raw: unknown, check: ScalarCheck): Json {
  const integer = castBigInteger(raw);
  if (integer !== null) return bounded(integer, int64, raw, check)?.toString() ?? null;
  const hint = Number.isInteger(raw) ? `; send one beyond ${Number.MAX_SAFE_INTEGER} as a string` : '';
  check.faults.refuse(check.path, `must be a valid integer${hint}`, raw);
  return null;
}

/** Refuses a number outside the type's own range or the attribute's. */
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
  if (number < lowest) faults.refuse(path, `must be greater than or equal to ${lowest}`, raw);
  if (number > highest) faults.refuse(path, `must be less than or equal to ${highest}`, raw);
  return number;
}

/** Bounds of big integers are written as strings, since a number would round them. */
const boundOf = (bound: number | string | undefined): number | bigint | undefined =>
  bound === undefined ? undefined : (castBigInteger(bound) ?? Number(bound));

function dated(cast: DateCast, form: string, raw: unknown, { path, faults }: ScalarCheck): Json {
  if ('value' in cast) return cast.value;
  if (cast.fault === 'year') faults.refuse(path, 'must be in the years 1 to 9999', raw);
  else faults.misformed(cast.fault === 'invalid' ? 'Invalid date' : form);
  return null;
}
