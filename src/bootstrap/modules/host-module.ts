import { ContainerModule } from 'inversify';
import { createClock } from '../../adapters/host/create-clock.js';
import { createIds } from '../../adapters/host/create-ids.js';
import { tokens } from '../tokens.js';

/** The machine that the process runs on. */
export const hostModule = new ContainerModule(({ bind }) => {
  bind(tokens.clock).toResolvedValue(createClock).inSingletonScope();
  bind(tokens.ids).toResolvedValue(createIds).inSingletonScope();
});
