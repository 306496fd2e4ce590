import { failure, type Failure } from '../../domain/failure.js';

/** Why content was not read to its end, on its way through whoever reads it. */
export class ContentRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export interface ContentStream {
  /** The beginning: `size` bytes, or more, or all there are. Does not take them from `all`. */
  head(size: number): Promise<Uint8Array>;
  all(): AsyncGenerator<Uint8Array>;
  /** Bytes so far. */
  read(): number;
  /** Lets the source go, wherever reading has stopped. */
  close(): Promise<void>;
}

/** Content that is counted while it is read. Past the limit, or cut off, reading throws `ContentRefused`. */
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

/** A reason that is a failure already is passed on. */
const cutOff = (label: string, reason: unknown): Failure =>
  reason instanceof ContentRefused
    ? reason.failure
    : failure('MEDIA.INCOMPLETE', `The upload of ${label} was cut off`);

const tooLarge = (label: string, limit: number): Failure =>
  failure('MEDIA.TOO_LARGE', `${label} is larger than ${limit} bytes`);

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
