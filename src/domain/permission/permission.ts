import { compare } from '../query/compare.js';
import type { Filter } from '../query/query.js';
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

/** What a grant allows of a content-type: which attributes, and which documents. */
export interface Permission {
  /** Names of attributes, system fields apart, which always are; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** The documents that it is about; null: all. A value `$me` is the documentId of the user who asks. */
  readonly filter: Filter | null;
}

/** `all` and `read` hold for every content-type, also for those added later. */
export type Grants =
  | { readonly kind: 'all' }
  | { readonly kind: 'read' }
  | {
      readonly kind: 'listed';
      readonly listed: ReadonlyMap<Uid, ReadonlyMap<Action, Permission>>;
    };

/** Who asks. `system` is code of the server itself: it may do everything and sees private attributes. */
export interface Principal {
  readonly kind: 'system' | 'public' | 'token' | 'user';
  readonly name: string;
  readonly grants: Grants;
  /** Present for `user`. */
  readonly user?: { readonly id: number; readonly documentId: string };
  /** Where sessions of users are refreshed: the sign-in that this one came from. */
  readonly session?: string;
  /** The address that the request came from, for the audit trail. */
  readonly origin?: string;
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
 * What the answer of a write may show: what the writer may read, or, of who may read nothing, what the write is about.
 * Its filter is for the version that is answered.
 */
export function shownAfter(principal: Principal, action: Action, type: Uid): Permission {
  const read = decide(principal, 'findOne', type) ?? decide(principal, 'find', type);
  return read ?? { fields: decide(principal, action, type)?.fields ?? null, filter: null };
}

/** Whether the principal may see, and link, what a relation leads to. Media files need no grant of their own. */
export const mayFollow = (principal: Principal, relation: Relation): boolean =>
  relation.media !== undefined || decide(principal, 'find', relation.target) !== null;

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
