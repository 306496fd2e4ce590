import { decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { isSystem, type Attribute, type ContentType } from '../../../../domain/schema/schema.js';

/** The attributes of a type that `principal` may read in drafts; null: none. */
export function readable(principal: Principal, type: ContentType): readonly Attribute[] | null {
  const permission = decideRead(principal, type, 'draft');
  if (permission === null) return null;
  const { fields } = permission;
  return [...type.attributes.values()].filter(
    (attribute) =>
      !attribute.private &&
      !(attribute.kind === 'scalar' && attribute.type === 'password') &&
      (fields === null || fields.has(attribute.name) || isSystem(attribute)),
  );
}
