import { userType } from '../../domain/schema/built-in-uids.js';
import {
  componentOf,
  contentTypeOf,
  isSystem,
  type Attribute,
  type Schema,
} from '../../domain/schema/schema.js';
import { serverAttributes, protectedAttributes } from './user-documents.js';

/** The attributes of every registration. */
const required: ReadonlySet<string> = new Set(['username', 'email', 'password']);

/**
 * Returns a message for each attribute that the settings must not allow in registrations. Relations are refused because
 * a person without an account has no grants that decide which documents they may link.
 */
export const checkAllowedFields = (schema: Schema, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const refusal = required.has(name) ? undefined : refusalOf(schema, name);
    return refusal === undefined ? [] : [`${JSON.stringify(name)} ${refusal}`];
  });

function refusalOf(schema: Schema, name: string): string | undefined {
  const attribute = contentTypeOf(schema, userType).attributes.get(name);
  if (attribute === undefined) return `is no attribute of ${userType}`;
  if (isSystem(attribute) || serverAttributes.includes(name) || protectedAttributes.includes(name))
    return 'is what the server, or who administers it, decides about users';
  return links(schema, attribute)
    ? 'links documents, which whoever registers may not see: set it in the code of the app, or with a grant'
    : undefined;
}

function links(schema: Schema, attribute: Attribute): boolean {
  if (attribute.kind === 'relation') return true;
  const components =
    attribute.kind === 'component'
      ? [attribute.component]
      : attribute.kind === 'zone'
        ? attribute.components
        : [];
  return components.some((uid) =>
    [...componentOf(schema, uid).attributes.values()].some((inner) => links(schema, inner)),
  );
}
