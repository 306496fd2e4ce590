import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ImageProcessor, Picture } from '../../application/ports/image-processor.js';
import { createDecoder, type Decoder, type Outcome } from './create-decoder.js';
import { createQueue, type NotBegun } from './create-queue.js';
import type { Box } from './decoding.js';
import { forkDecoder } from './fork-decoder.js';

export interface ImageOptions {
  /** The longest side of each format, by name. */
  readonly breakpoints: Readonly<Record<string, number>>;
  /** The maximum number of pixels, of all pages together. */
  readonly maxPixels: number;
  /** The number of pictures decoded at once. */
  readonly decoders: number;
  /** The maximum number of pictures that wait for a decoder, and how long they wait. */
  readonly queueLength: number;
  readonly waitTimeoutMs: number;
  readonly decodeTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly start: typeof forkDecoder;
  /** Called when a process has crashed or could not be started, with what it said. */
  readonly died: (why: string) => void;
}

export const defaultImageOptions: ImageOptions = {
  breakpoints: { small: 500, medium: 750, large: 1000 },
  maxPixels: 50_000_000,
  decoders: 1,
  queueLength: 50,
  waitTimeoutMs: 30_000,
  decodeTimeoutMs: 20_000,
  idleTimeoutMs: 30_000,
  start: forkDecoder,
  died: () => undefined,
};

const thumbnail = { width: 245, height: 156 };

/** The largest file that is decoded. It is held in memory as a whole. */
const maxBytes = 64 * 1024 * 1024;

const read: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif', 'apng'].map((format) => `image/${format}`),
);

/** Decodes pictures with sharp, in separate processes, with limits of concurrency, pixels and time. */
export function createImageProcessor(given: Partial<ImageOptions> = {}): ImageProcessor {
  const options: ImageOptions = { ...defaultImageOptions, ...given };
  const { decoders: places, queueLength: length, waitTimeoutMs } = options;
  const boxes = boxesOf(options.breakpoints);
  const queue = createQueue({ places, length, waitTimeoutMs });
  const all = Array.from({ length: places }, () => createDecoder(options));
  const free: Decoder[] = [...all];
  const decode = async (content: AsyncIterable<Uint8Array>): Promise<Outcome> => {
    const bytes = await collect(content);
    if (bytes === null) return { kind: 'unreadable' };
    const decoder = free.pop();
    if (decoder === undefined) throw new Error('there are more pictures at work than decoders');
    try {
      return await decoder.decode({ bytes, boxes, maxPixels: options.maxPixels });
    } finally {
      free.push(decoder);
    }
  };
  return {
    formats: boxes.map(({ name }) => name),
    reads: (mime) => read.has(mime),
    process: async (content, caller = '') => resultOf(await queue(caller, () => decode(content)), options),
    close: () => all.forEach((decoder) => decoder.close()),
  };
}

function boxesOf(breakpoints: ImageOptions['breakpoints']): readonly Box[] {
  const own = Object.entries(breakpoints).map(([name, side]) => ({ name, width: side, height: side }));
  return [{ name: 'thumbnail', ...thumbnail }, ...own.sort((one, other) => one.width - other.width)];
}

/** Returns null if there is more content than `maxBytes`. */
async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function resultOf(
  outcome: Outcome | NotBegun,
  { maxPixels, decodeTimeoutMs, died }: ImageOptions,
): Result<Picture | null> {
  if (outcome === 'full' || outcome === 'late') return err(failure('MEDIA.BUSY', reason('picture.busy')));
  switch (outcome.kind) {
    case 'picture': {
      const { width, height, formats } = outcome;
      return ok({ width, height, formats });
    }
    case 'unreadable':
      return ok(null);
    case 'too-large':
      return err(
        failure('MEDIA.REFUSED', reason('picture.pixels', { pixels: outcome.pixels, max: maxPixels })),
      );
    case 'late':
      return err(failure('MEDIA.REFUSED', reason('picture.slow', { max: decodeTimeoutMs })));
    case 'died':
      died(outcome.why);
      return err(failure('MEDIA.BUSY', reason('picture.ended')));
  }
}
