import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { runCommandLine } from '../../../src/adapters/delivery/cli/run-command-line.js';
import { appTypes } from '../../../src/bootstrap/app-types.js';
import { checkBackupFile } from '../../../src/bootstrap/backups.js';
import { openSession } from '../../../src/bootstrap/open-session.js';
import { absentServices } from '../../cli/run-in-memory.js';

export interface CommandServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Runs commands of `quire` in this process: starting one takes longer than most commands. A request has the directory and
 * the arguments, each ended by NUL. Its answer is what the command prints, with status 500 where the command fails.
 */
export async function serveCommands(
  databaseFor: (argv: readonly string[]) => Promise<string>,
): Promise<CommandServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const [directory = '', ...argv] = (await textOf(request)).split('\0').slice(0, -1);
      const { code, text } = await runCommand(directory, argv, await databaseFor(argv));
      response.writeHead(code === 0 ? 200 : 500).end(text);
    })();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part as string;
  return text;
}

/** Runs one command. Paths are relative to the directory. */
export async function runCommand(
  directory: string,
  argv: readonly string[],
  databaseUrl: string,
): Promise<{ code: number; text: string }> {
  let [out, notes] = ['', ''];
  const env = { NODE_ENV: 'test', DATABASE_URL: databaseUrl };
  const before = process.cwd();
  process.chdir(directory);
  const code = await runCommandLine({
    argv,
    directory: '.',
    version: '1.2.3',
    out: (text) => (out += text),
    note: (text) => (notes += text),
    noteWidth: null,
    ...absentServices,
    types: (request) => appTypes({ ...request, app: resolve(request.app) }, env),
    checkBackup: checkBackupFile,
    open: (app) => openSession(resolve(app), env),
  });
  process.chdir(before);
  return { code, text: code === 0 ? out : out + notes };
}
