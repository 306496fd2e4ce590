import { fileType } from '../../domain/schema/built-in-uids.js';
import { componentOf, type Attribute, type Schema, type Uid } from '../../domain/schema/schema.js';
import { isDocumentAction } from '../../domain/permission/permission.js';
import { pluginActionOf } from '../app-code/plugin-actions.js';
import type { DeclaredActions } from './declared-actions.js';
import type { RoleRecord } from '../ports/access-store.js';

/** Returns a warning for each role that may find documents with media but not files, so that answers omit the media. */
export function mediaLeftOut(schema: Schema, roles: readonly RoleRecord[]): readonly string[] {
  return roles.flatMap(({ name, grants }) => {
    const found = grants.filter(({ actions }) => actions.includes('find') || actions.includes('findOne'));
    if (found.some(({ type, actions }) => type === fileType && actions.includes('find'))) return [];
    const types = found
      .filter(({ type, fields }) =>
        [...(schema.contentTypes.get(type)?.attributes.values() ?? [])].some(
          (attribute) => (fields?.includes(attribute.name) ?? true) && hasMedia(schema, attribute),
        ),
      )
      .map(({ type }) => type);
    const [first, ...others] = new Set(types);
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [
      `The role ${name} may find ${first}${more}, but no files: answers leave out media. ` +
        `To show them: quire grant ${name} ${fileType} find findOne`,
    ];
  });
}

/** Also looks inside components; `within` are the components entered so far, as they may be nested in themselves. */
function hasMedia(schema: Schema, attribute: Attribute, within: readonly Uid[] = []): boolean {
  if (attribute.private) return false;
  switch (attribute.kind) {
    case 'scalar':
      return false;
    case 'relation':
      return attribute.media !== undefined;
    default: {
      const inside = attribute.kind === 'zone' ? attribute.components : [attribute.component];
      return inside
        .filter((uid) => !within.includes(uid))
        .some((uid) =>
          [...componentOf(schema, uid).attributes.values()].some((each) =>
            hasMedia(schema, each, [...within, uid]),
          ),
        );
    }
  }
}

/**
 * Returns a warning for each grant of a controller's action that no route of the app or the server names any more. Such
 * grants are kept.
 */
export function lostActions(
  { contentTypes }: Schema,
  declared: DeclaredActions,
  roles: readonly RoleRecord[],
): readonly string[] {
  return roles.flatMap(({ name, grants }) =>
    grants.flatMap(({ type, actions }) =>
      actions
        .filter((action) => !declared.has(type, action) && pluginActionOf(type, action) === undefined)
        .filter(
          (action) => !isDocumentAction(action) || (!contentTypes.has(type) && declared.of(type).length > 0),
        )
        .map(
          (action) =>
            `The role ${name} may ${type}.${action}, but no route has this handler. ` +
            `If it is gone for good: quire revoke ${name} ${type} ${action}`,
        ),
    ),
  );
}

/**
 * Returns a warning if roles may find documents of types with draft & publish but no role may find drafts, as in
 * databases from before `findDrafts`; else null.
 */
export function missingDraftGrants({ contentTypes }: Schema, roles: readonly RoleRecord[]): string | null {
  const granted = (action: 'find' | 'findDrafts') =>
    new Set(
      roles.flatMap(({ grants }) =>
        grants.flatMap(({ type, actions }) => (actions.includes(action) ? [type] : [])),
      ),
    );
  const found = [...granted('find')]
    .filter((type) => contentTypes.get(type)?.draftAndPublish === true)
    .sort();
  const [first] = found;
  if (first === undefined || granted('findDrafts').size > 0) return null;
  return `No role may read drafts (status=draft): find gives what is published of ${found.join(', ')}. For editors: quire grant ROLE ${first} findDrafts`;
}
