import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contentTypesOf, writeType, type Definition } from './app.js';
import type { Side } from './compare-sizes.js';
import type { ScaleDatabase } from './open-database.js';
import { questions } from './questions.js';

interface Change {
  readonly name: string;
  /** How places are defined then; each change includes those before it. */
  readonly define?: (place: Definition) => Definition;
  /** The command that makes it; `quire schema apply` by default. */
  readonly command?: readonly string[];
  /** Old servers must end before it (docs/deployment.md). */
  readonly isOffline?: true;
}

const adding =
  (added: Definition['attributes']) =>
  ({ attributes, ...place }: Definition): Definition => ({
    ...place,
    attributes: { ...attributes, ...added },
  });

const changes: readonly Change[] = [
  { name: 'add an attribute', define: adding({ Nick: { type: 'string', maxLength: 60 } }) },
  {
    name: 'add an indexed attribute',
    define: adding({ Code: { type: 'string', maxLength: 60, index: true } }),
  },
  { name: 'index an attribute', define: adding({ Opened: { type: 'date', index: true } }) },
  { name: 'add a locale', command: ['locale', 'add', 'fr'] },
  {
    name: 'rename an attribute',
    define: ({ attributes: { Price, ...attributes }, ...place }) => ({
      ...place,
      attributes: { ...attributes, Cost: { ...Price, renamedFrom: 'Price' } },
    }),
  },
  {
    name: 'write places in locales',
    define: (place) => ({ ...place, pluginOptions: { i18n: { localized: true } } }),
    isOffline: true,
  },
];

interface Waits {
  answered: number;
  refused: number;
  /** The first refusal. */
  refusal?: string;
  longestMs: { read: number; write: number };
}

/** Makes changes by commands while the old server answers reads and updates. */
export async function changeWhileServing(
  side: Side,
  database: ScaleDatabase,
  hasSearch: boolean,
  app: string,
): Promise<void> {
  let { place = { attributes: {} } } = contentTypesOf(hasSearch);
  for (const { name, define, command = ['schema', 'apply'], isOffline } of changes) {
    place = define?.(place) ?? place;
    await writeType(app, 'place', place);
    if (isOffline) await side.server.stop();
    const waits: Waits = { answered: 0, refused: 0, longestMs: { read: 0, write: 0 } };
    const started = performance.now();
    let ended = isOffline ?? false;
    const applied = runQuire([...command, '--app', app], database.url).finally(() => (ended = true));
    await Promise.all([
      applied,
      keepAsking(side, waits, 'read', () => ended),
      keepAsking(side, waits, 'write', () => ended),
    ]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(8);
    process.stdout.write(`${name.padEnd(32)}${seconds} s; ${isOffline ? 'no server ran' : textOf(waits)}\n`);
  }
}

function textOf({ answered, refused, refusal, longestMs: { read, write } }: Waits): string {
  const counts = `${refused} of ${answered + refused} refused${refusal === undefined ? '' : `: ${refusal}`}`;
  return `longest read ${read.toFixed(0)} ms, longest write ${write.toFixed(0)} ms, ${counts}`;
}

/** Some 20 requests a second. */
async function keepAsking(
  side: Side,
  waits: Waits,
  kind: 'read' | 'write',
  isOver: () => boolean,
): Promise<void> {
  const find = questions.find(({ name }) => name === 'find one');
  for (let n = 0; !isOver(); n += 1) {
    const path =
      kind === 'read' && n % 2 === 0
        ? `/api/places?pagination[page]=${n % 20}`
        : find?.path(side.places, n, '');
    const started = performance.now();
    const response = await fetch(
      `http://127.0.0.1:${side.server.port}${path}`,
      kind === 'read' ? {} : update(n),
    );
    const text = await response.text();
    waits.longestMs[kind] = Math.max(waits.longestMs[kind], performance.now() - started);
    waits[response.ok ? 'answered' : 'refused'] += 1;
    if (!response.ok) waits.refusal ??= `${response.status} ${text.slice(0, 200)}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const update = (n: number): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: { City: `City ${n}` } }),
});

/** In a process beside this one, which goes on asking. */
function runQuire(args: readonly string[], databaseUrl: string): Promise<void> {
  const quire = fileURLToPath(new URL('../../bin/quire', import.meta.url));
  const child = spawn(process.execPath, [quire, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 2],
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`quire ${args.join(' ')}: ${code}`)),
    );
  });
}
