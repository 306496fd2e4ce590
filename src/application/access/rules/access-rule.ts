import {
  actions,
  decide,
  unlimited,
  type GrantedAction,
  type Grants,
  type Permission,
  type Principal,
} from '../../../domain/permission/permission.js';
import type { Schema, Uid } from '../../../domain/schema/schema.js';

/** One action on a content-type or of a controller, as it is named in `auth.scope`. */
export interface Scope {
  readonly type: Uid;
  readonly action: GrantedAction;
}

/** Who may use a route or a resolver, by its `auth`: everybody, or principals with a grant for every scope. */
export type AccessRule =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'scopes'; readonly scopes: readonly Scope[] };

/**
 * Reads `auth`: false, or `{ scope: ['api::restaurant.restaurant.find'] }`. Returns undefined if it is absent. Throws
 * an error that begins with `where` if it is invalid.
 */
export function readAccessRule(auth: unknown, schema: Schema, where: string): AccessRule | undefined {
  if (auth === undefined || auth === null || auth === true) return undefined;
  if (auth === false) return { kind: 'everybody' };
  const { scope, ...rest } = auth as { readonly scope?: unknown };
  const [other] = typeof auth === 'object' ? Object.keys(rest) : [];
  if (other !== undefined) throw new Error(`${where}: auth knows no ${other}, only scope`);
  const listed = typeof scope === 'string' ? [scope] : scope;
  if (!Array.isArray(listed) || listed.length === 0)
    throw new Error(`${where}: auth must be false or { scope: ["<uid>.<action>"] }`);
  return { kind: 'scopes', scopes: listed.map((one: unknown) => readScope(one, schema, where)) };
}

function readScope(text: unknown, schema: Schema, where: string): Scope {
  const dot = typeof text === 'string' ? text.lastIndexOf('.') : -1;
  const type = String(text).slice(0, dot);
  const action = actions.find((known) => known === String(text).slice(dot + 1));
  if (dot === -1 || action === undefined || !schema.contentTypes.has(type))
    throw new Error(
      `${where}: auth names an unknown scope ${JSON.stringify(text)}; a scope is the uid of a content-type, a dot, and one of ${actions.join(', ')}`,
    );
  return { type, action };
}

/**
 * Returns the principal with which a route or resolver runs, or null if the rule refuses. Without a rule the grant for
 * `own`, the route's action, decides. A principal that the rule lets through also gets permission for `own`; populated
 * relations are still checked with the principal's grants.
 */
export function admit(
  rule: AccessRule | undefined,
  principal: Principal,
  own: Scope | undefined,
  schema: Schema,
): Principal | null {
  const held = own && decide(principal, own.action, own.type);
  if (
    rule?.kind === 'scopes' &&
    !rule.scopes.every((scope) => decide(principal, scope.action, scope.type) !== null)
  )
    return null;
  // With more grants, `linkedGrants` would show what other documents lead to.
  if (rule === undefined || principal.linkedGrants !== undefined)
    return own === undefined || mayUse(principal, own) ? principal : null;
  if (rule.kind === 'scopes') {
    if (own === undefined || held !== null) return principal;
    return allowing(principal, own, schema, requiredBy(principal, own.type, rule.scopes));
  }
  const limited = held === null || (held !== undefined && (held.fields !== null || held.filter !== null));
  return own !== undefined && limited ? allowing(principal, own, schema, unlimited) : principal;
}

/** Returns the first of these grants that the principal lacks, to name it; the first one if they lack none. */
export const lackedScope = (principal: Principal, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find(({ action, type }) => decide(principal, action, type) === null) ?? scopes[0];

/**
 * Whether the principal has a grant for the route at all. Read routes serve both layers: the plan checks which layers
 * the principal may read.
 */
export const mayUse = (principal: Principal, { type, action }: Scope): boolean =>
  decide(principal, action, type) !== null ||
  ((action === 'find' || action === 'findOne') && decide(principal, 'findDrafts', type) !== null);

/** Intersects the grants that a rule requires on the type: the route shows nothing that one of them does not cover. */
const requiredBy = (principal: Principal, type: Uid, scopes: readonly Scope[]): Permission =>
  scopes
    .filter((scope) => scope.type === type)
    .map(({ action }) => decide(principal, action, type) ?? unlimited)
    .reduce(bothOf, unlimited);

const bothOf = (one: Permission, other: Permission): Permission => ({
  fields:
    one.fields === null || other.fields === null
      ? (one.fields ?? other.fields)
      : new Set([...one.fields].filter((name) => other.fields?.has(name))),
  filter:
    one.filter === null || other.filter === null
      ? (one.filter ?? other.filter)
      : { kind: 'and', filters: [one.filter, other.filter] },
});

/** Returns the principal with one more permission. */
export function allowing(
  principal: Principal,
  { type, action }: Scope,
  schema: Schema,
  permission: Permission = unlimited,
): Principal {
  const listed = new Map(listedOf(principal.grants, schema));
  listed.set(type, new Map([...(listed.get(type) ?? []), [action, permission]]));
  return { ...principal, grants: { kind: 'listed', listed } };
}

/** The principal, with a grant for the route or action that has let it through if it has none of its own. */
export const letThrough = (principal: Principal, scope: Scope, schema: Schema): Principal =>
  mayUse(principal, scope) ? principal : allowing(principal, scope, schema);

type Listed = Extract<Grants, { kind: 'listed' }>['listed'];

function listedOf(grants: Grants, schema: Schema): Listed {
  if (grants.kind === 'listed') return grants.listed;
  const granted = grants.kind === 'all' ? actions : (['find', 'findOne'] as const);
  const everything = new Map(granted.map((action) => [action, unlimited]));
  return new Map([...schema.contentTypes.keys()].map((type) => [type, everything]));
}
