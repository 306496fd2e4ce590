import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { createBackupWriter } from '../../src/adapters/archive-file/create-backup-writer.js';
import { createChecksum } from '../../src/adapters/archive-file/create-checksum.js';
import { createScratch } from '../../src/adapters/archive-file/create-scratch.js';
import { openBackup } from '../../src/adapters/archive-file/open-backup.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { backUp, type BackupReport } from '../../src/application/backup/back-up.js';
import { restoreBackup, type RestoreReport } from '../../src/application/backup/restore-backup.js';
import type { ArchiveWriter } from '../../src/application/ports/foreign-archive.js';
import type { FileStore } from '../../src/application/ports/file-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Result } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/world.js';

/** What is backed up, and restored into. */
export interface Place {
  readonly schema: Schema;
  readonly store: Store;
  readonly files: FileStore;
}

const nothing = (): void => undefined;

export async function backUpTo(
  { schema, store: source, files }: Place,
  path: string,
  { withMedia = true, writer }: { readonly withMedia?: boolean; readonly writer?: ArchiveWriter } = {},
): Promise<Result<BackupReport>> {
  const scratch = createScratch();
  try {
    return await backUp(
      {
        schema,
        source,
        sourceName: 'a test',
        files: withMedia ? files : null,
        writer: writer ?? valueOf(await createBackupWriter(path, false)),
        scratch,
        createChecksum,
        clock: createClock(),
        ids: createIds(),
        version: '1.2.3',
      },
      nothing,
    );
  } finally {
    scratch.close();
  }
}

export async function restoreFrom(
  { schema, store: target, files }: Place,
  path: string,
): Promise<Result<RestoreReport>> {
  const archive = await openBackup(path);
  if (!archive.ok) return archive;
  return restoreBackup(
    { schema, archive: archive.value, target, files, createChecksum, clock: createClock(), ids: createIds() },
    { onRead: nothing, onWritten: nothing },
  );
}

/** The entries of a backup in their order. */
export async function entriesIn(path: string): Promise<Map<string, Buffer>> {
  const tar = extract();
  tar.end(gunzipSync(await readFile(path)));
  const entries = new Map<string, Buffer>();
  for await (const entry of tar) {
    const parts: Uint8Array[] = [];
    for await (const part of entry as unknown as AsyncIterable<Uint8Array>) parts.push(part);
    entries.set(entry.header.name, Buffer.concat(parts));
  }
  return entries;
}

/** Makes the last entry agree with the others, as somebody does who forges a backup. */
export function signed(entries: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const sections = new Map<string, { count: number; bytes: number; sums: string }>();
  const forged = new Map([...entries].filter(([path]) => path !== 'end.json'));
  for (const [path, content] of forged) {
    const checksum = createChecksum();
    checksum.update(`${path}\n${content.length}\n`);
    checksum.update(content);
    const { name, count } = sectionOf(path, content);
    const { count: earlier, bytes, sums } = sections.get(name) ?? { count: 0, bytes: 0, sums: '' };
    sections.set(name, {
      count: earlier + count,
      bytes: bytes + content.length,
      sums: sums + checksum.result(),
    });
  }
  const summed = [...sections].map(([name, { count, bytes, sums }]) => {
    const checksum = createChecksum();
    checksum.update(sums);
    return [name, { count, bytes, sha256: checksum.result() }] as const;
  });
  const ending = { sections: Object.fromEntries(summed), missingFiles: 0 };
  return forged.set('end.json', Buffer.from(JSON.stringify(ending)));
}

function sectionOf(path: string, content: Buffer): { readonly name: string; readonly count: number } {
  const lines = content.toString().split('\n').slice(0, -1);
  if (path.startsWith('rows/') && content.length > 1) {
    const { part } = JSON.parse(lines[0] ?? '') as { readonly part: string };
    return { name: part, count: lines.length - 1 };
  }
  if (path.startsWith('values/')) return { name: 'values', count: lines.length };
  return { name: path.startsWith('media/') ? 'media' : path.replace('.json', ''), count: 1 };
}

export async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'quire-test-backups-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
