import {
  decide,
  filterFor,
  type Action,
  type GrantedAction,
  type Grants,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { equals } from '../../domain/query/compare.js';
import { fileType, userType } from '../../domain/schema/built-in-uids.js';
import type { Filter } from '../../domain/query/query.js';
import type { ContentType, Schema, Uid } from '../../domain/schema/schema.js';
import type { PreviewClaims } from '../ports/preview-tokens.js';

const reading = ['find', 'findOne', 'findDrafts'] as const satisfies readonly Action[];

/**
 * Returns who holds a preview: somebody who may read that one version, and what it leads to, as far as its maker may now. A
 * published version of a type with drafts is not covered.
 */
export function previewPrincipal(
  schema: Schema,
  type: ContentType,
  maker: Principal,
  claims: PreviewClaims,
): Principal {
  const actions = type.draftAndPublish ? (['findDrafts'] as const) : (['find', 'findOne'] as const);
  const only = ({ fields, filter }: Permission): Permission => ({
    fields,
    filter: { kind: 'and', filters: [...(filter === null ? [] : [filter]), ...isVersion(claims)] },
  });
  const own = new Map([...heldBy(maker, type.uid, actions)].map(([action, held]) => [action, only(held)]));
  return {
    kind: 'token',
    name: `preview of ${claims.documentId} by ${maker.name}`,
    grants: { kind: 'listed', listed: new Map([[type.uid, own]]) },
    linkedGrants: grantsToRead(schema, maker),
  };
}

const isVersion = ({ documentId, locale }: PreviewClaims): readonly Filter[] => [
  equals('documentId', documentId),
  ...(locale !== null ? [equals('locale', locale)] : []),
];

/**
 * What the maker may read of what sites show, with their documentId in place of `$me`: the holder is no user. Without roles,
 * nobody gets from the author of an entry to all users.
 */
const grantsToRead = (schema: Schema, maker: Principal): Grants => {
  const shown = [...schema.contentTypes.values()].filter(
    ({ uid, exposed }) => exposed || uid === fileType || uid === userType,
  );
  return { kind: 'listed', listed: new Map(shown.map(({ uid }) => [uid, heldBy(maker, uid, reading)])) };
};

function heldBy(
  maker: Principal,
  type: Uid,
  actions: readonly Action[],
): ReadonlyMap<GrantedAction, Permission> {
  const held = new Map<GrantedAction, Permission>();
  for (const action of actions) {
    const permission = decide(maker, action, type);
    if (permission !== null)
      held.set(action, { fields: permission.fields, filter: filterFor(maker, permission) });
  }
  return held;
}
