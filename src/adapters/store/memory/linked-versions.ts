import type { Target } from '../../../domain/plan/read-plan.js';
import type { TargetRef } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import { otherSide, type Json, type Relation, type Side } from '../../../domain/schema/schema.js';
import type { StoredLink } from '../../../domain/relation/link-list.js';
import { inLocale, placeOf, type Place, type Version } from './rows.js';
import { linksIn, versionsOf, type Tables } from './tables.js';
import { compareText, contentAt } from './values.js';

/** The versions that a relation of `place` leads to, in list order; `target.where` is not asked. */
export function linkedVersions(tables: Tables, place: Place, relation: Relation, target: Target): Place[] {
  const versions =
    relation.place.kind === 'translations'
      ? translations(tables, place, target)
      : refsOf(tables, place, relation, target).flatMap((ref) => resolve(tables, place, ref, target));
  return versions.map((version) => placeOf(target.type, version, place.locale));
}

/** The other locales of the same document. */
const translations = (tables: Tables, { version }: Place, target: Target): Version[] =>
  versionsIn(tables, target, version.documentId).filter(({ locale }) => locale !== version.locale);

/** The links of a version, in list order: the documents at their other end, with the locale there if they name one. */
function refsOf(tables: Tables, place: Place, relation: Relation, { linked }: Target): readonly TargetRef[] {
  switch (relation.place.kind) {
    case 'translations':
      return [];
    case 'embedded':
      return embeddedRefs(contentAt(place, relation.name));
    case 'link': {
      const { link, side } = relation.place;
      const { documentId, locale } = place.version;
      const own = { documentId, locale: link[side].localized ? locale : '' };
      return inOrder(linksIn(tables, { link, side, own }), [linked], side).map((row) => row[otherSide(side)]);
    }
  }
}

/** The versions that one link leads to: one at most, unless the context has several locales. */
const resolve = (tables: Tables, from: Place, ref: TargetRef, target: Target): Version[] =>
  versionsIn(tables, target, ref.documentId).filter((version) => isMeant(version, from, ref, target));

function isMeant(version: Version, from: Place, ref: TargetRef, target: Target): boolean {
  const named = ref.locale !== '';
  switch (target.locale) {
    case 'none':
      return true;
    case 'context':
      return inLocale(version, from.locale) && (!named || version.locale === ref.locale);
    case 'link':
      return named ? version.locale === ref.locale : inLocale(version, from.locale);
  }
}

/** What a document has in the target's layer, by numeric id. */
const versionsIn = (tables: Tables, { type, layer }: Target, documentId: string): Version[] =>
  [...versionsOf(tables.versions(type), documentId)]
    .filter((version) => version.layer === layer)
    .sort((left, right) => left.id - right.id);

/** The links that are in any of the layers, in the order of the list at `side`. */
export const inOrder = (rows: readonly StoredLink[], layers: readonly Layer[], side: Side): StoredLink[] =>
  rows
    .flatMap((row) => {
      const key = keyAt(row, layers, side);
      return key === null ? [] : [{ row, key }];
    })
    .sort((left, right) => compareText(left.key, right.key) || left.row.id - right.row.id)
    .map(({ row }) => row);

/** The place of a link in the first of the layers that it is in. */
export const keyAt = (row: StoredLink, layers: readonly Layer[], side: Side): string | null =>
  layers.map((layer) => row[layer]?.[side]).find((key) => key !== undefined) ?? null;

/** Components keep their relations as `{documentId, locale?}`, or a list of these. */
function embeddedRefs(content: Json): readonly TargetRef[] {
  if (content === null) return [];
  const refs = (Array.isArray(content) ? content : [content]) as readonly Partial<TargetRef>[];
  return refs.map(({ documentId = '', locale = '' }) => ({ documentId, locale }));
}
