/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size that an SVG states at its beginning. The image is not rendered. */
export function svgSize(text: string): PictureSize | null {
  const root = /<(?:[a-z][\w.-]*:)?svg\b[^<>]*>/i.exec(text)?.[0];
  if (root === undefined) return null;
  const width = pixels(attribute(root, 'width'));
  const height = pixels(attribute(root, 'height'));
  if (width !== null && height !== null) return { width, height };
  const box = (attribute(root, 'viewBox') ?? '').trim().split(/[\s,]+/);
  const [boxWidth, boxHeight] = [pixels(box[2]), pixels(box[3])];
  return box.length === 4 && boxWidth !== null && boxHeight !== null
    ? { width: boxWidth, height: boxHeight }
    : null;
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined);

const largest = 1_000_000;

function pixels(value: string | undefined): number | null {
  const number = /^\s*\+?(\d{1,7}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(value ?? '')?.[1];
  const rounded = Math.round(Number(number ?? 0));
  return rounded > 0 && rounded <= largest ? rounded : null;
}
