import { roleType } from '../../../domain/schema/built-in-uids.js';
import {
  contentTypeOf,
  scalarOf,
  type Attribute,
  type ContentType,
  type Relation,
  type Schema,
} from '../../../domain/schema/schema.js';

export const permissionType = 'plugin::users-permissions.permission';

/**
 * The schema with a content-type for grants as app code sees them. No store keeps it: its rows are made from the grants
 * of roles.
 */
export function withPermissions(schema: Schema): { readonly schema: Schema; readonly type: ContentType } {
  const role = contentTypeOf(schema, roleType);
  const system = [...role.attributes.values()].filter(
    (attribute) => attribute.kind === 'scalar' && attribute.system,
  );
  const action = { ...scalarOf(role, 'type'), name: 'action', unique: false };
  const link: Relation = {
    kind: 'relation',
    name: 'role',
    private: false,
    required: false,
    localized: false,
    relation: 'manyToOne',
    target: roleType,
    many: false,
    place: { kind: 'embedded' },
  };
  const attributes = new Map<string, Attribute>(
    [...system, action, link].map((attribute) => [attribute.name, attribute]),
  );
  const type: ContentType = {
    ...role,
    uid: permissionType,
    collectionName: 'up_permissions',
    singularName: 'permission',
    pluralName: 'permissions',
    displayName: 'Permission',
    attributes,
  };
  return {
    type,
    schema: { ...schema, contentTypes: new Map([...schema.contentTypes, [permissionType, type]]) },
  };
}
