import type { Relation, Uid } from '../schema/schema.js';

export const actions = [
  'find',
  'findOne',
  'create',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
] as const;

/** What can be done to documents of a content-type. */
export type Action = (typeof actions)[number];

/** `all` and `read` hold for every content-type, also for those added later. */
export type Grants =
  | { readonly kind: 'all' }
  | { readonly kind: 'read' }
  | { readonly kind: 'listed'; readonly listed: ReadonlyMap<Uid, ReadonlySet<Action>> };

/** Who asks. `system` is code of the server itself: it may do everything and sees private attributes. */
export interface Principal {
  readonly kind: 'system' | 'public' | 'token' | 'user';
  readonly name: string;
  readonly grants: Grants;
}

export const systemPrincipal: Principal = { kind: 'system', name: 'system', grants: { kind: 'all' } };

/** The one policy: whether `principal` may do `action` on documents of `type`. Private by default. */
export function decide(principal: Principal, action: Action, type: Uid): boolean {
  const { grants } = principal;
  switch (grants.kind) {
    case 'all':
      return true;
    case 'read':
      return action === 'find' || action === 'findOne';
    case 'listed':
      return grants.listed.get(type)?.has(action) ?? false;
  }
}

/** Whether the principal may see, and link, what a relation leads to. Media files need no grant of their own. */
export const mayFollow = (principal: Principal, relation: Relation): boolean =>
  relation.media !== undefined || decide(principal, 'find', relation.target);

export const seesPrivate = (principal: Principal): boolean => principal.kind === 'system';
