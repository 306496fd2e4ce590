import { ok } from '../../../src/domain/result.js';
import { valueOf, type World } from '../world.js';

/** Makes a chef in a transaction that stays open until the function that is returned is called. */
export async function holdOpen(world: World): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let opened = (): void => {};
  const open = new Promise<void>((resolve) => (opened = resolve));
  const stalled = world.store.units.run(async () => {
    await world.create('chef', { name: 'stalled' });
    opened();
    await released;
    return ok(null);
  });
  await Promise.race([open, stalled]);
  return async () => {
    release();
    valueOf(await stalled);
  };
}
