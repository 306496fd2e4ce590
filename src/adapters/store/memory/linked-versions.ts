import type { Target } from '../../../domain/plan/read-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import type { Json, Link, Relation, Schema, Side } from '../../../domain/schema/schema.js';
import type { LinkRow, Place, Version } from './rows.js';
import { versionsOf, type Tables } from './tables.js';
import { compareText, contentAt } from './values.js';

/** The versions that a relation of `place` leads to in the target's context, in list order; `where` is not asked. */
export function linkedVersions(tables: Tables, place: Place, relation: Relation, target: Target): Version[] {
  return refsOf(tables, place, relation, target).flatMap(({ documentId, locale }) => {
    const wanted = wantedLocale(place.version, locale, target);
    const version = wanted === null ? undefined : findVersion(tables, target, documentId, wanted);
    return version === undefined ? [] : [version];
  });
}

interface Ref {
  readonly documentId: string;
  readonly locale: string;
}

function refsOf(tables: Tables, place: Place, relation: Relation, target: Target): readonly Ref[] {
  if (relation.place.kind === 'embedded') return embeddedRefs(contentAt(place, relation.name));
  const { link, side } = relation.place;
  const layer = place.version.layer === 'draft' ? 'draft' : target.layer;
  const { documentId, locale } = place.version;
  const rows = linksOf(tables, link, side, documentId).filter(
    (row) => localeAt(tables.schema, row, link, side) === locale,
  );
  return inOrder(rows, layer, side).map((row) => row[otherEnd(side)]);
}

/** The links of a document, of every layer and locale, in no order. */
export const linksOf = (tables: Tables, link: Link, side: Side, documentId: string): LinkRow[] => [
  ...(tables.links(link).by[side].get(documentId)?.values() ?? []),
];

/** The links that are in `layer`, in the order of the list at `side`. */
export const inOrder = (rows: readonly LinkRow[], layer: Layer, side: Side): LinkRow[] =>
  rows
    .flatMap((row) => (row[layer] === null ? [] : [{ row, key: row[layer][side] }]))
    .sort((left, right) => compareText(left.key, right.key) || left.row.id - right.row.id)
    .map(({ row }) => row);

export const otherEnd = (side: Side): Side => (side === 'source' ? 'target' : 'source');

/**
 * The locale of the version that one end of a link means. An end that names none, of a type that has locales, follows
 * the locale of the other end, or is in the default one.
 */
function localeAt(schema: Schema, row: LinkRow, link: Link, side: Side): string {
  if (row[side].locale !== '') return row[side].locale;
  const localized = schema.contentTypes.get(link[side].type)?.localized ?? false;
  return localized ? row[otherEnd(side)].locale || schema.defaultLocale : '';
}

/** The locale to look for at the other end; null where the link is one of another locale. */
function wantedLocale(from: Version, linked: string, { locale }: Target): string | null {
  switch (locale.kind) {
    case 'none':
      return '';
    case 'source':
      return linked === '' || linked === from.locale ? from.locale : null;
    case 'link':
      return linked === '' ? locale.fallback : linked;
  }
}

function findVersion(
  tables: Tables,
  { type, layer }: Target,
  documentId: string,
  locale: string,
): Version | undefined {
  for (const version of versionsOf(tables.versions(type), documentId)) {
    if (version.layer === layer && version.locale === locale) return version;
  }
  return undefined;
}

/** Components keep their relations as `{documentId, locale?}`, or a list of these. */
function embeddedRefs(content: Json): readonly Ref[] {
  if (content === null) return [];
  const refs = (Array.isArray(content) ? content : [content]) as readonly {
    documentId: string;
    locale?: string;
  }[];
  return refs.map(({ documentId, locale }) => ({ documentId, locale: locale ?? '' }));
}
