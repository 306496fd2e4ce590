import type { Json } from '../schema/schema.js';
import { isPlainObject } from './plain-object.js';
import { notOfType } from './print-value.js';
import type { ScalarCheck } from './scalar-check.js';
import { scalarRules } from './scalar-rules.js';
import { familyOf, type Family } from './value.js';

/** The canonical form of a sent value; null clears the attribute. */
export function validateScalar(raw: unknown, check: ScalarCheck): Json {
  // One block instead of a list of them counts as none (examples.md, "blocks object").
  const none = raw === null || (check.attribute.type === 'blocks' && isPlainObject(raw));
  if (!none) return scalarRules[familyOf(check.attribute.type)](raw, check);
  if (check.attribute.required && !check.draft) refuseNull(check);
  return null;
}

/**
 * The value of an attribute that a new document or item was not given: its default, if it has one. A type with draft
 * & publish keeps it as null first, and that is what the refusal tells.
 */
export function absentScalar(check: ScalarCheck, draftAndPublish: boolean): Json | undefined {
  const { attribute, draft, faults, path } = check;
  if (attribute.default !== undefined) return validateScalar(attribute.default, check);
  if (!attribute.required || draft) return undefined;
  if (draftAndPublish) refuseNull(check);
  else faults.refuse(path, 'must be defined.', undefined);
  return undefined;
}

const typeNames: Readonly<Partial<Record<Family, string>>> = {
  text: 'string',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
};

function refuseNull({ attribute, path, faults }: ScalarCheck): void {
  const type = typeNames[familyOf(attribute.type)];
  faults.refuse(path, type === undefined ? 'must be defined.' : notOfType(type, null), null);
}
