import { isPlainObject, own } from '../document/plain-object.js';

/**
 * The point of a picture that stays in view where the picture is cropped: `{ x, y }`, in percent of its width and height from its
 * top left corner, each from 0 to 100. It is the shape that clients of Strapi expect, and that of the CSS property
 * `object-position`.
 */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** What is in the middle is in view of each crop, as without a focal point. */
export const centre: FocalPoint = { x: 50, y: 50 };

/** Returns null for what is no focal point. */
export function focalPointOf(value: unknown): FocalPoint | null {
  if (!isPlainObject(value) || Object.keys(value).length !== 2) return null;
  const [x, y] = [own(value, 'x'), own(value, 'y')];
  return isShare(x) && isShare(y) ? { x, y } : null;
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100;

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** Sides are rounded to whole pixels, and a picture that is made smaller is not cropped. */
const toleratedShare = 0.01;

/** Whether two sizes have the same proportions, so that a point of one picture is likely to be the same of the other. */
export function keepsRatio(one: Size, other: Size): boolean {
  if (!isKnown(one) || !isKnown(other)) return isKnown(one) === isKnown(other);
  const [before, after] = [one.width * other.height, other.width * one.height];
  return Math.abs(before - after) <= toleratedShare * Math.max(before, after);
}

const isKnown = (size: Size): size is { readonly width: number; readonly height: number } =>
  size.width !== null && size.height !== null;
