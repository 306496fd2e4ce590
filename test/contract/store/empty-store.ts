import type { Document } from '../../../src/application/ports/document-store.js';
import { layersOf } from '../../../src/domain/plan/change.js';
import type { Layer } from '../../../src/domain/query/query.js';
import { contentTypeOf } from '../../../src/domain/schema/schema.js';
import { typeNames, uidOf, type TypeName } from '../schema-files.js';
import { idOf, valueOf, type World } from '../world.js';
import { until } from './until.js';

/** Removes everything that a case has left. */
export async function emptyStore(world: World): Promise<void> {
  await Promise.all(typeNames.map((type) => removeAll(world.in('*'), type)));
  const { access, audit, changes, followers } = world.store;
  valueOf(await audit.prune('9999-01-01T00:00:00.000Z', 1000));
  valueOf(await changes.prune('9999-01-01T00:00:00.000Z', Number.MAX_SAFE_INTEGER, 1_000_000));
  for (const { name, holder } of valueOf(await followers.list())) {
    if (holder !== null) valueOf(await followers.release(name, holder));
    valueOf(await followers.remove(name));
  }
  const state = valueOf(await access.load());
  const change = {
    removeTokens: state.tokens.map(({ name }) => name),
    removeRoles: state.roles.map(({ name }) => name),
  };
  valueOf(await access.change(change));
}

async function removeAll(world: World, type: TypeName): Promise<void> {
  for (const layer of layersOf(contentTypeOf(world.schema, uidOf(type))))
    await removeDocuments(world, type, layer);
}

async function removeDocuments(world: World, type: TypeName, layer: Layer): Promise<void> {
  let found: readonly Document[] = [];
  const removeSome = async (): Promise<boolean> => {
    found = await world.find(type, { layer, fields: ['documentId'], range: { offset: 0, limit: 16 } });
    await Promise.all([...new Set(found.map(idOf))].map((documentId) => world.delete(type, documentId)));
    return found.length === 0;
  };
  await until(`The removal of all documents of ${type}`, removeSome, () => found);
}
