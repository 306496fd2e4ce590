import type { Cancellation } from '../cancellation.js';
import { compare, equals } from '../query/compare.js';
import type { Filter, Layer } from '../query/query.js';
import { fileType } from '../schema/built-in-uids.js';
import type { Attribute, ContentType, Relation, Uid } from '../schema/schema.js';

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
] as const;

/** What can be done to documents of a content-type. */
export type Action = (typeof actions)[number];

/** What a grant allows of a content-type: which attributes, and which documents. */
export interface Permission {
  /** Names of attributes, system fields apart, which always are; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** The documents that it is about; null: all. A value `$me` is the documentId of the user who asks. */
  readonly filter: Filter | null;
  /** Private attributes that may be written though `fields` do not name them: what the server adds to a write. */
  readonly added?: ReadonlySet<string>;
}

/** `all` and `read` hold for every content-type, also for those added later. */
export type Grants =
  | { readonly kind: 'all' }
  | { readonly kind: 'read' }
  | {
      readonly kind: 'listed';
      readonly listed: ReadonlyMap<Uid, ReadonlyMap<Action, Permission>>;
    };

/** The request that somebody asks in. */
export interface Caller {
  /** Whose share of the server it takes: that of a user, of a token, or of a network of the public. */
  readonly key: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: Cancellation;
}

/** Who asks. `system` is code of the server itself: it may do everything and sees private attributes. */
export interface Principal {
  readonly kind: 'system' | 'public' | 'token' | 'user';
  readonly name: string;
  readonly grants: Grants;
  /** Present for `user`. */
  readonly user?: { readonly id: number; readonly documentId: string };
  /** The type of a user's role, for messages. */
  readonly role?: string;
  /** Where sessions of users are refreshed: the sign-in that this one came from. */
  readonly session?: string;
  /** The address that the request came from, for the audit trail. */
  readonly origin?: string;
  /** The request; absent for the server's own work and for code that is no client. */
  readonly caller?: Caller;
  /** What the plans of its request have cost so far, where several share one budget: each that passes adds to it. */
  readonly spending?: { cost: number };
  /** Whom the server does this for, for the audit trail. */
  readonly behalf?: Principal;
}

/** Everything of the content-type. */
export const unlimited: Permission = Object.freeze({ fields: null, filter: null });

/** Grants without limits of their own: `[content-type, actions]`. */
export const grantsOf = (entries: Iterable<readonly [Uid, Iterable<Action>]>): Grants => ({
  kind: 'listed',
  listed: new Map(
    [...entries].map(([type, granted]) => [type, new Map([...granted].map((action) => [action, unlimited]))]),
  ),
});

export const systemPrincipal: Principal = { kind: 'system', name: 'system', grants: { kind: 'all' } };

/** The one policy: what `principal` may do by `action` with documents of `type`; null: nothing. Private by default. */
export function decide(principal: Principal, action: Action, type: Uid): Permission | null {
  const { grants } = principal;
  switch (grants.kind) {
    case 'all':
      return unlimited;
    case 'read':
      return action === 'find' || action === 'findOne' ? unlimited : null;
    case 'listed':
      return grants.listed.get(type)?.get(action) ?? null;
  }
}

/**
 * The one policy for reading: what `principal` may read of the versions of `type` in `layer`; null: nothing. Drafts have a
 * grant of their own, `find` and `findOne` are about what is published.
 */
export function decideRead(
  principal: Principal,
  type: ContentType,
  layer: Layer,
  action: 'find' | 'findOne' = 'find',
): Permission | null {
  const asked = type.draftAndPublish && layer === 'draft' ? 'findDrafts' : action;
  return decide(principal, asked, type.uid);
}

/** What `principal` may link of `type` in `layer`: what they may find, and files that they have uploaded. */
export function decideLink(principal: Principal, type: ContentType, layer: Layer): Permission | null {
  const find = decideRead(principal, type, layer);
  const uploader = type.uid === fileType ? uploaderOf(principal) : null;
  if (uploader === null || (find !== null && find.filter === null)) return find;
  const own = equals('uploader', uploader);
  const found = find && filterFor(principal, find);
  return { fields: find?.fields ?? null, filter: found ? { kind: 'or', filters: [found, own] } : own };
}

/** Whether the principal may link some documents of `type`, as drafts or as they are published. */
export const mayLink = (principal: Principal, type: ContentType): boolean =>
  (['published', 'draft'] as const).some((layer) => decideLink(principal, type, layer) !== null);

/**
 * What the answer of a write may show: what the writer may read, or, for writers without any grant to read, what the
 * write covers. Its filter applies to the version in the answer. `ofDraft` is given where that is a draft, and names
 * the attributes that were sent: writers who may not find drafts see these only, as others may have written the rest.
 */
export function shownAfter(
  principal: Principal,
  action: Action,
  type: Uid,
  ofDraft?: ReadonlySet<string>,
): Permission {
  const read =
    ofDraft === undefined
      ? (decide(principal, 'findOne', type) ?? decide(principal, 'find', type))
      : decide(principal, 'findDrafts', type);
  if (read !== null) return read;
  const fields = decide(principal, action, type)?.fields ?? null;
  if (ofDraft === undefined || action === 'create') return { fields, filter: null };
  return { fields: new Set([...ofDraft].filter((name) => fields?.has(name) ?? true)), filter: null };
}

/**
 * What `principal` may change of the links that documents of `type` have in `relation`, from whichever end they are
 * written; null: nothing. Links that decide who may do what (`decisiveRelations`) need `update` of that attribute.
 */
export function mayRelink(
  principal: Principal,
  type: Uid,
  relation: Relation,
  decisive: ReadonlySet<Relation>,
): Permission | null {
  if (!decisive.has(relation)) return unlimited;
  const update = decide(principal, 'update', type);
  return update === null || update.fields === null || update.fields.has(relation.name) ? update : null;
}

/**
 * The attributes that a write within `permission` may set; null: all. A grant that is about some documents only, as those
 * of who asks, is about private attributes where its fields name them: nobody writes unasked what they may not see.
 * Passwords, which nobody sees, are no such attributes.
 */
export function writableFields(
  principal: Principal,
  { fields, filter, added }: Permission,
  { attributes }: ContentType,
): ReadonlySet<string> | null {
  if (writesPrivate(principal, { fields, filter })) return fields;
  const isOpen = (attribute: Attribute): boolean =>
    !isClosed(attribute) || added?.has(attribute.name) === true;
  return new Set([...attributes.values()].filter(isOpen).map(({ name }) => name));
}

/**
 * Whether a write within `permission` may set private attributes that its fields do not name one by one, as those inside
 * components: fields name a component as a whole.
 */
export const writesPrivate = (principal: Principal, { fields, filter }: Permission): boolean =>
  fields !== null || filter === null || seesPrivate(principal);

/** Whether an attribute is closed to writes that may set nothing private. */
export const isClosed = (attribute: Attribute): boolean =>
  attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password');

/**
 * How a file keeps who uploaded it, in its private attribute `uploader`: the documentId of a user, or the name of a
 * token. Null: nobody in particular.
 */
export function uploaderOf({ kind, name, user }: Principal): string | null {
  if (kind === 'token') return `token ${name}`;
  return kind === 'user' && user !== undefined ? user.documentId : null;
}

export const seesPrivate = (principal: Principal): boolean => principal.kind === 'system';

/** The filter of a permission with the user who asks in the place of `$me`: about nothing where there is none. */
export function filterFor({ user }: Principal, { filter }: Permission): Filter | null {
  return filter === null ? null : (about(filter, user?.documentId) ?? nothing);
}

const nothing = compare('documentId', '$in', []);

/** Null where a user is named and there is none. */
function about(filter: Filter, user: string | undefined): Filter | null {
  switch (filter.kind) {
    case 'compare': {
      const value = named(filter.value, user);
      return value === undefined ? null : { ...filter, value };
    }
    case 'and':
    case 'or': {
      const filters = filter.filters.map((part) => about(part, user)).filter((part) => part !== null);
      return filters.length < filter.filters.length ? null : { ...filter, filters };
    }
    default: {
      const inner = about(filter.filter, user);
      return inner === null ? null : { ...filter, filter: inner };
    }
  }
}

/** Undefined where a user is named and there is none. */
function named(value: unknown, user: string | undefined): unknown {
  if (!Array.isArray(value)) return value === '$me' ? user : value;
  const values = value.map((each) => named(each, user));
  return values.includes(undefined) ? undefined : values;
}
