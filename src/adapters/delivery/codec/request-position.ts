import type { RequestPosition } from '../../../application/replicas/caller-positions.js';

/** Where a request carries its position. A symbol, so that code of an app cannot use the same name. */
export const position: unique symbol = Symbol('position');

export interface Positioned {
  [position]?: RequestPosition;
}

/** Returns the position of a request; undefined without replicas. */
export const positionOf = (request: object): RequestPosition | undefined => (request as Positioned)[position];
