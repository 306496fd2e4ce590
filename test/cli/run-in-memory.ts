import { runCommandLine } from '../../src/adapters/delivery/cli/run-command-line.js';
import { failure } from '../../src/domain/failure.js';
import { err, ok } from '../../src/domain/result.js';
import type { openMemorySession } from './memory-session.js';
import type { Ran } from './program.js';

const unchanged = async () => ok([]);
const missing = async () => err(failure('STORE.UNAVAILABLE', 'not here'));

/** What commands call in a process that has none of it. */
export const absentServices = {
  start: missing,
  develop: missing,
  init: missing,
  printGraphql: missing,
  printOpenApi: missing,
  types: missing,
  link: missing,
  checkBackup: missing,
};

/** A command in this process, over a database in memory; with no server to start. */
export async function runInMemory(
  session: Pick<ReturnType<typeof openMemorySession>, 'open'>,
  argv: readonly string[],
): Promise<Ran> {
  let [out, notes] = ['', ''];
  const code = await runCommandLine({
    argv,
    directory: '/app',
    version: '1.2.3',
    out: (text) => (out += text),
    note: (text) => (notes += text),
    noteWidth: null,
    ...absentServices,
    printGraphql: async () => ok(''),
    printOpenApi: async () => ok(''),
    types: async () => ok([]),
    link: async () => ok([]),
    open: async () =>
      ok({
        ...session.open(),
        schema: {
          status: unchanged,
          plan: unchanged,
          apply: unchanged,
          drop: unchanged,
          leftovers: async () => ok([]),
        },
        openTransfer: missing,
        openImport: missing,
        exportTo: missing,
        backUp: missing,
        openRestore: missing,
        close: async () => undefined,
      }),
  });
  return { code, out, notes };
}
