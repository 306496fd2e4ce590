import type { Target } from '../../../domain/plan/read-plan.js';
import { layersToFollow, targetIn, type LayerTarget } from '../../../domain/plan/target-in-layer.js';
import type { TargetRef } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import { otherSide, type Json, type Relation, type Side } from '../../../domain/schema/schema.js';
import type { StoredLink } from '../../../domain/relation/link-list.js';
import { linksIn, versionsOf, type Tables, type Version } from './tables.js';
import { compareText } from '../../../domain/plan/compare-values.js';
import { contentAt, inLocale, nodeOf, type Node } from './values.js';

/** Returns the versions that a relation of `node` leads to, in list order, without applying `target.where`. */
export function linkedVersions(tables: Tables, node: Node, relation: Relation, target: Target): Node[] {
  return layersToFollow(node.layer, target).flatMap((layer) =>
    versionsInLayer(tables, node, relation, targetIn(target, layer)).map((version) =>
      nodeOf(target.type, version, { locale: node.locale, layer }),
    ),
  );
}

const versionsInLayer = (tables: Tables, node: Node, relation: Relation, target: LayerTarget): Version[] =>
  relation.place.kind === 'translations'
    ? translations(tables, node, target)
    : refsOf(tables, node, relation, target).flatMap((ref) => resolve(tables, node, ref, target));

/** Returns the versions of the same document in its other locales. */
const translations = (tables: Tables, { version }: Node, target: LayerTarget): Version[] =>
  versionsIn(tables, target, version.documentId).filter(({ locale }) => locale !== version.locale);

/** Returns the other ends of the node's links, in list order. A ref has an empty locale if its link names none. */
function refsOf(
  tables: Tables,
  node: Node,
  relation: Relation,
  { linked }: LayerTarget,
): readonly TargetRef[] {
  switch (relation.place.kind) {
    case 'translations':
      return [];
    case 'embedded':
      return embeddedRefs(contentAt(node, relation.name));
    case 'link': {
      const { link, side } = relation.place;
      const { documentId, locale } = node.version;
      const own = { documentId, locale: link[side].localized ? locale : '' };
      return inOrder(linksIn(tables, { link, side, own }), [linked], side).map((row) => row[otherSide(side)]);
    }
  }
}

/** Returns the versions that one link leads to: at most one, unless the context has several locales. */
const resolve = (tables: Tables, from: Node, ref: TargetRef, target: LayerTarget): Version[] =>
  versionsIn(tables, target, ref.documentId).filter((version) => isMeant(version, from, ref, target));

function isMeant(version: Version, from: Node, ref: TargetRef, target: Target): boolean {
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

/** Returns a document's versions in the target's layer, ordered by numeric id. */
const versionsIn = (tables: Tables, { type, layer }: LayerTarget, documentId: string): Version[] =>
  [...versionsOf(tables.versions(type), documentId)]
    .filter((version) => version.layer === layer)
    .sort((left, right) => left.id - right.id);

/** Returns the links that are in any of the layers, in the order of the list at `side`. */
export const inOrder = (rows: readonly StoredLink[], layers: readonly Layer[], side: Side): StoredLink[] =>
  rows
    .flatMap((row) => {
      const key = keyAt(row, layers, side);
      return key === null ? [] : [{ row, key }];
    })
    .sort((left, right) => compareText(left.key, right.key) || left.row.id - right.row.id)
    .map(({ row }) => row);

/** Returns the link's order key at `side`, from the first of the layers that contain it; null if none does. */
export const keyAt = (row: StoredLink, layers: readonly Layer[], side: Side): string | null =>
  layers.map((layer) => row[layer]?.[side]).find((key) => key !== undefined) ?? null;

/** A component stores a relation as `{documentId, locale?}` or as an array of these. */
function embeddedRefs(content: Json): readonly TargetRef[] {
  if (content === null) return [];
  const refs = (Array.isArray(content) ? content : [content]) as readonly Partial<TargetRef>[];
  return refs.map(({ documentId = '', locale = '' }) => ({ documentId, locale }));
}
