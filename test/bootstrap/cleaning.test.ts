import { expect } from 'chai';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { startCleaning } from '../../src/bootstrap/start-cleaning.js';
import type { Parts } from '../../src/bootstrap/parts.js';
import { failure } from '../../src/domain/failure.js';
import { err, ok } from '../../src/domain/result.js';
import { fixtureSchema } from '../contract/fixture-schema.js';
import { createWorld } from '../contract/world.js';

const kept = {
  audit: { days: 90 },
  changeLog: { days: 7 },
  webhooks: { days: 14 },
  cache: { enabled: true },
};

describe('cleaning', () => {
  it('goes on with the rest where one part fails', async () => {
    const schema = fixtureSchema();
    const store = createMemoryStore({ schema });
    const { documents: rowDocuments } = createWorld(store, schema);
    const warned: string[] = [];
    const log = { debug() {}, info() {}, error() {}, warn: (message: string) => void warned.push(message) };
    let swept = (): void => {};
    const isSwept = new Promise<void>((resolve) => (swept = resolve));
    const cleaned = {
      schema,
      rowDocuments,
      clock: createClock(),
      log,
      media: { sweep: async () => ok(0) } as unknown as Parts['media'],
      store: {
        ...store,
        audit: { ...store.audit, prune: async () => err(failure('STORE.TIMEOUT', 'late')) },
        rates: { ...store.rates, sweep: async () => (swept(), ok(0)) },
      },
    };
    const stop = startCleaning(cleaned, kept);
    await isSwept;
    await stop();
    expect(warned).to.include('the audit trail could not be shortened: late');
  });
});
