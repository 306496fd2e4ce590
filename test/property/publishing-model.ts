import type { Layer } from '../../src/domain/query/query.js';
import { otherSide, type Side } from '../../src/domain/schema/schema.js';

/** A document at one end of a relation, by number. It has a locale if links name the locale of that end. */
export interface ModelNode {
  readonly document: number;
  readonly locale: string;
}

export interface ModelEnd {
  readonly many: boolean;
  readonly drafts: boolean;
  readonly localized: boolean;
}

/** An edit of a list: `set` replaces it, `connect` adds to its end. */
export interface ModelEdit {
  readonly kind: 'set' | 'connect' | 'disconnect';
  readonly targets: readonly ModelNode[];
}

/** A link. In each of its layers it has a place in the lists of both ends. Places are numbers that grow. */
interface ModelLink {
  readonly ends: Readonly<Record<Side, ModelNode>>;
  readonly places: Record<Layer, Record<Side, number> | null>;
  /** The ends from which it was edited in a draft that is not published yet. */
  pending: Record<Side, boolean>;
}

const layers: readonly Layer[] = ['draft', 'published'];
const otherLayer = (layer: Layer): Layer => (layer === 'draft' ? 'published' : 'draft');
const isSame = (one: ModelNode, other: ModelNode): boolean =>
  one.document === other.document && one.locale === other.locale;

/**
 * Links between documents of two types, with the rules for drafts and publishing (docs/specification/content.md).
 */
export class PublishingModel {
  #links: ModelLink[] = [];
  #lastPlace = 0;

  constructor(readonly ends: Readonly<Record<Side, ModelEnd>>) {}

  /** The targets of a list, in order. */
  list(side: Side, own: ModelNode, layer: Layer): readonly ModelNode[] {
    const placed = this.#of(side, own).flatMap(({ ends, places }) => {
      const place = places[layer]?.[side];
      return place === undefined ? [] : [{ node: ends[otherSide(side)], place }];
    });
    return placed.sort((one, other) => one.place - other.place).map(({ node }) => node);
  }

  /** Edits a document's list: in its draft only if it has drafts, otherwise in both layers. */
  edit(side: Side, own: ModelNode, { kind, targets }: ModelEdit): void {
    const isDraft = this.ends[side].drafts;
    const into = isDraft ? (['draft'] as const) : layers;
    const isNamed = (link: ModelLink): boolean =>
      targets.some((target) => isSame(link.ends[otherSide(side)], target));
    const gone = this.#of(side, own).filter((link) =>
      kind === 'set' ? !isNamed(link) : kind === 'disconnect' && isNamed(link),
    );
    for (const link of gone) this.#leave(link, into, isDraft ? side : null);
    for (const target of kind === 'disconnect' ? [] : targets) {
      for (const link of this.#conflicting(side, own, target)) this.#leave(link, into, isDraft ? side : null);
      this.#place(side, own, target, into);
    }
  }

  /** Copies to layer `to` what was edited from this end in the other layer, and nothing else. */
  applyPending(side: Side, own: ModelNode, to: Layer): void {
    const from = otherLayer(to);
    const waiting = this.#of(side, own).filter(({ pending }) => pending[side]);
    for (const link of waiting.filter(({ places }) => places[from] === null)) this.#leave(link, [to], null);
    const staying = waiting.filter(({ places }) => places[from] !== null);
    for (const link of staying.filter(({ places }) => places[to] === null)) {
      this.#makeRoom(side, own, link, to);
      for (const conflict of this.#conflicting(side, own, link.ends[otherSide(side)]))
        this.#leave(conflict, [to], null);
    }
    for (const { places, pending } of staying) {
      const given = places[from] ?? { source: 0, target: 0 };
      const other = otherSide(side);
      const kept = places[to]?.[other] ?? given[other];
      places[to] =
        side === 'source' ? { source: given.source, target: kept } : { source: kept, target: given.target };
      pending[side] = false;
      pending[other] &&= kept !== given[other];
    }
  }

  /** Removes all links of a document. */
  remove(side: Side, document: number): void {
    this.#links = this.#links.filter(({ ends }) => ends[side].document !== document);
  }

  #of(side: Side, own: ModelNode): ModelLink[] {
    return this.#links.filter(({ ends }) => isSame(ends[side], own));
  }

  #leave(link: ModelLink, left: readonly Layer[], editedAt: Side | null): void {
    const leaving = left.filter((layer) => link.places[layer] !== null);
    for (const layer of leaving) link.places[layer] = null;
    // Removing a link discards the other end's edits of it.
    if (leaving.length > 0 && editedAt !== null)
      link.pending = { source: editedAt === 'source', target: editedAt === 'target' };
    if (layers.every((layer) => link.places[layer] === null))
      this.#links = this.#links.filter((each) => each !== link);
  }

  /**
   * Puts a link at the end of this list. At the other end, an existing link keeps its place, and a new one goes to
   * the end.
   */
  #place(side: Side, own: ModelNode, target: ModelNode, into: readonly Layer[]): void {
    const other = otherSide(side);
    let link = this.#of(side, own).find(({ ends }) => isSame(ends[other], target));
    if (link === undefined) {
      const ends = side === 'source' ? { source: own, target } : { source: target, target: own };
      link = { ends, places: { draft: null, published: null }, pending: { source: false, target: false } };
      this.#links.push(link);
    }
    const { places, pending } = link;
    const place = ++this.#lastPlace;
    for (const layer of into) {
      const kept = places[layer]?.[other] ?? places[otherLayer(layer)]?.[other] ?? place;
      places[layer] = side === 'source' ? { source: place, target: kept } : { source: kept, target: place };
    }
    if (this.ends[side].drafts) pending[side] = true;
  }

  /** The links of `target` that a link from `own` replaces, because the other end is to-one. */
  #conflicting(side: Side, own: ModelNode, target: ModelNode): ModelLink[] {
    const other = otherSide(side);
    if (this.ends[other].many) return [];
    return this.#of(other, target).filter(
      ({ ends }) => !isSame(ends[side], own) && (side === 'target' || ends.source.locale === own.locale),
    );
  }

  /** Removes what `link` replaces in a to-one list, because only the other end removed it from the layer. */
  #makeRoom(side: Side, own: ModelNode, link: ModelLink, to: Layer): void {
    if (this.ends[side].many) return;
    // A target without locales has one holder for each locale of its sources.
    const alone = side === 'target' && this.ends.source.localized && !this.ends.target.localized;
    for (const each of this.#of(side, own)) {
      if (each.pending[side] || each.places[otherLayer(to)] !== null) continue;
      if (!alone || each.ends.source.locale === link.ends.source.locale) this.#leave(each, [to], null);
    }
  }
}
