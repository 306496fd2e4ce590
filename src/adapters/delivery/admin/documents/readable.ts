import { deniedWithout, type Failure } from '../../../../domain/failure.js';
import { decideRead, neededToRead, type Principal } from '../../../../domain/permission/permission.js';
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

/** The refusal of who may read none of them. */
export const unreadable = (type: ContentType): Failure =>
  deniedWithout({ action: neededToRead(type, 'draft'), type: type.uid });
