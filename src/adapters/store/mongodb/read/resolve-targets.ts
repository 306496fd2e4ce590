import { mapInTurns } from '../../../../application/stores/in-turns.js';
import type { Context, Target } from '../../../../domain/plan/read-plan.js';
import type { LinkSide } from '../../../../domain/relation/link-list.js';
import { otherSide, type Link, type Side } from '../../../../domain/schema/schema.js';
import {
  isInOneLayer,
  layersToFollow,
  targetIn,
  type LayerTarget,
} from '../../../../domain/plan/target-in-layer.js';
import type { ReadLayer } from '../../../../domain/query/query.js';
import type { Followed, FollowedInLayer } from './stages.js';
import { endFields, keyExists, keyField, type LinkRow } from '../layout.js';
import { inContext } from './lower-comparison.js';
import { lowerTargets } from './lower-filter.js';
import { contentAt, nodeOf, type Node, type Row } from './node.js';
import type { Reader } from './reader.js';

/** A document that a link names; `locale` is null if the link names none. */
export interface Ref {
  readonly documentId: string;
  readonly locale: string | null;
}

/**
 * Returns the versions that a relation leads to from each node, in list order. Reads the links, then their targets, for
 * each layer that the nodes follow.
 */
export async function resolveTargets(
  reader: Reader,
  nodes: readonly Node[],
  { relation, target }: Followed,
  fields: readonly string[],
): Promise<ReadonlyMap<Node, readonly Node[]>> {
  const found = new Map<Node, readonly Node[]>(nodes.map((node) => [node, []]));
  for (const [layer, group] of byLayer(nodes, target)) {
    const followed = { relation, target: targetIn(target, layer) };
    const targets = await resolveInLayer(reader, group, followed, layer, fields);
    for (const [node, more] of targets) found.set(node, [...(found.get(node) ?? []), ...more]);
  }
  return found;
}

function byLayer(nodes: readonly Node[], target: Target): ReadonlyMap<ReadLayer, readonly Node[]> {
  const [first] = nodes;
  if (first === undefined) return new Map();
  if (isInOneLayer(target) && nodes.every(({ layer }) => layer === first.layer))
    return new Map([[first.layer, nodes]]);
  const groups = new Map<ReadLayer, Node[]>();
  for (const layer of ['draft', 'published', 'any'] as const) {
    const group = nodes.filter((node) => layersToFollow(node.layer, target).includes(layer));
    if (group.length > 0) groups.set(layer, group);
  }
  return groups;
}

async function resolveInLayer(
  reader: Reader,
  nodes: readonly Node[],
  followed: FollowedInLayer,
  layer: ReadLayer,
  fields: readonly string[],
): Promise<ReadonlyMap<Node, readonly Node[]>> {
  const refs = await refsOf(reader, nodes, followed);
  const found = await findVersions(reader, nodes, refs, { followed, layer }, fields);
  const reached = new ReachedNodes();
  const resolve = (node: Node) =>
    [node, targetsOf({ ...node, layer }, refs.get(node) ?? [], followed, found, reached)] as const;
  return new Map(await mapInTurns(nodes, resolve, reader.signal));
}

type Refs = ReadonlyMap<Node, readonly Ref[]>;

async function refsOf(
  reader: Reader,
  nodes: readonly Node[],
  { relation: { name, place }, target }: FollowedInLayer,
): Promise<Refs> {
  switch (place.kind) {
    case 'translations':
      return new Map(nodes.map((node) => [node, [{ documentId: node.row.documentId, locale: null }]]));
    case 'embedded':
      return new Map(nodes.map((node) => [node, embeddedRefs(contentAt(node, name))]));
    case 'link':
      return linkedRefs(reader, nodes, place, target);
  }
}

function embeddedRefs(content: unknown): readonly Ref[] {
  if (content === undefined || content === null) return [];
  const refs = (Array.isArray(content) ? content : [content]) as { documentId: string; locale?: string }[];
  return refs.map(({ documentId, locale = null }) => ({ documentId, locale }));
}

async function linkedRefs(
  reader: Reader,
  nodes: readonly Node[],
  { link, side }: LinkSide,
  target: LayerTarget,
): Promise<Refs> {
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const key = keyField(target.linked, side);
  const isLocalized = link[side].localized;
  const localeOf = ({ row }: Node): string => (isLocalized ? row.locale : '');
  const rows = await reader.links(link, {
    filter: {
      [own.document]: isOneOf(nodes.map(({ row }) => row.documentId)),
      [own.locale]: isOneOf(nodes.map(localeOf)),
      [key]: keyExists,
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
  const note = (row: LinkRow): void => {
    const list = `${row[own.document]} ${isLocalized ? row[own.locale] : ''}`;
    const ref = refAt(row, link, otherSide(side));
    const refs = lists.get(list);
    if (refs === undefined) lists.set(list, [ref]);
    else refs.push(ref);
  };
  await mapInTurns(rows, note, reader.signal);
  return new Map(nodes.map((node) => [node, lists.get(`${node.row.documentId} ${localeOf(node)}`) ?? []]));
}

/** The document at an end of a link. */
export function refAt(row: LinkRow, link: Link, end: Side): Ref {
  const { document, locale } = endFields[end];
  return { documentId: row[document], locale: link[end].localized ? row[locale] : null };
}

export function isOneOf(values: readonly string[]): string | { readonly $in: readonly string[] } {
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? (distinct[0] ?? '') : { $in: distinct };
}

/** Versions by document, in the order of their numeric ids. */
export type Found = ReadonlyMap<string, readonly Row[]>;

async function findVersions(
  reader: Reader,
  nodes: readonly Node[],
  refs: Refs,
  { followed, layer }: { readonly followed: FollowedInLayer; readonly layer: ReadLayer },
  fields: readonly string[],
): Promise<Found> {
  const documents = new Set([...refs.values()].flatMap((list) => list.map(({ documentId }) => documentId)));
  if (documents.size === 0) return new Map();
  const locale = widest(nodes.map((node) => node.locale));
  const fitting = await lowerTargets(reader, followed, { locale, layer });
  const rows = await reader.versions(followed.target.type, {
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

/** A context with the locales of all. */
function widest(contexts: readonly Context['locale'][]): Context['locale'] {
  const locales = new Set<string>();
  for (const context of contexts) {
    if (context === '*') return '*';
    for (const locale of [context].flat()) locales.add(locale);
  }
  const [only, ...others] = locales;
  return only !== undefined && others.length === 0 ? only : [...locales];
}

/** The versions that a node's links lead to and that are in its context. */
export function targetsOf(
  node: Node,
  refs: readonly Ref[],
  { relation: { place, many }, target: { type, locale } }: Followed,
  found: Found,
  reached: ReachedNodes,
): readonly Node[] {
  const fits = (version: Row, named: string | null): boolean => {
    if (!type.localized) return true;
    if (place.kind === 'translations') return version.locale !== node.row.locale;
    if (locale === 'link' && named !== null) return version.locale === named;
    return inContext(version.locale, node.locale) && (named === null || named === version.locale);
  };
  const targets = refs.flatMap((ref) =>
    (found.get(ref.documentId) ?? []).filter((version) => fits(version, ref.locale)),
  );
  return (many ? targets : targets.slice(0, 1)).map((row) => reached.of(nodeOf(type, row, node)));
}

/** Nodes that links lead to: one for each version and context, so that what many lead to is followed once from there. */
export class ReachedNodes {
  private readonly byRow = new Map<Row, Node[]>();

  of(node: Node): Node {
    const known = this.byRow.get(node.row);
    const same = known?.find(({ locale, layer }) => locale === node.locale && layer === node.layer);
    if (same !== undefined) return same;
    if (known === undefined) this.byRow.set(node.row, [node]);
    else known.push(node);
    return node;
  }
}
