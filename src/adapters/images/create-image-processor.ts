import type { default as sharp, Metadata } from 'sharp';
import type { ImageProcessor, Picture, PictureFormat } from '../../application/ports/image-processor.js';
import { createGate } from './create-gate.js';

export interface ImageOptions {
  /** The longest side of each format, by name. */
  readonly breakpoints: Readonly<Record<string, number>>;
}

export const defaultBreakpoints = { small: 500, medium: 750, large: 1000 };

const thumbnail = { width: 245, height: 156 };

/** Pixels of a picture that is drawn. */
const maxPixels = 100_000_000;
/** Bytes of one while it is drawn: some types have to be held whole. */
const maxDrawnBytes = 4 * maxPixels;
/** Bytes of a picture that is looked at: it is held whole. */
const maxBytes = 64 * 1024 * 1024;
/** Pictures at once. */
const places = 2;

/** What is drawn smaller; of `sized` ones only the size is told. No SVG: what it draws can lead anywhere. */
const drawn: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
]);
const sized: ReadonlySet<string> = new Set([...drawn, 'image/avif', 'image/apng']);

interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Pictures by sharp: two at once, each within bounds. Stills of what moves, turned as the camera was held. */
export function createImageProcessor({ breakpoints }: ImageOptions): ImageProcessor {
  const boxes = boxesOf(breakpoints);
  const gate = createGate(places);
  return {
    formats: boxes.map(({ name }) => name),
    reads: (mime) => sized.has(mime),
    process: (content) =>
      gate(async () => {
        const bytes = await collect(content);
        return bytes === null ? null : processBytes(bytes, boxes);
      }),
  };
}

function boxesOf(breakpoints: ImageOptions['breakpoints']): readonly Box[] {
  const own = Object.entries(breakpoints).map(([name, side]) => ({ name, width: side, height: side }));
  return [{ name: 'thumbnail', ...thumbnail }, ...own.sort((one, other) => one.width - other.width)];
}

/** Null: more than is looked at. */
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

type Sharp = typeof sharp;

/** sharp tells of pictures that it can not read by throwing. */
async function processBytes(bytes: Buffer, boxes: readonly Box[]): Promise<Picture | null> {
  const draw = await loadSharp();
  const head = await draw(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null) return null;
  const { width, height } = head.autoOrient;
  const isDrawn = drawn.has(`image/${head.format}`) && isSmall(head);
  const smaller = isDrawn ? boxes.filter((box) => box.width < width || box.height < height) : [];
  try {
    const formats: PictureFormat[] = [];
    for (const box of smaller) formats.push(await shrink(draw, bytes, box));
    return { width, height, formats };
  } catch {
    return { width, height, formats: [] };
  }
}

const depths: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Whether drawing it stays within bounds; what is not known is taken to be wide. */
function isSmall({ width, height, channels, depth }: Metadata): boolean {
  const pixels = width * height;
  return pixels <= maxPixels && pixels * channels * (depths[depth] ?? 8) <= maxDrawnBytes;
}

async function shrink(draw: Sharp, bytes: Buffer, { name, width, height }: Box): Promise<PictureFormat> {
  const { data, info } = await draw(bytes, { limitInputPixels: maxPixels, sequentialRead: true })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  return { name, width: info.width, height: info.height, bytes: data };
}

/** Loaded with the first picture: the library behind it is large. */
async function loadSharp(): Promise<Sharp> {
  const { default: draw } = await import('sharp');
  draw.cache(false);
  draw.concurrency(1);
  return draw;
}
