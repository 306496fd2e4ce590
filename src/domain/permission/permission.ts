import type { Caller } from '../caller.js';
import { compare } from '../query/compare.js';
import type { Filter, ReadLayer } from '../query/query.js';
import { isInternal } from '../schema/built-in-uids.js';
import { contentTypeOf, type ContentType, type Relation, type Schema, type Uid } from '../schema/schema.js';
import { substituteUser } from './substitute-user.js';

export const actions = [
  'find',
  'findOne',
  'findDrafts',
  'create',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
  'history',
] as const;

/** What a principal can do with documents of a content-type. */
export type Action = (typeof actions)[number];

declare const ofController: unique symbol;

/** What a grant can name: one of these, or an action of a controller: `checkout` in `api::order.order.checkout`. */
export type GrantedAction = Action | (string & { readonly [ofController]: true });

export const isDocumentAction = (action: string): action is Action =>
  (actions as readonly string[]).includes(action);

/** What a grant allows for one action: some or all attributes, and some or all documents. */
export interface Permission {
  /** Attribute names; null: all. System fields are always included. */
  readonly fields: ReadonlySet<string> | null;
  /** Limits the grant to matching documents; null: all. The value `$me` stands for the documentId of the user. */
  readonly filter: Filter | null;
  /**
   * Private attributes that may be written although `fields` does not name them, because the server adds them to the
   * write.
   */
  readonly added?: ReadonlySet<string>;
}

/** `all` applies to everything, and `read` to every content-type, including those that are added later. */
export type Grants =
  | { readonly kind: 'all' }
  | { readonly kind: 'read' }
  | {
      readonly kind: 'listed';
      readonly listed: ReadonlyMap<Uid, ReadonlyMap<GrantedAction, Permission>>;
    };

/** Who makes a request. `system` is code of the server or of the app: it may do everything and sees private attributes. */
export interface Principal {
  readonly kind: 'system' | 'public' | 'token' | 'user' | 'administrator';
  readonly name: string;
  readonly grants: Grants;
  /** Present for code of the app, which does not have the attributes of `isHiddenFromCode`. */
  readonly isCode?: true;
  /** What decides instead of `grants` about documents that relations lead to; absent: `grants` do. */
  readonly linkedGrants?: Grants;
  /** What decides instead of `grants` about what answers of writes show; absent: `grants` do. */
  readonly answerGrants?: Grants;
  /** Present for `user` and `administrator`: the record of the person. */
  readonly user?: { readonly id: number; readonly documentId: string };
  /** The type of a user's role, for messages. */
  readonly role?: string;
  /** The sign-in that the request's session began with, if user sessions are refreshed. */
  readonly session?: string;
  /** The address that the request came from, for the audit trail. */
  readonly origin?: string;
  /** Absent for the server's own work, and for code that does not act for a client. */
  readonly caller?: Caller;
  /**
   * The cost of the plans that this request has made so far, if several plans share one budget, or several `budgets`, of which
   * one plan has one at most. Each accepted plan adds to it.
   */
  readonly spending?: { cost: number; readonly budgets?: number };
  /** The principal for whom the server acts, for the audit trail. */
  readonly behalf?: Principal;
}

/** A permission for all attributes of all documents. */
export const unlimited: Permission = Object.freeze({ fields: null, filter: null });

/** Builds grants with unlimited permissions from `[content-type, actions]`. */
export const grantsOf = (entries: Iterable<readonly [Uid, Iterable<Action>]>): Grants => ({
  kind: 'listed',
  listed: new Map(
    [...entries].map(([type, granted]) => [type, new Map([...granted].map((action) => [action, unlimited]))]),
  ),
});

export const systemPrincipal: Principal = { kind: 'system', name: 'system', grants: { kind: 'all' } };

/** Code of the app. */
export const codePrincipal: Principal = { ...systemPrincipal, isCode: true };

/** Whether the server acts on its own account, not for code of the app. */
export const isServer = ({ kind, isCode }: Principal): boolean => kind === 'system' && isCode === undefined;

/** Somebody without any grant, not even those of the public. */
export const nobody: Principal = {
  kind: 'public',
  name: 'public',
  grants: { kind: 'listed', listed: new Map() },
};

/**
 * Decides what `principal` may do with documents of `type`, or with the action of a controller; null: nothing, which is
 * the default. Every permission check goes through this function.
 */
export function decide(principal: Principal, action: GrantedAction, type: Uid): Permission | null {
  const { grants } = principal;
  switch (grants.kind) {
    case 'all':
      return unlimited;
    case 'read':
      return (action === 'find' || action === 'findOne') && !isInternal(type) ? unlimited : null;
    case 'listed':
      return grants.listed.get(type)?.get(action) ?? null;
  }
}

/** Whether the principal may do this with all documents of `type`, whatever their attributes. */
export function mayWithAll(principal: Principal, action: Action, type: Uid): boolean {
  const permission = decide(principal, action, type);
  return permission !== null && permission.fields === null && permission.filter === null;
}

/**
 * Decides what `principal` may read of the versions of `type` in `layer`; null: nothing. Reading drafts needs a grant
 * of its own; `find` and `findOne` apply to published versions. Only the server's own code reads any layer.
 */
export function decideRead(
  principal: Principal,
  type: ContentType,
  layer: ReadLayer,
  action: 'find' | 'findOne' = 'find',
): Permission | null {
  if (layer === 'any') return principal.kind === 'system' ? unlimited : null;
  return decide(principal, neededToRead(type, layer, action), type.uid);
}

/** The action that reading versions of `type` in `layer` needs. */
export const neededToRead = (
  type: ContentType,
  layer: ReadLayer,
  action: 'find' | 'findOne' = 'find',
): Action => (type.draftAndPublish && layer === 'draft' ? 'findDrafts' : action);

/**
 * Decides what `principal` may read of the documents that `relation` leads to, in `layer`; null: nothing. Translations are
 * versions of the document itself.
 */
export function decideTarget(
  principal: Principal,
  schema: Schema,
  relation: Relation,
  layer: ReadLayer,
): Permission | null {
  const reader = relation.place.kind === 'translations' ? principal : asLinked(principal);
  return decideRead(reader, contentTypeOf(schema, relation.target), layer);
}

/** The principal with the grants that decide about documents that relations lead to. */
export const asLinked = (principal: Principal): Principal =>
  principal.linkedGrants === undefined ? principal : { ...principal, grants: principal.linkedGrants };

/** The principal with the grants that decide about answers of writes. */
export const asAnswered = (principal: Principal): Principal =>
  principal.answerGrants === undefined ? principal : { ...principal, grants: principal.answerGrants };

/**
 * How documents name whoever wrote them, and files whoever uploaded them: the documentId of a user or an administrator, or
 * `token <name>`; null: none of these. The server's own writes have the author on whose behalf they are made.
 */
export function authorOf({ kind, name, user, behalf }: Principal): string | null {
  if (kind === 'system' && behalf !== undefined) return authorOf(behalf);
  if (kind === 'token') return `token ${name}`;
  return (kind === 'user' || kind === 'administrator') && user !== undefined ? user.documentId : null;
}

export const seesPrivate = (principal: Principal): boolean => principal.kind === 'system';

/**
 * The filter of a permission with `$me` replaced by the user. It matches nothing if it needs a user and there is none.
 */
export function filterFor({ user }: Principal, { filter }: Permission): Filter | null {
  return filter === null ? null : (substituteUser(filter, user?.documentId) ?? noDocument);
}

/** A filter that no document matches. */
export const noDocument = compare('documentId', '$in', []);
