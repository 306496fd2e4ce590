import { mapInTurns } from '../../../../application/stores/in-turns.js';
import type { Context, Target } from '../../../../domain/plan/read-plan.js';
import { otherSide, type Link, type Relation, type Side } from '../../../../domain/schema/schema.js';
import { endFields, isThere, keyField } from '../layout.js';
import { inContext } from './locale-filter.js';
import { lowerVersions } from './lower-filter.js';
import type { Reader } from './reader.js';
import { contentAt, placeOf, type Place, type Row } from './row.js';

/** Another document that a place names; `locale` null where it names none. */
export interface Ref {
  readonly documentId: string;
  readonly locale: string | null;
}

/**
 * The versions that a relation leads to from each of some places, in list order, all of them in two steps: the links,
 * then the versions at their other ends.
 */
export async function resolveTargets(
  reader: Reader,
  places: readonly Place[],
  relation: Relation,
  target: Target,
  fields: readonly string[],
): Promise<ReadonlyMap<Place, readonly Place[]>> {
  const refs = await refsOf(reader, places, relation, target);
  const found = await findVersions(reader, places, refs, relation, target, fields);
  const resolve = (place: Place) =>
    [place, targetsOf(place, refs.get(place) ?? [], relation, target, found)] as const;
  return new Map(await mapInTurns(places, resolve, reader.signal));
}

type Refs = ReadonlyMap<Place, readonly Ref[]>;

async function refsOf(
  reader: Reader,
  places: readonly Place[],
  { name, place: kept }: Relation,
  target: Target,
): Promise<Refs> {
  switch (kept.kind) {
    case 'translations':
      return new Map(places.map((place) => [place, [{ documentId: place.row.documentId, locale: null }]]));
    case 'embedded':
      return new Map(places.map((place) => [place, embeddedRefs(contentAt(place, name))]));
    case 'link':
      return linkedRefs(reader, places, kept.link, kept.side, target);
  }
}

function embeddedRefs(content: unknown): readonly Ref[] {
  if (content === undefined || content === null) return [];
  const refs = (Array.isArray(content) ? content : [content]) as { documentId: string; locale?: string }[];
  return refs.map(({ documentId, locale = null }) => ({ documentId, locale }));
}

async function linkedRefs(
  reader: Reader,
  places: readonly Place[],
  link: Link,
  side: Side,
  target: Target,
): Promise<Refs> {
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const key = keyField(target.linked, side);
  const isLocalized = link[side].localized;
  const localeOf = ({ row }: Place): string => (isLocalized ? row.locale : '');
  const rows = await reader.links(link, {
    filter: {
      [own.document]: isOneOf(places.map(({ row }) => row.documentId)),
      [own.locale]: isOneOf(places.map(localeOf)),
      [key]: isThere,
    },
    fields: [
      own.document,
      ...(isLocalized ? [own.locale] : []),
      other.document,
      ...(link[otherSide(side)].localized ? [other.locale] : []),
    ],
    sort: { [own.document]: 1, [own.locale]: 1, [key]: 1, _id: 1 },
  });
  const lists = new Map<string, Ref[]>();
  const note = (row: Row): void => {
    const list = `${row.text(own.document)} ${isLocalized ? row.text(own.locale) : ''}`;
    const ref = refAt(row, link, otherSide(side));
    const refs = lists.get(list);
    if (refs === undefined) lists.set(list, [ref]);
    else refs.push(ref);
  };
  await mapInTurns(rows, note, reader.signal);
  return new Map(
    places.map((place) => [place, lists.get(`${place.row.documentId} ${localeOf(place)}`) ?? []]),
  );
}

/** What a link names at `end`. */
export function refAt(row: Row, link: Link, end: Side): Ref {
  const { document, locale } = endFields[end];
  return { documentId: row.text(document), locale: link[end].localized ? row.text(locale) : null };
}

export function isOneOf(values: readonly string[]): string | { readonly $in: readonly string[] } {
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? (distinct[0] ?? '') : { $in: distinct };
}

/** The versions by document, in the order of their numeric ids. */
export type Found = ReadonlyMap<string, readonly Row[]>;

async function findVersions(
  reader: Reader,
  places: readonly Place[],
  refs: Refs,
  { place: kept }: Relation,
  target: Target,
  fields: readonly string[],
): Promise<Found> {
  const documents = new Set([...refs.values()].flatMap((list) => list.map(({ documentId }) => documentId)));
  if (documents.size === 0) return new Map();
  const wide = kept.kind === 'translations' || target.locale === 'link';
  const locale = wide ? '*' : widest(places.map((place) => place.locale));
  const fitting = await lowerVersions(reader, target.type, target.layer, locale, target.where);
  const rows = await reader.versions(target.type, {
    filter: { documentId: isOneOf([...documents]), ...fitting },
    fields,
    sort: { _id: 1 },
  });
  return byDocument(rows);
}

export function byDocument(rows: readonly Row[]): Found {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const versions = found.get(row.documentId);
    if (versions === undefined) found.set(row.documentId, [row]);
    else versions.push(row);
  }
  return found;
}

/** One context that holds all of them. */
function widest(contexts: readonly Context['locale'][]): Context['locale'] {
  const locales = new Set<string>();
  for (const context of contexts) {
    if (context === '*') return '*';
    for (const locale of [context].flat()) locales.add(locale);
  }
  const [only, ...others] = locales;
  return only !== undefined && others.length === 0 ? only : [...locales];
}

export function targetsOf(
  place: Place,
  refs: readonly Ref[],
  { place: kept, many }: Relation,
  { type, locale: asked }: Target,
  found: Found,
): readonly Place[] {
  const fits = (version: Row, named: string | null): boolean => {
    if (!type.localized) return true;
    if (kept.kind === 'translations') return version.locale !== place.row.locale;
    if (asked === 'link' && named !== null) return version.locale === named;
    return inContext(version.locale, place.locale) && (named === null || named === version.locale);
  };
  const targets = refs.flatMap(({ documentId, locale }) =>
    (found.get(documentId) ?? []).filter((version) => fits(version, locale)),
  );
  return (many ? targets : targets.slice(0, 1)).map((row) => placeOf(row, place.locale));
}
