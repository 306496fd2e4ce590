import type { World } from '../world.js';
import { listIn } from './in-layers.js';

/** What a hall shows, and the halls that show an event, in both layers. */
export const shown = (world: World, hall: string) => listIn(world, 'hall', hall, 'shown');
export const shownIn = (world: World, event: string) => listIn(world, 'event', event, 'shownIn');

/** Two halls h and i, each showing the events a, b and c; all of them published. */
export async function showing(world: World) {
  const [a = '', b = '', c = ''] = await world.createNamed('event', 'a', 'b', 'c');
  const h = await world.create('hall', { name: 'h', shown: [a, b, c] });
  const i = await world.create('hall', { name: 'i', shown: [c, b, a] });
  return { a, b, c, h, i };
}
