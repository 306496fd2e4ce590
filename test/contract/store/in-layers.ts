import type { Layer } from '../../../src/domain/query/query.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import type { TypeName } from '../schema-files.js';
import { textOf, type World } from '../world.js';

/** What is the same in both layers. */
export const same = <T extends Json>(value: T) => ({ draft: value, published: value });

/** A list in both layers, its names joined. */
export async function listIn(world: World, type: TypeName, id: string, relation: string) {
  const joined = async (layer: Layer) => (await world.list(type, id, relation, layer)).map(textOf).join('');
  return { draft: await joined('draft'), published: await joined('published') };
}

/** The name at the other end of a to-one relation, in both layers. */
export async function linkedIn(world: World, type: TypeName, id: string, relation: string) {
  const draft = await world.linked(type, id, relation, 'draft');
  return { draft, published: await world.linked(type, id, relation, 'published') };
}
