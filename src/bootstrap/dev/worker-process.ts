import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../../adapters/delivery/cli/describe-problem.js';
import type { Result } from '../../domain/result.js';
import type { WantedAddress } from '../listen.js';
import type { Reloaded } from '../../application/ports/schema-reload.js';
import type { AnnouncedWrite, FromWorker, OpenRequest, ToWorker } from './messages.js';

/** How a worker that was told to open the app has fared. */
export type Outcome = Extract<FromWorker, { kind: 'opened' | 'failed' | 'undecided' }>;

/** A process of `worker.ts`. */
export interface WorkerProcess {
  /** Opens the app. */
  open(request: OpenRequest): Promise<Outcome>;
  pass(socket: Socket): void;
  showProblem(text: string | undefined): void;
  /** Lets it write the files that it has announced. Resolves with whether they are written. */
  letWrite(): Promise<boolean>;
  /** Says how the files are served that it has written. */
  tellReloaded(reloaded: Reloaded): void;
  /** Lets it finish its requests and end. `successor` is where later requests are answered. */
  retire(successor?: string): void;
  kill(): void;
  /** Resolves with a sentence when the process has ended. */
  readonly ended: Promise<string>;
}

/** How long a worker has to end; its requests have a third of it. */
const retireTimeoutMs = 30_000;

type Listen = (wanted: WantedAddress) => Promise<Result<string, Problem>>;

const module = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));

/**
 * Starts a worker, which loads the server's modules. `listen` answers its wish to listen; `onWriting` hears that it is
 * going to write files.
 */
export function startWorker(listen: Listen, onWriting: (write: AnnouncedWrite) => void): WorkerProcess {
  const child = fork(module);
  const say = (message: ToWorker, socket?: Socket): void => sendTo(child, message, socket);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`The server cannot be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      resolve(`The server ended ${signal === null ? `with code ${code}` : `on ${signal}`}`),
    );
  });
  const ready = heard(child, ({ kind }) => kind === 'ready');
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'writing') return onWriting(message.write);
    if (message.kind !== 'listen') return;
    void listen(message.wanted).then((listening) =>
      say(
        listening.ok
          ? { kind: 'listening', url: listening.value }
          : { kind: 'refused', message: listening.failure.message },
      ),
    );
  });
  return {
    open: (request) => {
      const outcome = heard(child, (message): message is Outcome => outcomes.has(message.kind));
      void ready.then(() => say({ kind: 'open', request }));
      const death = ended.then((text): Outcome => ({ kind: 'failed', text: `${text} while it started` }));
      return Promise.race([outcome as Promise<Outcome>, death]);
    },
    pass: (socket) => say({ kind: 'connection' }, socket),
    showProblem: (text) => say({ kind: 'problem', text: text ?? null }),
    letWrite: () => {
      const written = heard(child, ({ kind }) => kind === 'written').then(
        (message) => message.kind === 'written' && message.isWritten,
      );
      say({ kind: 'write' });
      return Promise.race([written, ended.then(() => false)]);
    },
    tellReloaded: (reloaded) => say({ kind: 'reloaded', reloaded }),
    retire: (successor) => {
      say({ kind: 'retire', ...(successor !== undefined && { successor }) });
      // Code that never ends keeps a worker from hearing it.
      const killing = setTimeout(() => child.kill('SIGKILL'), retireTimeoutMs);
      void ended.then(() => clearTimeout(killing));
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

const outcomes: ReadonlySet<string> = new Set(['opened', 'failed', 'undecided']);

function heard(child: ChildProcess, fits: (message: FromWorker) => boolean): Promise<FromWorker> {
  return new Promise((resolve) => {
    const listener = (message: FromWorker): void => {
      if (!fits(message)) return;
      child.off('message', listener);
      resolve(message);
    };
    child.on('message', listener);
  });
}

/** A worker that has just died gets nothing any more; its client has to connect again. */
function sendTo(child: ChildProcess, message: ToWorker, socket: Socket | undefined): void {
  if (!child.connected) return void socket?.destroy();
  child.send(message, socket, {}, (error) => {
    if (error !== null) socket?.destroy();
  });
}
