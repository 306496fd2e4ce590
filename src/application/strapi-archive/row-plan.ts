import type { Layer } from '../../domain/query/query.js';
import type { Findings } from './findings.js';
import type { RowIndex } from './row-index.js';

/** One version to store. */
export interface PlannedVersion {
  /** The row of the archive that the values come from. */
  readonly row: number;
  readonly id: number;
  readonly layer: Layer;
  readonly publishedId: number | null;
  readonly hasChanges: boolean;
  readonly isPublished: boolean;
}

/** A document in one locale. */
export interface Translation {
  /** The rows of its layers; -1: none. In a type without drafts there is only the published one. */
  readonly draft: number;
  readonly published: number;
}

/** Decides which rows of a content-type become which versions. */
export interface RowPlan {
  readonly index: RowIndex;
  readonly versions: number;
  /** Versions in ascending order of their ids. */
  version(at: number): PlannedVersion;
  all(): Iterable<PlannedVersion>;
  /** Whether the row is imported. */
  has(row: number): boolean;
  translationOf(row: number): Translation;
  /** Whether the row also stands for the draft, which the archive lacks. */
  isBothLayers(row: number): boolean;
  /**
   * The row that decides what the locales of the document share in the layer of this one: that of the default locale, or
   * the one with the lowest id.
   */
  decisiveRow(row: number): number;
  readonly documents: number;
}

const none = -1;

export function planRows(index: RowIndex, defaultLocale: string, findings: Findings): RowPlan {
  const locales = Math.max(1, index.localeCodes.length);
  const rows: Readonly<Record<Layer, Int32Array>> = {
    draft: new Int32Array(index.documentIds.length * locales).fill(none),
    published: new Int32Array(index.documentIds.length * locales).fill(none),
  };
  const dropped = new Set<number>();
  const placeOf = (row: number): number => (index.documents[row] ?? 0) * locales + (index.locales[row] ?? 0);
  const layerOf = (row: number): Layer => (index.published[row] === 1 ? 'published' : 'draft');
  const only = index.type.kind === 'singleType' ? oldestDocument(index) : undefined;
  for (const row of index.inOrder) {
    if (only !== undefined && index.documents[row] !== only) {
      dropped.add(row);
      findings.lost(`Rows of a second document of the single type ${index.type.uid}`, index.nameOf(row));
      continue;
    }
    const layer = rows[layerOf(row)];
    const other = layer[placeOf(row)] ?? none;
    const [kept, left] =
      other === none ? [row, none] : isLater(index, row, other) ? [row, other] : [other, row];
    layer[placeOf(row)] = kept;
    if (left === none) continue;
    dropped.add(left);
    findings.lost('Rows of a document that has a later one in the same layer and locale', index.nameOf(left));
  }
  const ordered = versionOrder(index, rows, dropped, placeOf);
  const translationOf = (row: number): Translation => ({
    draft: rows.draft[placeOf(row)] ?? none,
    published: rows.published[placeOf(row)] ?? none,
  });
  const defaultNumber = index.localeCodes.indexOf(defaultLocale);
  const version = (at: number): PlannedVersion => versionAt(index, ordered, at, translationOf);
  return {
    index,
    versions: ordered.rows.length,
    documents: new Set(index.documents).size,
    has: (row) => row >= 0 && !dropped.has(row),
    translationOf,
    isBothLayers: (row) => {
      const { draft, published } = translationOf(row);
      return index.type.draftAndPublish && draft === none && published === row;
    },
    decisiveRow(row) {
      const first = (index.documents[row] ?? 0) * locales;
      const layer = rows[layerOf(row)];
      const chosen = defaultNumber < 0 ? none : (layer[first + defaultNumber] ?? none);
      return chosen !== none ? chosen : lowestId(index, layer.subarray(first, first + locales));
    },
    version,
    *all() {
      for (let at = 0; at < ordered.rows.length; at++) yield version(at);
    },
  };
}

function versionAt(
  index: RowIndex,
  { rows, ids, drafts }: VersionOrder,
  at: number,
  translationOf: RowPlan['translationOf'],
): PlannedVersion {
  const [row = 0, id = 0] = [rows[at], ids[at]];
  const isDraft = drafts[at] === 1;
  const { published } = translationOf(row);
  const isPublished = isDraft && published !== none;
  return {
    row,
    id,
    layer: isDraft ? 'draft' : 'published',
    publishedId: isPublished ? (index.ids[published] ?? null) : null,
    hasChanges: isPublished && row !== published && isModified(index, { draft: row, published }),
    isPublished,
  };
}

/** Whether the draft was edited since it was published. */
export const isModified = (index: RowIndex, { draft, published }: Translation): boolean =>
  draft !== none && published !== none && (index.updatedAt[draft] ?? 0) > (index.updatedAt[published] ?? 0);

const isLater = (index: RowIndex, row: number, other: number): boolean =>
  (index.updatedAt[row] ?? 0) >= (index.updatedAt[other] ?? 0);

const lowestId = (index: RowIndex, rows: Int32Array): number =>
  rows.reduce(
    (lowest, row) =>
      row !== none && (lowest === none || (index.ids[row] ?? 0) < (index.ids[lowest] ?? 0)) ? row : lowest,
    none,
  );

function oldestDocument(index: RowIndex): number | undefined {
  let oldest: number | undefined;
  for (const row of index.inOrder)
    if (oldest === undefined || (index.createdAt[row] ?? 0) < (index.createdAt[oldest] ?? 0)) oldest = row;
  return oldest === undefined ? undefined : index.documents[oldest];
}

interface VersionOrder {
  readonly rows: readonly number[];
  readonly ids: readonly number[];
  readonly drafts: readonly number[];
}

/** Drafts that the archive lacks follow all others, with new ids. */
function versionOrder(
  index: RowIndex,
  found: Readonly<Record<Layer, Int32Array>>,
  dropped: ReadonlySet<number>,
  placeOf: (row: number) => number,
): VersionOrder {
  const { draftAndPublish } = index.type;
  const rows = [...index.inOrder].filter((row) => !dropped.has(row));
  const missing = draftAndPublish
    ? rows.filter((row) => index.published[row] === 1 && found.draft[placeOf(row)] === none)
    : [];
  const last = index.ids[index.inOrder.at(-1) ?? 0] ?? 0;
  return {
    rows: [...rows, ...missing],
    ids: [...rows.map((row) => index.ids[row] ?? 0), ...missing.map((_, at) => last + at + 1)],
    drafts: [
      ...rows.map((row) => (draftAndPublish && index.published[row] !== 1 ? 1 : 0)),
      ...missing.map(() => 1),
    ],
  };
}
