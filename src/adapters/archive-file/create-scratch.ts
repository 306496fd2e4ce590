import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch, ScratchFile } from '../../application/ports/foreign-archive.js';
import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure } from '../../domain/failure.js';

const prefix = 'quire-archive-';

/** Creates a folder for temporary files. Folders of processes that no longer run are removed first. */
export function createScratch(parent = tmpdir()): Scratch {
  removeAbandoned(parent);
  const folder = saving(parent, () => mkdtempSync(join(parent, `${prefix}${process.pid}-`)));
  const files = new Map<string, ScratchFile & { close(): void }>();
  return {
    file(name) {
      const known = files.get(name);
      if (known !== undefined) return known;
      const file = openScratchFile(join(folder, String(files.size)), folder);
      files.set(name, file);
      return file;
    },
    close() {
      for (const file of files.values()) file.close();
      files.clear();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    // Another user's folder cannot be removed, which is not this command's concern.
    if (Number.isInteger(pid) && !isRunning(pid)) {
      try {
        rmSync(join(parent, name), { recursive: true, force: true });
      } catch {
        continue;
      }
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const writeBufferBytes = 256 * 1024;

/** Writes in larger pieces. Synchronous, because a call for each row would cost more than the work itself. */
function openScratchFile(path: string, folder: string): ScratchFile & { close(): void } {
  const descriptor = saving(folder, () => openSync(path, 'w+', 0o600));
  const pending = Buffer.allocUnsafe(writeBufferBytes);
  let written = 0;
  let waiting = 0;
  let readBuffer = Buffer.allocUnsafe(64 * 1024);
  const flush = (): void => {
    writeAll(pending.subarray(0, waiting));
    waiting = 0;
  };
  const writeAll = (bytes: Uint8Array): void => {
    saving(folder, () => {
      for (let at = 0; at < bytes.length;) {
        const count = writeSync(descriptor, bytes, at, bytes.length - at, written);
        at += count;
        written += count;
      }
    });
  };
  return {
    get size() {
      return written + waiting;
    },
    append(bytes) {
      if (waiting + bytes.length > writeBufferBytes) flush();
      if (bytes.length > writeBufferBytes) return writeAll(bytes);
      pending.set(bytes, waiting);
      waiting += bytes.length;
    },
    read(at, length) {
      if (at + length > written) flush();
      if (length > readBuffer.length) readBuffer = Buffer.allocUnsafe(length);
      return readBuffer.subarray(0, readSync(descriptor, readBuffer, 0, length, at));
    },
    close: () => closeSync(descriptor),
  };
}

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function saving<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const reason = full.has(code) ? 'there is no space left' : code;
    throw new ThrownFailure(
      failure(
        'MEDIA.NO_SPACE',
        `Temporary files cannot be written to ${folder}: ${reason}. Set TMPDIR to a folder with more space.`,
      ),
    );
  }
}
