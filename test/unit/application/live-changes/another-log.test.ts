import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createPositionCodec } from '../../../../src/adapters/identity/create-position-codec.js';
import { createLiveChanges } from '../../../../src/application/live-changes/create-live-changes.js';
import type { LiveChanges, LiveEvent } from '../../../../src/application/live-changes/live-changes.js';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { ok } from '../../../../src/domain/result.js';
import { createSecretKey } from 'node:crypto';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';
import { createWorld, type World } from '../../../contract/world.js';
import { until } from '../../../until.js';

const schema = fixtureSchema();
const ignore = (): void => {};

describe('listeners whose log becomes another one', function () {
  this.timeout(60_000);
  let world: World;
  let live: LiveChanges;
  let log: string;
  beforeEach(() => {
    world = createWorld(createMemoryStore({ schema }), schema);
    log = 'one';
    live = createLiveChanges({
      schema,
      documents: world.documents,
      changes: { ...world.store.changes, identity: async () => ok(log) },
      signal: world.store.changeSignal,
      positions: createPositionCodec(() => createSecretKey(Buffer.alloc(32, 1))),
      defaultLocale: () => 'en',
      isApart: () => false,
      longCost: 100,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      observations: createObservations([]),
      limits: { maxListeners: 100, maxListenersPerCaller: 100 },
    });
    live.start();
  });
  afterEach(() => live.stop());

  const listen = async (after?: string) => {
    const events: LiveEvent[] = [];
    let isEnded = false;
    const query = {
      type: uidOf('dish'),
      fields: ['name'],
      action: 'find' as const,
      layer: 'published' as const,
      range: { offset: 0, limit: 1 },
      count: false,
    };
    const interests = [{ query, credential: 'system', judge: async () => ok(systemPrincipal) }];
    valueOf(
      await live.listen({ interests, after }, () => ({
        send: (event) => events.push(event) > 0,
        hasRoom: () => true,
        beat: () => true,
        end: () => void (isEnded = true),
      })),
    );
    return { events, isEnded: () => isEnded };
  };

  it('end, are reset when they come again, and hear what follows', async () => {
    const before = await listen();
    await world.create('dish', { name: 'a' });
    await until(() => before.events.length > 0);
    log = 'other';
    await until(before.isEnded);
    const again = await listen(before.events.at(-1)?.position);
    await world.create('dish', { name: 'b' });
    await until(() => again.events.length > 1);
    expect(again.events.map(({ kind }) => kind)).to.deep.equal(['reset', 'change']);
    expect(before.events).to.have.length(1);
  });
});
