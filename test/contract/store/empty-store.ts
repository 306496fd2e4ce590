import type { TypeName } from '../fixture-schema.js';
import { idOf, valueOf, type World } from '../world.js';

const types: readonly TypeName[] = ['restaurant', 'category', 'dish', 'chef', 'review'];

/** Removes what a case has left, so that the next one finds nothing. */
export async function emptyStore(world: World): Promise<void> {
  for (const type of types) await removeDocuments(world, type);
  const { access } = world.store;
  const state = valueOf(await access.load());
  for (const { name } of state.tokens) valueOf(await access.removeToken(name));
  for (const { name, grants } of state.roles) {
    for (const { type, actions } of grants) valueOf(await access.revoke(name, type, actions));
  }
}

async function removeDocuments(world: World, type: TypeName): Promise<void> {
  for (;;) {
    // Every version of a restaurant has a draft; the types without drafts are asked for as they are.
    const found = await world.find(type, {
      layer: 'draft',
      fields: ['documentId'],
      range: { offset: 0, limit: 16 },
    });
    if (found.length === 0) return;
    await Promise.all(found.map((document) => world.delete(type, idOf(document))));
  }
}
