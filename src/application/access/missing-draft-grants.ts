import type { Schema } from '../../domain/schema/schema.js';
import type { RoleRecord } from '../ports/access-store.js';

/**
 * A sentence where roles may find documents of types with drafts but none may find drafts, as in databases from before
 * `findDrafts`; null otherwise.
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
