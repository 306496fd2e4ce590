import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contentTypesOf, writeType } from './app.js';
import type { Side } from './compare-sizes.js';
import type { ScaleDatabase } from './open-database.js';
import { questions } from './questions.js';

type Attributes = Readonly<Record<string, object>>;

/** Each change includes those before it. */
const changes: readonly (readonly [string, (place: Attributes) => Attributes])[] = [
  ['add an attribute', (place) => ({ ...place, Nick: { type: 'string', maxLength: 60 } })],
  [
    'add an indexed attribute',
    (place) => ({ ...place, Code: { type: 'string', maxLength: 60, index: true } }),
  ],
  ['index an attribute', (place) => ({ ...place, Opened: { type: 'date', index: true } })],
  ['rename an attribute', ({ Price, ...place }) => ({ ...place, Cost: { ...Price, renamedFrom: 'Price' } })],
];

interface Waits {
  answered: number;
  refused: number;
  /** The first refusal. */
  refusal?: string;
  longestMs: { read: number; write: number };
}

/** Makes changes of the schema by `quire schema apply` while the old server answers reads and updates. */
export async function changeWhileServing(
  side: Side,
  database: ScaleDatabase,
  hasSearch: boolean,
  app: string,
): Promise<void> {
  let { place = {} } = contentTypesOf(hasSearch);
  for (const [name, change] of changes) {
    place = change(place);
    await writeType(app, 'place', place);
    const waits: Waits = { answered: 0, refused: 0, longestMs: { read: 0, write: 0 } };
    const started = performance.now();
    const applied = runQuire(['schema', 'apply', '--app', app], database.url);
    let ended = false;
    await Promise.all([
      applied.finally(() => (ended = true)),
      keepAsking(side, waits, 'read', () => ended),
      keepAsking(side, waits, 'write', () => ended),
    ]);
    const { read, write } = waits.longestMs;
    process.stdout.write(
      `${name.padEnd(32)}${((performance.now() - started) / 1000).toFixed(1).padStart(8)} s; ` +
        `longest read ${read.toFixed(0)} ms, longest write ${write.toFixed(0)} ms, ${waits.refused} of ${waits.answered + waits.refused} refused${waits.refusal === undefined ? '' : `: ${waits.refusal}`}\n`,
    );
  }
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
