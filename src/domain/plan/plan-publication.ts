import { decide, type Principal } from '../permission/permission.js';
import type { PublicationFilter, ReadLayer } from '../query/query.js';
import type { ContentType } from '../schema/schema.js';
import type { Predicate } from './read-plan.js';

type Publication = Predicate & { readonly kind: 'publication' };

const has = (what: Publication['has']): Publication => ({ kind: 'publication', has: what, negated: false });
const lacks = (what: Publication['has']): Publication => ({ ...has(what), negated: true });

const predicates: Readonly<Record<PublicationFilter, readonly Publication[]>> = {
  'never-published-document': [lacks('published-anywhere')],
  'has-published-version-document': [has('published-anywhere')],
  'never-published': [lacks('published')],
  'has-published-version': [has('published')],
  modified: [has('published'), has('changes')],
  unmodified: [has('published'), has('draft'), lacks('changes')],
  'published-without-draft': [has('published'), lacks('draft')],
  'published-with-draft': [has('published'), has('draft')],
};

/**
 * Whether the filter reveals something about drafts when published versions are read. The `has-published-version`
 * filters do not.
 */
const revealsDrafts = (filter: PublicationFilter | undefined): boolean =>
  filter !== undefined && !filter.startsWith('has-published-version');

/** The conditions of a publication filter, all of which must hold. A type without drafts has none. */
export const planPublication = (
  { draftAndPublish }: ContentType,
  filter: PublicationFilter | undefined,
): readonly Publication[] => (draftAndPublish && filter !== undefined ? predicates[filter] : []);

/**
 * Whether the principal may restrict versions of the layer by the filter. On published versions it compares them with
 * their drafts and would reveal hidden drafts, so it requires a grant for all drafts.
 */
export function mayFilterByPublication(
  principal: Principal,
  { uid, draftAndPublish }: ContentType,
  layer: ReadLayer,
  filter: PublicationFilter | undefined,
): boolean {
  if (!draftAndPublish || layer === 'draft' || !revealsDrafts(filter)) return true;
  const drafts = decide(principal, 'findDrafts', uid);
  return drafts !== null && drafts.filter === null;
}
