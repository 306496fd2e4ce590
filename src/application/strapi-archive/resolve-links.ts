import type { Link } from '../../domain/schema/schema.js';
import type { Findings } from './findings.js';
import { lengthOf, linkAt } from './link-shapes.js';
import type { RowPlan } from './row-plan.js';

/** The links of one relation in the archive, to be stored as links of `link`. */
export interface LinkSource {
  readonly links: Float64Array;
  /** Whether the archive's owner is the link's target, because the schema files name the other end as the owner. */
  readonly isSwapped: boolean;
}

/** Links between rows, in columns. */
export interface ResolvedLinks {
  /** A number for each list: that of the document and, if links name it, of its locale. */
  readonly sources: number[];
  readonly targets: number[];
  readonly sourceRows: number[];
  readonly targetRows: number[];
  readonly sourcePositions: number[];
  readonly targetPositions: number[];
  /** 1: draft, 2: published, 3: both. */
  readonly layers: number[];
}

export const inDraft = 1;
export const inPublished = 2;
const inBoth = 3;

export interface LinkEnds {
  readonly link: Link;
  readonly source: RowPlan;
  readonly target: RowPlan;
}

/** The name of a relation for messages. */
export const relationName = ({ source }: Link): string => `${source.type} "${source.attribute ?? ''}"`;

/** Finds the rows at both ends of each link, and the layers that the link is in. */
export function resolveLinks(
  ends: LinkEnds,
  sources: readonly LinkSource[],
  findings: Findings,
): ResolvedLinks {
  const { link, source, target } = ends;
  const resolved: ResolvedLinks = {
    sources: [],
    targets: [],
    sourceRows: [],
    targetRows: [],
    sourcePositions: [],
    targetPositions: [],
    layers: [],
  };
  const shared: (readonly [source: number, target: number])[] = [];
  const seen = new Set<string>();
  for (const { links, isSwapped } of sources) {
    for (let at = 0; at < lengthOf(links); at++) {
      const raw = linkAt(links, at);
      const [sourceId, targetId] = isSwapped ? [raw.target, raw.owner] : [raw.owner, raw.target];
      const [sourceRow, targetRow] = [source.index.find(sourceId), target.index.find(targetId)];
      const name = (): string => `${link.source.type} ${sourceId} → ${link.target.type} ${targetId}`;
      if (sourceRow < 0 || targetRow < 0) {
        findings.lost(`Links of ${relationName(link)} with an end that the archive lacks`, name());
        continue;
      }
      if (!source.has(sourceRow) || !target.has(targetRow)) {
        findings.lost(`Links of ${relationName(link)} with an end that is left out`, name());
        continue;
      }
      if (!sameLocale(ends, sourceRow, targetRow)) {
        findings.lost(`Links of ${relationName(link)} between two locales`, name());
        continue;
      }
      const [sourceList, targetList] = [
        listNumber(source, sourceRow, link.source.localized),
        listNumber(target, targetRow, link.target.localized),
      ];
      if (isShared(ends) && source.decisiveRow(sourceRow) !== sourceRow) {
        shared.push([sourceList, targetList]);
        continue;
      }
      if (isShared(ends)) seen.add(`${sourceList} ${targetList}`);
      resolved.sources.push(sourceList);
      resolved.targets.push(targetList);
      resolved.sourceRows.push(sourceRow);
      resolved.targetRows.push(targetRow);
      resolved.sourcePositions.push(orLast(isSwapped ? raw.targetPosition : raw.ownerPosition));
      resolved.targetPositions.push(orLast(isSwapped ? raw.ownerPosition : raw.targetPosition));
      resolved.layers.push(layersOf(ends, sourceRow, targetRow));
    }
  }
  const differing = shared.filter(([from, to]) => !seen.has(`${from} ${to}`)).length;
  findings.lost(
    `Links of ${relationName(link)} that only a translation has, where all locales share the attribute`,
    undefined,
    differing,
  );
  return resolved;
}

/** Whether all locales of a source share its links, though they have rows of their own. */
const isShared = ({ link, source }: LinkEnds): boolean =>
  source.index.type.localized && !link.source.localized;

/** A link without a position comes last, in the order of lines. */
const orLast = (position: number): number => (Number.isNaN(position) ? Infinity : position);

const listNumber = ({ index }: RowPlan, row: number, localized: boolean): number =>
  (index.documents[row] ?? 0) * Math.max(1, index.localeCodes.length) +
  (localized ? (index.locales[row] ?? 0) : 0);

/** Returns the documentId and locale of a list. */
export function listOf({ index }: RowPlan, list: number, localized: boolean) {
  const locales = Math.max(1, index.localeCodes.length);
  return {
    documentId: index.documentIds[Math.floor(list / locales)] ?? '',
    locale: localized ? (index.localeCodes[list % locales] ?? '') : '',
  };
}

const sameLocale = ({ link, source, target }: LinkEnds, sourceRow: number, targetRow: number): boolean =>
  !(link.source.localized && link.target.localized) ||
  source.index.localeOf(sourceRow) === target.index.localeOf(targetRow);

/** A row with drafts links within its layer. A row without drafts has a link to each layer of its target. */
function layersOf({ source, target }: LinkEnds, sourceRow: number, targetRow: number): number {
  const [plan, row] = source.index.type.draftAndPublish ? [source, sourceRow] : [target, targetRow];
  if (!plan.index.type.draftAndPublish) return inPublished;
  if (plan.isBothLayers(row)) return inBoth;
  return plan.index.published[row] === 1 ? inPublished : inDraft;
}
