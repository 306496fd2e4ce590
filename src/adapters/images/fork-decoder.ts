import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Variables that the decoder needs. The others of the server's environment may be secrets. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'SystemRoot'];

/** Beside this file, and of the same kind: built, or a source that a loader runs. */
const decoder = fileURLToPath(
  new URL(`./decoder-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

/** Starts a process that decodes pictures. It does not keep the server alive. */
export function forkDecoder(): ChildProcess {
  const child = fork(decoder, [], {
    env: Object.fromEntries(kept.flatMap((name) => [[name, process.env[name]]])),
    execArgv: process.execArgv.filter((argument) => !argument.startsWith('--inspect')),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The pending request fails too; without a listener the error would end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}
