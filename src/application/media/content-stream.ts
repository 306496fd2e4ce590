import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';

/** Thrown by the content stream when the content exceeds the limit or breaks off. */
export class ContentRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export interface ContentStream {
  /** Returns at least the first `size` bytes, or everything if there are fewer. `all` still includes them. */
  head(size: number): Promise<Uint8Array>;
  all(): AsyncGenerator<Uint8Array>;
  /** Returns the number of bytes read so far. */
  read(): number;
  /** Closes the source, however much was read. */
  close(): Promise<void>;
}

/** Wraps content to count its bytes. Reading throws `ContentRefused` if it exceeds the limit or breaks off. */
export function contentStream(
  content: AsyncIterable<Uint8Array>,
  { label, limit }: { readonly label: string; readonly limit: number },
): ContentStream {
  const source = content[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let read = 0;
  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await source.next().catch((error: unknown) => {
      throw new ContentRefused(cutOff(label, error));
    });
    if (done === true) return undefined;
    read += value.length;
    if (read > limit) throw new ContentRefused(tooLarge(label, limit));
    return value;
  };
  return {
    async head(size) {
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
        begun.push(chunk);
        if (read >= size) break;
      }
      return joined(begun);
    },
    async *all() {
      yield* begun;
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
    },
    read: () => read,
    close: async () => void (await source.return?.()),
  };
}

/** A cause that is already a failure is passed on. */
const cutOff = (label: string, cause: unknown): Failure =>
  cause instanceof ContentRefused
    ? cause.failure
    : failure('MEDIA.INCOMPLETE', reason('file.cutOff', { name: label }));

const tooLarge = (label: string, limit: number): Failure =>
  failure('MEDIA.TOO_LARGE', reason('file.tooLarge', { name: label, max: limit }));

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
