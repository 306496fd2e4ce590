import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a start has worked out and the next one need not. Where a folder cannot be written, nothing is kept. */

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

export function readKept(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Written under another name first, because two servers may start at once. */
export function keep(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  } catch {
    // A read-only image: the next start does it again.
  }
}

/** Remembers what was last found right. */
export interface LastRight {
  is(checked: string): boolean;
  remember(checked: string): void;
}

/** Remembers it as a hash in a file of `cacheDir`. */
export function createLastRight(cacheDir: string, name: string): LastRight {
  const path = join(cacheDir, name);
  return {
    is: (checked) => readKept(path) === hash(checked),
    remember: (checked) => keep(path, hash(checked)),
  };
}
