import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the decoder needs of the server's environment, which holds secrets otherwise. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'SystemRoot'];

/** Beside this file, as it is itself: built, or a source that a loader runs. */
const decoder = fileURLToPath(
  new URL(`./decoder-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

/** Starts a process that decodes pictures. It keeps nobody alive. */
export function forkDecoder(): ChildProcess {
  const child = fork(decoder, [], {
    env: Object.fromEntries(kept.flatMap((name) => [[name, process.env[name]]])),
    execArgv: process.execArgv.filter((argument) => !argument.startsWith('--inspect')),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Whoever waits for an answer hears of it too; without a listener it would end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}
