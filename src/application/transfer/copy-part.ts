import { ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { ArchiveBatch, ArchiveReader, TransferMark } from '../ports/archive-store.js';
import type { Store } from '../ports/store.js';
import { ahead } from './ahead.js';
import { namedValues } from './named-values.js';
import type { Part } from './parts.js';

export interface Copying {
  readonly schema: Schema;
  readonly reader: ArchiveReader;
  readonly target: Store;
  readonly onLeftOut: (path: string) => void;
}

/** Copies what is left of a part. Each batch is told of by the mark that the target keeps for it. */
export async function copyPart(
  copying: Copying,
  part: Part,
  after: number,
  begun: TransferMark,
  onMoved: (mark: TransferMark) => void,
): Promise<Result<void>> {
  let { rows } = begun;
  for await (const batch of ahead(batchesOf(copying, part, after))) {
    const last = batch.rows.at(-1)?.id ?? 0;
    rows += batch.rows.length;
    const mark = { ...begun, at: { part: part.name, after: last }, rows };
    const put = await copying.target.archive.put(batch, mark);
    if (!put.ok) return put;
    onMoved(mark);
  }
  return ok(undefined);
}

async function* batchesOf(
  { schema, reader, onLeftOut }: Copying,
  part: Part,
  after: number,
): AsyncIterable<ArchiveBatch> {
  if (part.kind === 'links') {
    const { kind, link } = part;
    for await (const rows of reader.links(link, after)) yield { kind, link, rows };
    return;
  }
  const { kind, type } = part;
  for await (const found of reader.versions(type, after)) {
    const rows = found.map((row) => ({ ...row, values: namedValues(schema, type, row.values, onLeftOut) }));
    yield { kind, type, rows };
  }
}
