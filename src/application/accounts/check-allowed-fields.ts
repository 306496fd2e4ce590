import { userType } from '../../domain/schema/built-in-uids.js';
import {
  componentOf,
  contentTypeOf,
  isSystem,
  type Attribute,
  type Schema,
} from '../../domain/schema/schema.js';
import { kept, standing } from './user-documents.js';

/** What everybody says when they register. */
const asked: ReadonlySet<string> = new Set(['username', 'email', 'password']);

/**
 * What is wrong with the attributes that registration shall take, each with its name. Whoever registers may do nothing
 * yet, so nothing can be asked whether they may see, and so link, what a relation would lead to.
 */
export const checkAllowedFields = (schema: Schema, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const refusal = asked.has(name) ? undefined : refusalOf(schema, name);
    return refusal === undefined ? [] : [`${JSON.stringify(name)} ${refusal}`];
  });

function refusalOf(schema: Schema, name: string): string | undefined {
  const attribute = contentTypeOf(schema, userType).attributes.get(name);
  if (attribute === undefined) return `is no attribute of ${userType}`;
  if (isSystem(attribute) || kept.includes(name) || standing.includes(name))
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
