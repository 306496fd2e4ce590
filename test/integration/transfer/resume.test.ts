import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import type { Store } from '../../../src/application/ports/store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { failureOf, valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openAt, openEmpty, openReady, type Opened, type StoreKind } from './opened-stores.js';
import { documentIdOf, fill, shop, shopSchema } from './shop-schema.js';
import { copy, differences, documentsNamed, transferOf } from './transfer-world.js';

const schema = shopSchema();

/** The store, whose archive fails as if the process had ended there. */
function stopping(store: Store, afterPuts: number): Store {
  let puts = 0;
  const put: Store['archive']['put'] = (batch, mark) => {
    if (puts++ === afterPuts) throw new Error('stopped here');
    return store.archive.put(batch, mark);
  };
  return { ...store, archive: { ...store.archive, put } };
}

const stopped = async (source: Store, target: Store, afterPuts: number): Promise<void> => {
  let message = '';
  await copy(schema, source, stopping(target, afterPuts)).catch((error: unknown) => {
    message = error instanceof Error ? error.message : '';
  });
  expect(message).to.equal('stopped here');
};

for (const [from, to] of [
  ['PostgreSQL', 'MongoDB'],
  ['MongoDB', 'PostgreSQL'],
  ['PostgreSQL', 'memory'],
] as const satisfies readonly (readonly [StoreKind, StoreKind])[]) {
  describe(`a transfer from ${from} to ${to} that was stopped`, () => {
    let source: Opened;
    let target: Opened;
    before(async function () {
      if ([from, to].some((kind) => kind === 'MongoDB')) await skipWithoutMongo(this);
    });
    beforeEach(async () => {
      source = await openReady(from, schema);
      target = await openEmpty(to, schema);
      await fill(schema, source.store, 2_000);
    });
    afterEach(async () => {
      await source.close();
      await target.close();
    });

    it('goes on where it was, wherever that is', async () => {
      await stopped(source.store, target.store, 0);
      await stopped(source.store, target.store, 2);
      await stopped(source.store, target.store, 4);
      const copied = valueOf(await copy(schema, source.store, target.store));
      expect(copied.rows).to.equal(4_010);
      expect(copied.before).to.be.within(2_500, 3_510);
      expect(await differences(schema, source.store, target.store)).to.deep.equal([]);
    });

    it('has made nothing yet that could be copied on', async () => {
      await stopped(source.store, target.store, 2);
      const third = await openEmpty('memory', schema);
      const refused = failureOf(await copy(schema, target.store, third.store));
      expect(refused.message).to.match(
        /^This database holds a part of what was to be transferred from the source/,
      );
    });

    it('is not compared', async () => {
      await stopped(source.store, target.store, 2);
      const compared = await transferOf(schema, source.store, target.store).verify(
        () => {},
        () => {},
      );
      expect(failureOf(compared).message).to.match(/^The transfer from the source is not finished/);
    });

    it('does not go on from a source that was written to, and stays as it is', async () => {
      await stopped(source.store, target.store, 2);
      const mark = valueOf(await target.store.archive.mark());
      await rename(source.store);
      const refused = failureOf(await copy(schema, source.store, target.store));
      expect(refused.code).to.equal('INPUT.MISMATCH');
      expect(refused.message).to.match(/written to since .*\(versions api::shop\.shop\)/);
      expect(valueOf(await target.store.archive.mark())).to.deep.equal(mark);
    });

    it('does not go on from another source', async () => {
      await stopped(source.store, target.store, 2);
      const other = await openReady('memory', schema);
      const refused = failureOf(
        await transferOf(schema, other.store, target.store, 'another').copy(() => {}),
      );
      expect(refused.message).to.match(/unfinished transfer from the source, .* another has other content/);
    });

    it('is lost to a run that claims it', async () => {
      await stopped(source.store, target.store, 2);
      const mark = valueOf(await target.store.archive.mark());
      if (mark === null) throw new Error('it was begun');
      valueOf(await target.store.archive.claim({ ...mark, run: 'another' }));
      const late = await target.store.archive.finish({ sequenceKey: 0, itemId: 0, versionIds: {} }, mark);
      expect(failureOf(late).code).to.equal('STORE.CONFLICT');
    });
  });
}

const rename = async (store: Store): Promise<void> => {
  const documents = documentsNamed('late', store, schema);
  const asked = {
    kind: 'update',
    type: shop,
    layer: 'published',
    documentId: documentIdOf('shop', 3),
  } as const;
  valueOf(await documents.update(systemPrincipal, { ...asked, data: { name: 'New' }, answer: {} }));
};

describe('rows that a stopped transfer wrote to MongoDB and did not mark', () => {
  before(async function () {
    await skipWithoutMongo(this);
  });

  it('are written again', async () => {
    const [source, target] = [await openReady('memory', schema), await openEmpty('MongoDB', schema)];
    await fill(schema, source.store, 1_500);
    await stopped(source.store, target.store, 2);
    const mark = valueOf(await target.store.archive.mark());
    const client = new MongoClient(target.url);
    const things = client.db().collection<{ _id: number; documentId: string }>('things');
    await things.insertMany(
      [(mark?.at?.after ?? 0) + 1, 1_499].map((_id) => ({ _id, documentId: `half ${_id}` })),
    );
    await client.close();
    valueOf(await copy(schema, source.store, target.store));
    expect(await differences(schema, source.store, target.store)).to.deep.equal([]);
    await target.close();
  });
});

describe('while a transfer is at work', () => {
  before(async function () {
    await skipWithoutMongo(this);
  });

  for (const kind of ['PostgreSQL', 'MongoDB'] as const) {
    it(`${kind} goes on answering as before`, async () => {
      const [source, target] = [await openReady(kind, schema), await openEmpty('memory', schema)];
      await fill(schema, source.store, 3_000);
      const reader = await openAt(source.url, schema);
      const documents = documentsNamed('none', reader, schema);
      const answers: string[] = [];
      const copying = copy(schema, source.store, target.store);
      const ended = copying.then(() => true);
      const pending = Promise.resolve(false);
      do answers.push(await shopsOf(documents));
      while (!(await Promise.race([ended, pending])));
      valueOf(await copying);
      expect(new Set(answers).size).to.equal(1);
      expect(JSON.parse(answers[0] ?? '')).to.have.lengthOf(10);
      await reader.close();
      await source.close();
    });
  }

  it('what is written to PostgreSQL is told, and not copied', async () => {
    const [source, target] = [await openReady('PostgreSQL', schema), await openEmpty('memory', schema)];
    await fill(schema, source.store, 1_000);
    const copied = valueOf(await copyWhile(source.store, target.store));
    expect(copied.changedMeanwhile).to.deep.equal(['versions api::shop.shop']);
    expect(await differences(schema, source.store, target.store)).to.deep.equal([
      `versions ${shop} 3 (${documentIdOf('shop', 3)} published): differs in updatedAt, name`,
    ]);
    await source.close();
  });

  it('what is written to MongoDB leaves the transfer unfinished', async () => {
    const [source, target] = [await openReady('MongoDB', schema), await openEmpty('memory', schema)];
    await fill(schema, source.store, 1_000);
    const refused = failureOf(await copyWhile(source.store, target.store));
    expect(refused.code).to.equal('STORE.CONFLICT');
    expect(refused.message).to.match(/^The source was written to while it was copied/);
    expect(valueOf(await target.store.archive.mark())?.completedAt).to.equal(null);
    await source.close();
  });
});

/** Writes to the source once the first batch is there. */
async function copyWhile(source: Store, target: Store) {
  let written = false;
  const put: Store['archive']['put'] = async (batch, mark) => {
    if (!written) await rename(source);
    written = true;
    return target.archive.put(batch, mark);
  };
  return copy(schema, source, { ...target, archive: { ...target.archive, put } });
}

async function shopsOf(documents: ReturnType<typeof documentsNamed>): Promise<string> {
  const found = await documents.find(systemPrincipal, {
    type: shop,
    action: 'find',
    layer: 'published',
    range: { offset: 0, limit: null },
    count: false,
    populate: { all: false, members: [{ name: 'things', fields: ['name'] }] },
  });
  return JSON.stringify(valueOf(found).answer.documents());
}
