import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the `type` of the nearest package.json, which says what a `.js` file is. */
export function packageType(file: string): unknown {
  const folder = dirname(file);
  const text = readText(join(folder, 'package.json'));
  if (text !== undefined) return typeIn(text);
  const parent = dirname(folder);
  return parent === folder || folder.endsWith('node_modules') ? undefined : packageType(folder);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function typeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly type?: unknown } | null)?.type;
  } catch {
    return undefined;
  }
}
