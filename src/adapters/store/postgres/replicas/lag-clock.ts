import type { Position } from '../../../../application/ports/replicas.js';

/** Positions of the primary that are kept, from which the age of a replica's content follows. */
const maxSamples = 256;

/**
 * Tells when the primary was at a position. So the lag of a replica needs no clock of another machine, and a primary that is not
 * written to makes no lag. Times are those of `performance.now()`.
 */
export class LagClock {
  private readonly samples: { readonly at: number; readonly position: Position }[] = [];

  /** Notes a position that was asked for at `at`. */
  add(position: Position, at: number): void {
    this.samples.push({ at, position });
    if (this.samples.length > maxSamples) this.samples.shift();
  }

  /** The latest time at which the primary had no more than `position`, of the times that are kept; else undefined. */
  timeOf(position: Position): number | undefined {
    return this.samples.findLast((sample) => sample.position <= position)?.at;
  }
}
