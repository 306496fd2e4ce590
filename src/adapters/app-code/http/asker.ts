import { askerOf } from '../../../application/app-code/request-state.js';
import { letThrough } from '../../../application/access/rules/access-rule.js';
import {
  asLinked,
  decide,
  grantsOf,
  codePrincipal,
  unlimited,
  type Action,
  type Grants,
  type Permission,
  type Principal,
} from '../../../domain/permission/permission.js';
import type { ContentType, Relation, Uid } from '../../../domain/schema/schema.js';
import type { Core } from './core.js';

/** What core actions read of a context; `super.find({ query, state })` works with a plain object too. */
export interface CoreContext {
  readonly query?: unknown;
  readonly params?: { readonly id?: string };
  readonly request?: { readonly body?: unknown; readonly querystring?: string };
  readonly state?: unknown;
  readonly method?: string;
  status?: number;
}

/** Whether a query is for drafts. */
export const asksDrafts = (query: unknown): boolean =>
  (query as { readonly status?: unknown } | null | undefined)?.status === 'draft';

/**
 * Returns who asks, with the right to one action: its route has let them through. Their grant for it, if they have one,
 * keeps its limits.
 */
export const askerFor = (core: Core, { state }: CoreContext, type: Uid, action: Action): Principal =>
  letThrough(askerOf(state), { type, action }, core.schema);

/**
 * What an asker may be shown of a type: their grant to read; everything for askers without one, whom the route let through.
 * Of drafts, a grant to find drafts comes before the others.
 */
export const shownTo = (
  principal: Principal,
  { uid: type, draftAndPublish }: ContentType,
  isDraft = false,
): Permission =>
  (isDraft && draftAndPublish ? decide(principal, 'findDrafts', type) : null) ??
  decide(principal, 'findOne', type) ??
  decide(principal, 'find', type) ??
  decide(principal, 'findDrafts', type) ??
  unlimited;

/**
 * What an asker may be shown of what a relation leads to; null: nothing. Translations have the documentId of their document, by
 * which the limits of a preview to one locale cannot be judged afterwards.
 */
export const targetsShownTo = (
  principal: Principal,
  { place }: Relation,
  target: ContentType,
  isDraft: boolean,
): Permission | null =>
  place.kind === 'translations' && principal.linkedGrants !== undefined
    ? null
    : decide(
        asLinked(principal),
        findsDrafts(principal, target, isDraft) ? 'findDrafts' : 'find',
        target.uid,
      );

/** Whether a grant to find drafts decides about a related version; else the grant to find what is published does. */
export const findsDrafts = (principal: Principal, target: ContentType, isDraft: boolean): boolean =>
  isDraft && target.draftAndPublish && decide(asLinked(principal), 'findDrafts', target.uid) !== null;

/** Where a sanitized query keeps who asks; a copy of the query has it too. */
const asker: unique symbol = Symbol.for('quire.asker');

export const markAsker = <Q extends object>(query: Q, principal: Principal): Q =>
  Object.assign(query, { [asker]: principal });

/** What makes a read with the rights of the server cost no more than one of the asker. */
const asRequest = () => ({ kind: 'system', isCode: true, spending: { cost: 0 } }) as const;

/**
 * The rights with which a core service runs: those of the server, as the code that calls it is trusted. The query of somebody
 * whose grants are limited to some attributes or documents keeps these limits, nobody is shown drafts that they may not find, and
 * each query of somebody has the budget of a request. Reads take the turn of who asks.
 */
export function rightsOf(core: Core, params: unknown, type: Uid, action: Action): Principal {
  const principal = ((params ?? {}) as { readonly [asker]?: Principal })[asker];
  if (principal === undefined) return codePrincipal;
  const isRead = isReading(action);
  if (isLimited(principal)) {
    const rights = letThrough(principal, { type, action }, core.schema);
    // Private attributes are read too: the controller takes them away.
    return isRead ? { ...rights, ...asRequest() } : rights;
  }
  const rights = { ...codePrincipal, ...asRequest() };
  const readable = toRead(core, principal.grants);
  if (!isRead) return { ...rights, answerGrants: readable };
  const { caller } = principal;
  return { ...rights, grants: readable, ...(caller && { caller }) };
}

export const isReading = (action: Action): boolean => action === 'find' || action === 'findOne';

const knownGrants = new WeakMap<Grants, Grants>();

/** Everything that is published, and the drafts of types of which these grants cover all. */
function toRead({ schema }: Core, grants: Grants): Grants {
  if (grants.kind === 'all') return grants;
  const known = knownGrants.get(grants);
  if (known !== undefined) return known;
  const listed = grants.kind === 'listed' ? grants.listed : new Map<Uid, never>();
  const made = grantsOf(
    [...schema.contentTypes.keys()].map((type) => [
      type,
      ['find', 'findOne', ...(listed.get(type)?.has('findDrafts') ? (['findDrafts'] as const) : [])],
    ]),
  );
  knownGrants.set(grants, made);
  return made;
}

const isLimited = ({ grants }: Principal): boolean =>
  grants.kind === 'listed' &&
  [...grants.listed.values()].some((held) =>
    [...held.values()].some(({ fields, filter }) => fields !== null || filter !== null),
  );
