import { rmSync } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { ArchiveWriter } from '../../application/ports/foreign-archive.js';
import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { unwritable } from './unwritable.js';
import { writeEntry } from './write-entry.js';

/**
 * Rows take a third of the time of the default level, and a tenth more space. Files of the media library are compressed
 * already; compressing a file of zeros would make the backup look like a decompression bomb.
 */
const gzipLevels = { rows: 3, media: 0 };

/** Writes a backup to a stream, which stays open. */
export function createStreamWriter(output: Writable, name: string): ArchiveWriter {
  const { tar, write, written } = packInto(output, name, false);
  return {
    write,
    async finish() {
      tar.finalize();
      await written;
      // The end of the pipeline does not mean that a pipe has taken everything.
      await new Promise<void>((resolve, reject) => {
        output.write('', (error) => (error ? reject(unwritable(name, error, 'backup')) : resolve()));
      });
      return name;
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => {});
    },
  };
}

/**
 * Writes a backup to `path.partial`, and renames it when it is complete and on disk. Only its owner can read it. An existing
 * file is refused unless it may be replaced.
 */
export async function createBackupWriter(path: string, replace: boolean): Promise<Result<ArchiveWriter>> {
  const part = `${path}.partial`;
  if (!replace && (await exists(path))) return err(isThere(path));
  if (replace) await rm(part, { force: true }).catch(() => {});
  const guard = removeWhenStopped(part);
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => unopened(part, error));
  if ('code' in file) {
    guard.release();
    return err(file);
  }
  guard.own();
  return ok(fileWriter({ path, part, replace, release: guard.release }, file));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isThere = (path: string): Failure =>
  failure('INPUT.MISMATCH', `${path} exists already. Choose another name, or add --force to replace it.`);

function unopened(part: string, error: unknown): Failure {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return unwritable(part, error, 'backup').failure;
  return failure(
    'INPUT.MISMATCH',
    `${part} exists: another backup is writing it, or one was killed. Remove it, or add --force.`,
  );
}

interface Target {
  readonly path: string;
  readonly part: string;
  readonly replace: boolean;
  /** Called when `part` is no longer there. */
  readonly release: () => void;
}

function fileWriter({ path, part, replace, release }: Target, file: FileHandle): ArchiveWriter {
  const { tar, write, written } = packInto(file.createWriteStream({ flush: true }), part, true);
  const own = file.stat();
  return {
    write,
    async finish() {
      const { ino } = await own;
      tar.finalize();
      await written;
      if ((await stat(part).catch(() => null))?.ino !== ino)
        throw new ThrownFailure(failure('STORE.CONFLICT', `Another backup has replaced ${part}.`));
      if (!replace && (await exists(path))) throw new ThrownFailure(isThere(path));
      await rename(part, path).catch((error: unknown) => {
        throw unwritable(path, error, 'backup');
      });
      release();
      await syncFolder(dirname(path));
      return path;
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => {});
      const there = await stat(part).catch(() => null);
      if (there?.ino === (await own).ino) await rm(part, { force: true });
      release();
    },
  };
}

const strategy = constants.Z_DEFAULT_STRATEGY;

interface Packing {
  readonly tar: Pack;
  readonly write: ArchiveWriter['write'];
  readonly written: Promise<void>;
}

function packInto(output: Writable, name: string, end: boolean): Packing {
  const tar = pack();
  const gzip = createGzip({ level: gzipLevels.rows }) as Gzip & ZlibParams;
  let level = gzipLevels.rows;
  const written = pipeline(tar as unknown as NodeJS.ReadableStream, gzip, output, {
    end,
  }).catch((error: unknown) => {
    throw unwritable(name, error, 'backup');
  });
  const early = written.then(() => Promise.reject(new Error('the backup ended early')));
  // Observed by `write` or `finish`, whichever waits next.
  early.catch(() => {});
  const writeCompressed: ArchiveWriter['write'] = async (path, size, content) => {
    const wanted = path.startsWith('media/') ? gzipLevels.media : gzipLevels.rows;
    if (wanted !== level) await new Promise<void>((done) => gzip.params(wanted, strategy, () => done()));
    level = wanted;
    await writeEntry(tar, path, size, content);
  };
  const write: ArchiveWriter['write'] = (path, size, content) =>
    Promise.race([writeCompressed(path, size, content), early]);
  return { tar, write, written };
}

interface Guard {
  /** From now on the file is this process's own. */
  own(): void;
  release(): void;
}

/** Removes the file if a signal ends the process. A signal that comes before the file is opened waits for that. */
function removeWhenStopped(part: string): Guard {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let isOwn = false;
  let early: NodeJS.Signals | undefined;
  const release = (): void => {
    for (const signal of signals) process.off(signal, stop);
    if (early !== undefined) process.kill(process.pid, early);
  };
  const stop = (signal: NodeJS.Signals): void => {
    early = signal;
    if (!isOwn) return;
    rmSync(part, { force: true });
    release();
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    own: () => {
      isOwn = true;
      if (early !== undefined) stop(early);
    },
    release,
  };
}

/** Makes the rename survive a power failure, on file systems that support it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  try {
    await folder?.sync().catch(() => {});
  } finally {
    await folder?.close();
  }
}
