import sharp, { type Metadata } from 'sharp';
import type { PictureFormat } from '../../application/ports/image-processor.js';
import type { Box, Decoded, DecodingRequest } from './decoding.js';

sharp.cache(false);
sharp.concurrency(1);

/**
 * Types that get smaller formats; of other types only the size is read. SVG is not decoded, as it can load other
 * resources.
 */
const drawn: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff']);

/** The memory for one pixel while it is drawn: four channels of 16 bits. */
const maxPixelBytes = 8;

/**
 * Decodes one picture. Its size is read from its header first, so that a picture with too many pixels costs nothing.
 * Animations become still pictures, and pictures are rotated as their EXIF orientation says.
 */
export async function decodePicture({ bytes, boxes, maxPixels }: DecodingRequest): Promise<Decoded> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null) return { kind: 'unreadable' };
  const pixels = head.width * head.height * (head.pages ?? 1);
  if (pixels > maxPixels) return { kind: 'too-large', pixels };
  const { width, height } = head.autoOrient;
  const smaller = isDrawn(head) ? boxes.filter((box) => box.width < width || box.height < height) : [];
  const formats = await shrink(bytes, head, smaller).catch(() => []);
  return { kind: 'picture', width, height, formats };
}

const depths: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** An unknown depth counts as 16 bits. */
const isDrawn = ({ format, channels, depth }: Metadata): boolean =>
  drawn.has(format) && channels * (depths[depth] ?? 8) <= maxPixelBytes;

async function shrink(bytes: Uint8Array, head: Metadata, boxes: readonly Box[]): Promise<PictureFormat[]> {
  const largest = boxes.at(-1);
  if (largest === undefined) return [];
  const { data, info } = await sharp(bytes, { limitInputPixels: false, sequentialRead: true })
    .autoOrient()
    .resize({ ...sidesIn(largest, head.autoOrient), fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const formats: PictureFormat[] = [];
  for (const box of boxes) {
    const sides = sidesIn(box, head.autoOrient);
    const made = await sharp(data, { raw: { width, height, channels } })
      .resize({ ...sides, fit: 'fill' })
      .toFormat(head.format)
      .toBuffer();
    formats.push({ name: box.name, ...sides, bytes: made });
  }
  return formats;
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a picture scaled down to fit into a box. */
function sidesIn(box: Box, { width, height }: Sides): Sides {
  const scale = Math.min(box.width / width, box.height / height, 1);
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}
