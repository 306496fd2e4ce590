import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The environment variables that the decoder needs. Others may hold secrets. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'SystemRoot'];

/** The file beside this one with the same extension: built, or TypeScript that a loader runs. */
const decoder = fileURLToPath(
  new URL(`./decoder-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

/** Starts a decoder process. It does not keep the server alive. */
export function forkDecoder(): ChildProcess {
  const child = fork(decoder, [], {
    env: Object.fromEntries(kept.flatMap((name) => [[name, process.env[name]]])),
    execArgv: process.execArgv.filter((argument) => !argument.startsWith('--inspect')),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // The pending request fails as well; without a listener the error would end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return child;
}
