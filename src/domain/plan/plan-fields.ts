import { err, ok, type Result } from '../result.js';
import type { Scalar } from '../schema/schema.js';
import type { FieldMember } from './read-plan.js';
import { attributeAt, unfitKey, isVisible, type Scope } from './scope.js';

/**
 * The scalar members of an answer in the order of the schema; `id` and `documentId` always among them. Without
 * `fields`, or with `*`, all that the principal may see.
 */
export function planFields(
  scope: Scope,
  fields: readonly string[] | undefined,
): Result<readonly FieldMember[]> {
  const asked = new Set<string>(alwaysGiven);
  for (const name of fields ?? []) {
    if (name === '*') continue;
    const attribute = attributeAt(scope, name);
    if (!attribute.ok) return attribute;
    if (attribute.value.kind !== 'scalar') return err(unfitKey(scope, name));
    asked.add(name);
  }
  const all = fields === undefined || fields.includes('*');
  const members: FieldMember[] = [];
  for (const attribute of scope.shaped.attributes.values()) {
    if (attribute.kind !== 'scalar' || !(all || asked.has(attribute.name))) continue;
    if (isVisible(scope, attribute)) members.push(fieldMember(attribute));
  }
  return ok(members);
}

const alwaysGiven = ['id', 'documentId'];

const fieldMember = (field: Scalar): FieldMember => ({ kind: 'field', as: field.name, field });
