import type { ContentType } from '../../domain/schema/schema.js';

/** One row of a content-type in the archive. */
export interface RowFacts {
  readonly id: number;
  readonly documentId: string;
  /** `''` if the type has no locales. */
  readonly locale: string;
  readonly isPublished: boolean;
  /** Milliseconds; NaN if the row has none. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly publishedAt: number;
  /** Equal for rows whose shared values agree. */
  readonly sharedHash: number;
  /** For each unique attribute; NaN if the row has no value. */
  readonly uniqueHashes: readonly number[];
  /** Where the line is in the temporary file. */
  readonly offset: number;
  readonly length: number;
}

/**
 * What is kept in memory of the rows of a content-type: about 150 bytes for each, in columns. Their values stay in a
 * temporary file.
 */
export class RowIndex {
  readonly ids: number[] = [];
  readonly offsets: number[] = [];
  readonly lengths: number[] = [];
  readonly documents: number[] = [];
  readonly locales: number[] = [];
  readonly published: number[] = [];
  readonly createdAt: number[] = [];
  readonly updatedAt: number[] = [];
  readonly publishedAt: number[] = [];
  readonly sharedHashes: number[] = [];
  /** A column for each unique attribute. */
  readonly uniqueHashes: number[][] = [];
  /** The documentId of each document number. */
  readonly documentIds: string[] = [];
  readonly localeCodes: string[] = [];
  private readonly documentNumbers = new Map<string, number>();
  private readonly localeNumbers = new Map<string, number>();
  private sortedIds = new Float64Array();
  private sortedRows = new Uint32Array();

  constructor(readonly type: ContentType) {}

  get size(): number {
    return this.ids.length;
  }

  add(facts: RowFacts): void {
    this.ids.push(facts.id);
    this.offsets.push(facts.offset);
    this.lengths.push(facts.length);
    this.documents.push(numbered(this.documentNumbers, this.documentIds, facts.documentId));
    this.locales.push(numbered(this.localeNumbers, this.localeCodes, facts.locale));
    this.published.push(facts.isPublished ? 1 : 0);
    this.createdAt.push(facts.createdAt);
    this.updatedAt.push(facts.updatedAt);
    this.publishedAt.push(facts.publishedAt);
    this.sharedHashes.push(facts.sharedHash);
    for (const [column, hash] of facts.uniqueHashes.entries()) (this.uniqueHashes[column] ??= []).push(hash);
  }

  /** Call it after the last row. Returns an id that two rows have, if there is one. */
  sort(): number | undefined {
    this.documentNumbers.clear();
    this.sortedRows = Uint32Array.from(this.ids, (_, row) => row).sort(
      (left, right) => (this.ids[left] ?? 0) - (this.ids[right] ?? 0),
    );
    this.sortedIds = Float64Array.from(this.sortedRows, (row) => this.ids[row] ?? 0);
    return this.sortedIds.find((id, at) => at > 0 && this.sortedIds[at - 1] === id);
  }

  /** The rows in ascending order of their ids. */
  get inOrder(): Uint32Array {
    return this.sortedRows;
  }

  /** Returns the number of the row with this id; -1 if there is none. */
  find(id: number): number {
    let [low, high] = [0, this.sortedIds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sortedIds[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return this.sortedIds[low] === id ? (this.sortedRows[low] ?? -1) : -1;
  }

  documentIdOf(row: number): string {
    return this.documentIds[this.documents[row] ?? -1] ?? '';
  }

  localeOf(row: number): string {
    return this.localeCodes[this.locales[row] ?? -1] ?? '';
  }

  /** The row for messages. */
  nameOf(row: number): string {
    const layer = this.type.draftAndPublish ? (this.published[row] === 1 ? 'published' : 'draft') : '';
    return [this.type.uid, this.documentIdOf(row), this.localeOf(row), layer].filter(Boolean).join(' ');
  }
}

function numbered(numbers: Map<string, number>, values: string[], value: string): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbers.set(value, values.length);
  return values.push(value) - 1;
}
