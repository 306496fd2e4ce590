import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Decoded, DecodingRequest } from './decoding.js';

export interface DecoderOptions {
  /** A picture that takes longer is refused. */
  readonly decodeTimeoutMs: number;
  /** An idle process is stopped after this time, to free its memory. */
  readonly idleTimeoutMs: number;
  /** Starts a process that answers each `DecodingRequest` with one `Decoded`. */
  start(): ChildProcess;
}

/** `died`: the process crashed or could not be started, and why. `late`: it took too long and was stopped. */
export type Outcome = Decoded | { readonly kind: 'died'; readonly why: string } | { readonly kind: 'late' };

export interface Decoder {
  /** Decodes one picture. Calls must not overlap. Starts the process if it is not running. */
  decode(request: DecodingRequest): Promise<Outcome>;
  close(): void;
}

/** Decodes pictures in a separate process, which is started again after it ends. */
export function createDecoder({ decodeTimeoutMs, idleTimeoutMs, start }: DecoderOptions): Decoder {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  };
  return {
    async decode(request) {
      clearTimeout(idle);
      if (child?.connected !== true) child = start();
      const outcome = await askOf(child, request, decodeTimeoutMs);
      if (outcome.kind === 'died' || outcome.kind === 'late') end();
      else idle = setTimeout(end, idleTimeoutMs).unref();
      return outcome;
    },
    close: end,
  };
}

/** Keeps this process alive while the decoder works. */
async function askOf(child: ChildProcess, request: DecodingRequest, timeoutMs: number): Promise<Outcome> {
  const { promise, resolve } = withResolvers<Outcome>();
  const said = createTail(child.stderr);
  const died = (why: string): void => resolve({ kind: 'died', why: [why, said.text()].join(' ').trim() });
  const failed = ({ message }: Error): void => died(message);
  const closed = (code: number | null, signal: string | null): void => died(signal ?? `exit code ${code}`);
  const timer = setTimeout(() => resolve({ kind: 'late' }), timeoutMs);
  child.ref();
  child.channel?.ref();
  child.once('message', resolve).once('close', closed).once('error', failed);
  // Where the process has ended, `close` follows, with what it has written.
  child.send(request, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    said.end();
    child.off('message', resolve).off('close', closed).off('error', failed);
    child.unref();
    child.channel?.unref();
  }
}

/** The latest characters that a stream has given, at most 2,000. */
function createTail(stream: Readable | null): { text(): string; end(): void } {
  let text = '';
  const add = (chunk: Buffer): void => void (text = (text + chunk.toString()).slice(-2_000));
  stream?.on('data', add);
  return { text: () => text, end: () => stream?.off('data', add) };
}

function withResolvers<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
