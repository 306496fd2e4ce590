import type { PublicationFilter } from '../query/query.js';
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
 * Whether the filter tells of drafts where what is published is read with it. That there is a published version is all
 * that it may say then to who may find no drafts.
 */
export const tellsOfDrafts = (filter: PublicationFilter | undefined): boolean =>
  filter !== undefined && !filter.startsWith('has-published-version');

/** What must all hold of a document. Of a type without drafts nothing is asked. */
export const planPublication = (
  { draftAndPublish }: ContentType,
  filter: PublicationFilter | undefined,
): readonly Publication[] => (draftAndPublish && filter !== undefined ? predicates[filter] : []);
