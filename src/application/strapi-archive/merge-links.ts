import { isHeldPerLocale } from '../../domain/relation/link-list.js';
import type { Findings } from './findings.js';
import { placeList } from './list-places.js';
import { inDraft, inPublished, relationName, type LinkEnds, type ResolvedLinks } from './resolve-links.js';
import { isModified } from './row-plan.js';

/** Links as they are stored: one for each pair of documents, in columns. -1: not in the layer. */
export interface MergedLinks {
  readonly count: number;
  readonly sources: Float64Array;
  readonly targets: Float64Array;
  readonly places: Readonly<Record<'draft' | 'published', Readonly<Record<'source' | 'target', Int32Array>>>>;
  readonly pending: Readonly<Record<'source' | 'target', Uint8Array>>;
}

/** A pair of documents, with positions in the lists of both; NaN: not in the layer. */
interface Pair {
  readonly sourceRow: number;
  readonly targetRow: number;
  readonly source: number;
  readonly target: number;
  /** The first line of the pair. */
  readonly order: number;
  draft: Positions | null;
  published: Positions | null;
  pendingSource: boolean;
  pendingTarget: boolean;
}

interface Positions {
  readonly source: number;
  readonly target: number;
}

/** Joins the links of both layers, and decides what waits for the next publishing. */
export function mergeLinks(ends: LinkEnds, resolved: ResolvedLinks, findings: Findings): MergedLinks {
  const pairs = pairsOf(resolved);
  for (const pair of pairs) settleLayers(ends, pair);
  limitToOne(ends, pairs, findings);
  const kept = pairs.filter(({ draft, published }) => draft !== null || published !== null);
  kept.sort((left, right) => left.order - right.order);
  return columnsOf(ends, kept);
}

function pairsOf(resolved: ResolvedLinks): Pair[] {
  const { sources, targets, layers } = resolved;
  const order = Uint32Array.from(sources, (_, at) => at).sort(
    (left, right) =>
      (sources[left] ?? 0) - (sources[right] ?? 0) ||
      (targets[left] ?? 0) - (targets[right] ?? 0) ||
      left - right,
  );
  const pairs: Pair[] = [];
  let last: Pair | undefined;
  for (const at of order) {
    const [source, target] = [sources[at] ?? 0, targets[at] ?? 0];
    if (last?.source !== source || last.target !== target) {
      last = {
        sourceRow: resolved.sourceRows[at] ?? 0,
        targetRow: resolved.targetRows[at] ?? 0,
        source,
        target,
        order: at,
        draft: null,
        published: null,
        pendingSource: false,
        pendingTarget: false,
      };
      pairs.push(last);
    }
    const positions = {
      source: resolved.sourcePositions[at] ?? 0,
      target: resolved.targetPositions[at] ?? 0,
    };
    if (((layers[at] ?? 0) & inDraft) !== 0) last.draft ??= positions;
    if (((layers[at] ?? 0) & inPublished) !== 0) last.published ??= positions;
  }
  return pairs;
}

/** Decides about a pair that is in one layer only: either the other layer follows, or it waits for publishing. */
function settleLayers({ link, source, target }: LinkEnds, pair: Pair): void {
  if (pair.draft !== null && pair.published !== null) return;
  const [ofSource, ofTarget] = [stateOf(source, pair.sourceRow), stateOf(target, pair.targetRow)];
  if (!ofSource.hasDrafts && !ofTarget.hasDrafts) return;
  const isUnpublishedTarget = ofTarget.hasDrafts && !ofTarget.isPublished;
  const isUneditedSource = !ofSource.hasDrafts || (ofSource.isPublished && !ofSource.isEdited);
  // An export has no published link to what is not published. It takes effect when its target is published.
  if (pair.published === null && isUnpublishedTarget && isUneditedSource) {
    pair.published = pair.draft;
    return;
  }
  const waits = (state: RowState): boolean => state.hasDrafts && (state.isEdited || !state.isPublished);
  pair.pendingSource = waits(ofSource);
  pair.pendingTarget = waits(ofTarget) && link.target.attribute !== undefined;
  if (pair.pendingSource || pair.pendingTarget) return;
  pair.pendingSource = ofSource.hasDrafts;
  pair.pendingTarget = !ofSource.hasDrafts && link.target.attribute !== undefined;
}

interface RowState {
  readonly hasDrafts: boolean;
  readonly isPublished: boolean;
  readonly isEdited: boolean;
}

function stateOf(plan: LinkEnds['source'], row: number): RowState {
  const translation = plan.translationOf(row);
  return {
    hasDrafts: plan.index.type.draftAndPublish,
    isPublished: translation.published >= 0,
    isEdited: isModified(plan.index, translation),
  };
}

/** Keeps the last link of an end that can have one only. Old databases may have more. */
function limitToOne(ends: LinkEnds, pairs: readonly Pair[], findings: Findings): void {
  const { link, source, target } = ends;
  for (const side of sides.filter((one) => !link[one].many))
    for (const layer of ['draft', 'published'] as const)
      for (const left of beyondOne(ends, side, layer, pairs)) {
        left[layer] = null;
        findings.lost(
          `Links of ${relationName(link)} beyond the one that an end can have`,
          `${source.index.nameOf(left.sourceRow)} → ${target.index.nameOf(left.targetRow)}`,
        );
      }
}

/** Returns the pairs of a layer that are not the last one of their end. */
function* beyondOne(
  { link, source }: LinkEnds,
  side: (typeof sides)[number],
  layer: 'draft' | 'published',
  pairs: readonly Pair[],
): Generator<Pair, void, void> {
  const perLocale = isHeldPerLocale({ link, side });
  const last = new Map<string | number, Pair>();
  for (const pair of pairs) {
    if (pair[layer] === null) continue;
    const key = perLocale ? `${pair[side]} ${source.index.localeOf(pair.sourceRow)}` : pair[side];
    const other = last.get(key);
    const isLast = other === undefined || pair.order > other.order;
    if (isLast) last.set(key, pair);
    if (other !== undefined) yield isLast ? other : pair;
  }
}

const sides = ['source', 'target'] as const;

function columnsOf({ link, source, target }: LinkEnds, pairs: readonly Pair[]): MergedLinks {
  const count = pairs.length;
  const column = (): Int32Array => new Int32Array(count).fill(-1);
  const places = {
    draft: { source: column(), target: column() },
    published: { source: column(), target: column() },
  };
  const pending = {
    source: Uint8Array.from(pairs, ({ pendingSource }) => Number(pendingSource)),
    target: Uint8Array.from(pairs, ({ pendingTarget }) => Number(pendingTarget)),
  };
  const plans = { source, target };
  for (const side of sides) {
    const waits = plans[side].index.type.draftAndPublish && link[side].attribute !== undefined;
    for (const group of listsAt(pairs, side)) {
      const listed = group.map((at) => ({
        draft: pairs[at]?.draft?.[side] ?? NaN,
        published: pairs[at]?.published?.[side] ?? NaN,
      }));
      const placed = placeList(listed);
      for (const [at, pair] of group.entries()) {
        places.draft[side][pair] = placed.draft[at] ?? -1;
        places.published[side][pair] = placed.published[at] ?? -1;
        if (waits && placed.moved[at] === 1) pending[side][pair] = 1;
      }
    }
  }
  return {
    count,
    sources: Float64Array.from(pairs, (pair) => pair.source),
    targets: Float64Array.from(pairs, (pair) => pair.target),
    places,
    pending,
  };
}

/** Returns the pairs of each list, by their number. */
function* listsAt(pairs: readonly Pair[], side: 'source' | 'target'): Generator<readonly number[]> {
  const order = Uint32Array.from(pairs, (_, at) => at).sort(
    (left, right) => (pairs[left]?.[side] ?? 0) - (pairs[right]?.[side] ?? 0) || left - right,
  );
  let group: number[] = [];
  for (const at of order) {
    if (group.length > 0 && pairs[group[0] ?? 0]?.[side] !== pairs[at]?.[side]) {
      yield group;
      group = [];
    }
    group.push(at);
  }
  if (group.length > 0) yield group;
}
