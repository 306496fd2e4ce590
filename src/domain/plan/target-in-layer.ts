import type { Layer, ReadLayer } from '../query/query.js';
import type { Target } from './read-plan.js';

/** A target in one layer. */
export type LayerTarget = Target & { readonly layer: Layer; readonly linked: Layer };

/** Whether the target is in the same layer for all versions that lead to it. */
export const isInOneLayer = (target: Target): target is LayerTarget =>
  target.layer !== 'any' && target.linked !== 'any';

/**
 * The layers in which to follow a relation from a version that is read in `layer`: both, drafts first, if that is any
 * layer and the links have layers; otherwise just `layer`.
 */
export const layersToFollow = (layer: ReadLayer, { linked }: Target): readonly ReadLayer[] =>
  layer === 'any' && linked === 'any' ? ['draft', 'published'] : [layer];

/** Returns the target with one of those layers in the place of `any`. */
export const targetIn = (target: Target, layer: ReadLayer): LayerTarget => ({
  ...target,
  layer: oneLayer(target.layer, layer),
  linked: oneLayer(target.linked, layer),
});

function oneLayer(asked: ReadLayer, layer: ReadLayer): Layer {
  const found = asked === 'any' ? layer : asked;
  if (found === 'any') throw new Error('a relation is followed in no layer');
  return found;
}
