import type { Layer } from '../../../src/domain/query/query.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import type { TypeName } from '../schema-files.js';
import { textOf, type World } from '../world.js';

/** The same value in both layers. */
export const same = <T extends Json>(value: T) => ({ draft: value, published: value });

/** Returns the joined names of a list in each layer. */
export async function listIn(world: World, type: TypeName, id: string, relation: string) {
  const joined = async (layer: Layer) => (await world.list(type, id, relation, layer)).map(textOf).join('');
  return { draft: await joined('draft'), published: await joined('published') };
}

/** Returns the name of a to-one target in each layer. */
export async function linkedIn(world: World, type: TypeName, id: string, relation: string) {
  const draft = await world.linked(type, id, relation, 'draft');
  return { draft, published: await world.linked(type, id, relation, 'published') };
}
