import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { createChangeSignal } from '../../../../src/application/stores/create-change-signal.js';
import { DeliveryLoop } from '../../../../src/application/webhooks/delivery-loop.js';
import { insertDelivery } from '../../../../src/application/webhooks/delivery-records.js';
import { insertWebhook } from '../../../../src/application/webhooks/webhook-records.js';
import { deliveryType, webhookType } from '../../../../src/domain/schema/built-in-uids.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { createWorld, valueOf } from '../../../contract/world.js';

/** One webhook, and loops that send its deliveries. */
async function openLoops() {
  const schema = fixtureSchema();
  const world = createWorld(createMemoryStore({ schema }), schema);
  const documents = createDocuments(world.dependencies);
  const sentBy: string[] = [];
  const signal = createChangeSignal();
  const ignore = (): void => {};
  const loopOf = (name: string, pollMs?: number, read = documents) =>
    new DeliveryLoop(
      {
        documents: read,
        followers: world.store.followers,
        signal,
        clock: world.dependencies.clock,
        vault: {
          createSecret: () => '',
          close: async () => '',
          open: async () => ({ headers: {}, signingSecret: 'whsec_' }),
        },
        sender: {
          send: async () => {
            sentBy.push(name);
            return { kind: 'answered', status: 200 };
          },
        },
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
        random: () => 0,
      },
      name,
      pollMs,
    );
  const webhook = valueOf(
    await insertWebhook(documents, {
      name: 'site',
      url: 'https://example.com',
      isEnabled: true,
      events: ['entry.create'],
      types: null,
      locales: null,
      filters: null,
      secrets: 'x',
    }),
  );
  let position = 0;
  const add = async () =>
    valueOf(
      await insertDelivery(
        documents,
        { webhook, subject: 'a', position: String((position += 1)), event: 'entry.create', body: '{}' },
        world.dependencies.clock.now(),
      ),
    );
  const until = async (count: number): Promise<void> => {
    while (sentBy.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { documents, sentBy, loopOf, add, until };
}

describe('the sending of deliveries', () => {
  it('does not wait for the next poll after a round that had read too early', async () => {
    const { documents, loopOf, add, until } = await openLoops();
    const [reading, goOn, looking] = [withResolver(), withResolver(), withResolver()];
    let reads = 0;
    const find: typeof documents.find = async (principal, query) => {
      const found = await documents.find(principal, query);
      if (query.type === webhookType && reads > 0) looking.resolve();
      if (query.type !== deliveryType || (reads += 1) > 1) return found;
      reading.resolve();
      await goOn.done;
      return found;
    };
    const loop = loopOf('one', 1_000_000, { ...documents, find });
    loop.start();
    await reading.done;
    await add();
    loop.wake();
    await looking.done;
    goOn.resolve();
    await until(1);
    await loop.stop();
  });

  it('begins at once when another server has prepared a delivery', async () => {
    const { sentBy, loopOf, add, until } = await openLoops();
    const [one, other] = [loopOf('one', 1_000_000), loopOf('other', 1_000_000)];
    await add();
    one.start();
    await until(1);
    other.start();
    // The loop looks once more after a round; a delivery that came before that would be sent anyhow.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await add();
    other.wake();
    await until(2);
    await Promise.all([one.stop(), other.stop()]);
    expect(sentBy).to.deep.equal(['one', 'one']);
  });

  it('is the work of one server at a time', async () => {
    const { sentBy, loopOf, add, until } = await openLoops();
    const [one, other] = [loopOf('one'), loopOf('other')];
    await add();
    one.start();
    await until(1);
    other.start();
    for (let count = 2; count <= 5; count += 1) {
      await add();
      one.wake();
      other.wake();
      await until(count);
    }
    await one.stop();
    await add();
    other.wake();
    await until(6);
    await other.stop();
    expect(sentBy).to.deep.equal(['one', 'one', 'one', 'one', 'one', 'other']);
  });
});

function withResolver() {
  let resolve = (): void => {};
  const done = new Promise<void>((resolved) => (resolve = resolved));
  return { done, resolve: () => resolve() };
}
