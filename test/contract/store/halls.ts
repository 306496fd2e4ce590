import type { World } from '../world.js';
import { listIn } from './in-layers.js';

/** Returns the events of a hall, or the halls of an event, in both layers. */
export const shown = (world: World, hall: string) => listIn(world, 'hall', hall, 'shown');
export const shownIn = (world: World, event: string) => listIn(world, 'event', event, 'shownIn');

/** Creates the published halls h and i, which both show the published events a, b and c. */
export async function showing(world: World) {
  const [a = '', b = '', c = ''] = await world.createNamed('event', 'a', 'b', 'c');
  const h = await world.create('hall', { name: 'h', shown: [a, b, c] });
  const i = await world.create('hall', { name: 'i', shown: [c, b, a] });
  return { a, b, c, h, i };
}
