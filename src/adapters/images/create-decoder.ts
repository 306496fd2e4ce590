import type { ChildProcess } from 'node:child_process';
import type { Decoded, DecodingRequest } from './decoding.js';

export interface DecoderOptions {
  /** A picture that takes longer is refused. */
  readonly decodeTimeoutMs: number;
  /** An idle process is stopped after this time, to free its memory. */
  readonly idleTimeoutMs: number;
  /** Starts a process that answers each `DecodingRequest` with one `Decoded`. */
  start(): ChildProcess;
}

/** `died`: the process crashed or could not be started. `late`: it took too long and was stopped. */
export type Outcome = Decoded | { readonly kind: 'died' | 'late' };

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
  const died = (): void => resolve({ kind: 'died' });
  const timer = setTimeout(() => resolve({ kind: 'late' }), timeoutMs);
  child.ref();
  child.channel?.ref();
  child.once('message', resolve).once('exit', died).once('error', died);
  child.send(request, (error) => error && died());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', died).off('error', died);
    child.unref();
    child.channel?.unref();
  }
}

function withResolvers<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
