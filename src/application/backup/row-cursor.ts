import type { Schema } from '../../domain/schema/schema.js';
import type { CreateChecksum } from '../ports/checksum.js';
import type { ForeignArchive } from '../ports/foreign-archive.js';
import { createSections, damaged, type Ending, type Section } from './backup-format.js';
import { openRows, readEntries, type BackupEntry } from './read-entries.js';
import { rowReader, type BackedUpRow } from './read-rows.js';

export interface CursorDependencies {
  readonly archive: ForeignArchive;
  readonly createChecksum: CreateChecksum;
  readonly schema: Schema;
  /** The parts in the order of the backup. */
  readonly order: readonly string[];
  /** What the file had when it was checked: it may have changed since. */
  readonly ending: Ending;
}

const batchRows = 500;
const batchBytes = 1024 * 1024;

type Opened = { readonly entry: BackupEntry } & Awaited<ReturnType<typeof openRows>>;

/** Reads the rows of one part after the other. Going back to an earlier part begins anew. */
export class RowCursor {
  private entries: AsyncGenerator<BackupEntry> | undefined;
  /** The entry that comes next; null at the end of the rows. */
  private next: Opened | null = null;

  constructor(private readonly dependencies: CursorDependencies) {}

  /** Returns the rows of a part whose id is greater than `after`. */
  async *rowsOf(part: string, after: number): AsyncGenerator<BackedUpRow[]> {
    const { createChecksum, ending } = this.dependencies;
    if (!this.dependencies.order.includes(part)) return;
    await this.goTo(part);
    const sections = createSections(createChecksum);
    let isWhole = false;
    try {
      for (; this.next?.part === part; this.next = await this.following()) {
        const { entry, rows } = this.next;
        yield* this.batchesOf(this.next, after);
        sections.add(part, rows, entry.size, await entry.checksum());
      }
      isWhole = true;
    } finally {
      // A part that was left in between cannot be continued.
      if (!isWhole) await this.close();
    }
    const wanted: Section | undefined = ending.sections[part];
    if (sections.result()[part]?.sha256 !== wanted?.sha256)
      throw damaged(`the rows of ${part} are others than a moment ago`);
  }

  async close(): Promise<void> {
    await this.entries?.return(undefined);
    this.entries = undefined;
    this.next = null;
  }

  private async goTo(part: string): Promise<void> {
    const { order, archive, createChecksum } = this.dependencies;
    const isAhead = (): boolean => this.next !== null && order.indexOf(this.next.part) <= order.indexOf(part);
    if (!isAhead()) {
      await this.close();
      this.entries = readEntries(archive, createChecksum);
      this.next = await this.following();
    }
    while (this.next !== null && order.indexOf(this.next.part) < order.indexOf(part))
      this.next = await this.following();
  }

  private async following(): Promise<Opened | null> {
    for (;;) {
      const found = await this.entries?.next();
      if (found === undefined || found.done === true) return null;
      const entry = found.value;
      if (entry.kind === 'manifest') continue;
      return entry.kind === 'rows' ? { entry, ...(await openRows(entry)) } : null;
    }
  }

  private async *batchesOf({ part, objects }: Opened, after: number): AsyncGenerator<BackedUpRow[]> {
    const read = rowReader(part, this.dependencies.schema);
    let batch: BackedUpRow[] = [];
    let bytes = 0;
    for await (const { line, value } of objects) {
      const row = read(line, value);
      if (row.id <= after) continue;
      batch.push(row);
      bytes += line.bytes.length;
      if (batch.length < batchRows && bytes < batchBytes) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
}
