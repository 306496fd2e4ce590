import { LRUCache } from 'lru-cache';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import { shapeKeyOf } from './shape-key.js';

/** The least mean time at which a shape counts as long. */
const leastLongMs = 150;
const timesTheMean = 4;

/** After so long without a long read, shapes are no longer tracked. */
const memoryMs = 60_000;
const rememberedShapes = 1000;

/** Weight of the latest time in a mean. */
const weight = 0.1;

/**
 * How long reads have taken lately: all of them, and, while some are long, each shape. As long as none is, shapes are
 * not computed.
 */
export class ReadTimes {
  private readonly shapes = new LRUCache<string, number>({ max: rememberedShapes });
  private watchingUntil = 0;
  private meanLight = 20;
  private meanHeavy = 1000;

  /** The shape of a read, while shapes matter. */
  shapeOf(plan: ReadPlan, now: number): string | undefined {
    return now < this.watchingUntil ? shapeKeyOf(plan) : undefined;
  }

  /** From how many milliseconds on a read is long. */
  get longMs(): number {
    return Math.max(leastLongMs, timesTheMean * this.meanLight);
  }

  /** The mean time of reads, in milliseconds. */
  mean(heavy: boolean): number {
    return heavy ? this.meanHeavy : this.meanLight;
  }

  /** Undefined: nothing is known of the shape. */
  isHeavy(shape: string | undefined): boolean | undefined {
    const mean = shape === undefined ? undefined : this.shapes.get(shape);
    return mean === undefined ? undefined : mean > this.longMs;
  }

  /** Notes a read that ended, or that is found to be long while it runs. */
  note(plan: ReadPlan | null, shape: string | undefined, ms: number, heavy: boolean, now: number): void {
    if (heavy) this.meanHeavy += weight * (ms - this.meanHeavy);
    // One long read among short ones is no new mean.
    else this.meanLight += weight * (Math.min(ms, this.longMs) - this.meanLight);
    const isLong = ms > this.longMs;
    if (isLong) this.watchingUntil = now + memoryMs;
    const key = shape ?? (isLong && plan !== null ? shapeKeyOf(plan) : undefined);
    if (key !== undefined) this.noteShape(key, ms);
  }

  private noteShape(key: string, ms: number): void {
    const mean = this.shapes.get(key);
    this.shapes.set(key, mean === undefined ? ms : mean + 0.3 * (ms - mean));
  }
}
