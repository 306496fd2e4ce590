import { textOf } from '../../domain/document/text-of.js';
import type { Json } from '../../domain/schema/schema.js';
import { fileRecordOf } from '../media/file-record.js';
import { isElsewhere, type FileStore } from '../ports/file-store.js';
import type { ArchiveWriter } from '../ports/foreign-archive.js';
import type { Findings } from './findings.js';

/** The exported members of a file record. */
export type FileLine = readonly [id: number, data: Readonly<Record<string, Json>>];

interface FileExport {
  readonly files: FileStore;
  readonly writer: ArchiveWriter;
  readonly findings: Findings;
}

/** Writes the bytes of each file and of its other sizes, each after its description. */
export async function exportFiles(
  { files: store, writer, findings }: FileExport,
  records: Iterable<FileLine>,
): Promise<number> {
  let count = 0;
  for (const [id, data] of records) {
    const { keys, key } = fileRecordOf(data);
    const formats = Object.entries(
      (data['formats'] ?? {}) as Readonly<Record<string, Readonly<Record<string, Json>>>>,
    );
    for (const each of keys) {
      const format = formats.find(([, { hash, ext }]) => textOf(hash) + textOf(ext) === each);
      const opened = await store.open(each);
      if (opened === null && isElsewhere(store)) {
        findings.note(
          `Files stay at the upload provider ${store.provider}: only their addresses are exported`,
          each,
        );
        continue;
      }
      if (opened === null) {
        findings.lost('Files whose bytes are not there', each);
        continue;
      }
      try {
        const description =
          each === key || format === undefined
            ? { id, ...data }
            : { ...format[1], type: format[0], id, mainHash: data['hash'] ?? null };
        const bytes = new TextEncoder().encode(JSON.stringify(description));
        await writer.write(`assets/metadata/${each}.json`, bytes.length, onePiece(bytes));
        await writer.write(`assets/uploads/${each}`, opened.size, opened.read());
        count++;
      } finally {
        await opened.close();
      }
    }
  }
  return count;
}

export async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
