import { ContainerModule } from 'inversify';
import { createMemoryStore } from '../../adapters/store/memory/create-memory-store.js';
import { ok } from '../../domain/result.js';
import { tokens } from '../tokens.js';

/** `memory:` — everything is gone when the process ends. */
export const memoryStoreModule = new ContainerModule(({ bind }) => {
  bind(tokens.openStore)
    .toResolvedValue((schema) => async () => ok(createMemoryStore({ schema })), [tokens.schema])
    .inSingletonScope();
});
