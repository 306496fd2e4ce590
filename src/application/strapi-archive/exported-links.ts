import type { Layer } from '../../domain/query/query.js';
import { contentTypeOf, type ContentType, type Link, type Schema } from '../../domain/schema/schema.js';
import type { TargetRef } from '../../domain/plan/write-plan.js';
import type { ArchivedLink } from '../ports/archive-store.js';
import { fileType } from '../../domain/schema/built-in-uids.js';

/** The ids of versions by document, layer and locale. */
export interface VersionIds {
  add(uid: string, documentId: string, layer: Layer, locale: string, id: number): void;
  /** Returns the versions of a document in a layer; in all of its locales if `locale` is `''`. */
  find(
    uid: string,
    documentId: string,
    layer: Layer,
    locale: string,
  ): readonly (readonly [locale: string, id: number])[];
}

export function createVersionIds(): VersionIds {
  const ids = new Map<string, (readonly [string, number])[]>();
  return {
    add(uid, documentId, layer, locale, id) {
      const key = `${uid} ${documentId} ${layer}`;
      const known = ids.get(key);
      if (known === undefined) ids.set(key, [[locale, id]]);
      else known.push([locale, id]);
    },
    find: (uid, documentId, layer, locale) =>
      (ids.get(`${uid} ${documentId} ${layer}`) ?? []).filter(([its]) => locale === '' || its === locale),
  };
}

/** Returns the links of a relation as Strapi exports them: one for each pair of rows. */
export function* exportedLinks(
  schema: Schema,
  link: Link,
  rows: readonly ArchivedLink[],
  ids: VersionIds,
): Generator<object> {
  const [source, target] = [contentTypeOf(schema, link.source.type), contentTypeOf(schema, link.target.type)];
  const ranks = { source: ranksOf(rows, 'source'), target: ranksOf(rows, 'target') };
  for (const row of rows) {
    for (const layer of ['draft', 'published'] as const) {
      const keys = row[layer];
      if (keys === null) continue;
      const positions = {
        source: ranks.source.get(`${keys.source} ${row.id}`) ?? 0,
        target: ranks.target.get(`${keys.target} ${row.id}`) ?? 0,
      };
      for (const [from, to] of pairs(source, target, row, layer, ids))
        yield link.target.type === fileType && isMedia(schema, link)
          ? mediaLink(link, from, to, positions.source)
          : relationLink(schema, link, from, to, positions);
    }
  }
}

/** The places of keys among all keys of a relation. Those of links with equal keys follow their ids. */
function ranksOf(rows: readonly ArchivedLink[], side: 'source' | 'target'): ReadonlyMap<string, number> {
  const places = rows.flatMap(({ id, draft, published }) =>
    [draft, published].flatMap((keys) => (keys === null ? [] : [{ key: keys[side], id }])),
  );
  places.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : left.id - right.id));
  return new Map(places.map(({ key, id }, at) => [`${key} ${id}`, at + 1]));
}

function* pairs(
  source: ContentType,
  target: ContentType,
  row: ArchivedLink,
  layer: Layer,
  ids: VersionIds,
): Generator<readonly [number, number]> {
  const versions = (type: ContentType, { documentId, locale }: TargetRef) =>
    ids.find(type.uid, documentId, type.draftAndPublish ? layer : 'published', locale);
  for (const [locale, from] of versions(source, row.source))
    for (const [other, to] of versions(target, row.target))
      if (!(source.localized && target.localized) || locale === other) yield [from, to];
}

const isMedia = (schema: Schema, { source }: Link): boolean => {
  const attribute = contentTypeOf(schema, source.type).attributes.get(source.attribute ?? '');
  return attribute?.kind === 'relation' && attribute.media !== undefined;
};

const mediaLink = ({ source }: Link, from: number, to: number, pos: number): object =>
  exportedMedia({ type: source.type, ref: from, field: source.attribute ?? '' }, to, pos);

interface Owner {
  readonly type: string;
  readonly ref: number;
  readonly field: string;
}

/** The use of a file, as Strapi exports it: from the file to its user. */
export const exportedMedia = (owner: Owner, file: number, pos: number): object => ({
  kind: 'relation.morph',
  relation: 'morphToMany',
  left: { type: fileType, field: 'related', ref: file },
  right: { ...owner, pos },
});

function relationLink(
  schema: Schema,
  { source, target }: Link,
  from: number,
  to: number,
  positions: { readonly source: number; readonly target: number },
): object {
  const attribute = contentTypeOf(schema, source.type).attributes.get(source.attribute ?? '');
  const relation = attribute?.kind === 'relation' ? attribute.relation : 'manyToMany';
  const isOrderedThere = target.attribute !== undefined && target.many;
  return {
    kind: source.type === target.type ? 'relation.circular' : 'relation.basic',
    relation,
    left: {
      type: source.type,
      field: source.attribute,
      ref: from,
      ...(source.many && { pos: positions.source }),
    },
    right: {
      type: target.type,
      ...(target.attribute !== undefined && { field: target.attribute }),
      ref: to,
      ...(isOrderedThere && { pos: positions.target }),
    },
  };
}
