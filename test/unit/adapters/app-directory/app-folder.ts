import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Temporary app directories, removed by `removeAll`. */
export function appFolders() {
  const made: string[] = [];
  return {
    /** Writes files by relative path: texts as they are, everything else as JSON. */
    make(files: Readonly<Record<string, unknown>>): string {
      const root = mkdtempSync(join(tmpdir(), 'app-'));
      made.push(root);
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
      }
      return root;
    },
    removeAll(): void {
      for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
    },
  };
}

export function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: unknown },
): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure, null, 2));
}

/** `file path: message` of each fault. */
export function faultsOf(
  result:
    | { readonly ok: true }
    | { readonly ok: false; readonly failure: { readonly details?: Readonly<Record<string, unknown>> } },
): readonly string[] {
  if (result.ok) return [];
  const faults = result.failure.details?.['faults'] as readonly Record<string, string>[];
  return faults.map(({ file, path, message }) => `${file} ${path}: ${message}`);
}
