import { expect } from 'chai';
import { closeAfterWork } from '../../../../src/application/stores/close-after-work.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { err, ok } from '../../../../src/domain/result.js';
import { failure } from '../../../../src/domain/failure.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';

describe('closing a store', () => {
  const open = () => {
    const done: string[] = [];
    const memory = createMemoryStore({ schema: fixtureSchema() });
    let give: () => void = () => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    const store = closeAfterWork({
      ...memory,
      documents: {
        ...memory.documents,
        async reserveItemIds(count) {
          await given;
          done.push('work');
          return count > 0 ? ok(count) : err(failure('STORE.TIMEOUT', 'never'));
        },
      },
      close: async () => void done.push('closed'),
    });
    return { store, done, give };
  };

  it('waits for running calls, whether they succeed or fail', async () => {
    const { store, done, give } = open();
    const asked = [store.documents.reserveItemIds(1), store.documents.reserveItemIds(0)];
    const closing = [store.close(), store.close()];
    give();
    await Promise.all(closing);
    expect(done).to.deep.equal(['work', 'work', 'closed']);
    expect((await Promise.all(asked)).map((answer) => answer.ok)).to.deep.equal([true, false]);
  });

  it('refuses later calls', async () => {
    const { store, done, give } = open();
    give();
    await store.close();
    const late = [await store.documents.reserveItemIds(1), await store.access.load()];
    expect(late).to.deep.equal(Array(2).fill(err(failure('STORE.UNAVAILABLE', 'The database is closed'))));
    expect(done).to.deep.equal(['closed']);
  });
});
