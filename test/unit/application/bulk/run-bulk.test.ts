import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createBulk, type BulkOperation } from '../../../../src/application/bulk/run-bulk.js';
import { mostMatching, runOperation } from '../../../../src/application/bulk/run-operation.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { systemQuery } from '../../../../src/application/documents/system-query.js';
import type { UnitsOfWork } from '../../../../src/application/ports/units-of-work.js';
import { Canceller } from '../../../../src/domain/cancellation.js';
import { systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { nothingMeasured } from '../../../../src/domain/plan/statistics.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { createWorld, failureOf, textOf, valueOf } from '../../../contract/world.js';
import { contentType, drafts, localized, schemaFrom, uidOf } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('good', 'goods', { sku: { type: 'string', unique: true }, name: { type: 'string' } }, drafts),
    contentType('word', 'words', { text: { type: 'string', ...localized } }, localized),
  ],
});
const [type, word] = [uidOf('good'), uidOf('word')];
const code = { log: { debug() {}, info() {}, warn() {}, error() {} }, runsCode: () => false };
const answer = { fields: ['documentId'] };

const create = (data: object): BulkOperation => ({
  kind: 'create',
  mutation: { kind: 'create', type, layer: 'draft', data, answer },
});
const upsert = (data: object): BulkOperation => ({
  kind: 'upsert',
  by: ['sku'],
  mutation: { kind: 'create', type, layer: 'draft', data, answer },
});
const rename = (name: string): BulkOperation => ({
  kind: 'update',
  mutation: { kind: 'update', type, layer: 'draft', data: { name }, answer },
  where: compare('sku', '$notNull', true),
});

const open = (unitsAtOnce = 2) => {
  const store = createMemoryStore({ schema });
  const world = createWorld(store, schema);
  const documents = createDocuments(world.dependencies);
  const held = { now: 0, most: 0 };
  const units: UnitsOfWork = {
    ...store.units,
    async run(work) {
      const isOuter = store.units.current() === undefined;
      if (!isOuter) return store.units.run(work);
      held.now += 1;
      held.most = Math.max(held.most, held.now);
      // Others could begin now.
      await new Promise((resolve) => void setTimeout(resolve, 5));
      return store.units.run(work).finally(() => void (held.now -= 1));
    },
  };
  const dependencies = { schema, documents, units, ...code, unitsAtOnce };
  return { documents, held, world, dependencies, bulk: createBulk(dependencies) };
};

describe('many operations', () => {
  it('upsert the document that they find by themselves, also beside others and where drafts share a value', async () => {
    const names = async (isTogether: boolean): Promise<readonly string[]> => {
      const { documents, bulk } = open();
      const drafts = ['A', 'A', 'B', 'C'].map((sku, index) => create({ sku, name: `${sku}${index}` }));
      valueOf(await bulk.run(systemPrincipal, drafts, true));
      const upserts = ['A', 'B', 'C'].map((sku) => upsert({ sku, name: `${sku} again` }));
      for (const group of isTogether ? [upserts] : upserts.map((each) => [each]))
        valueOf(await bulk.run(systemPrincipal, group, true));
      const all = valueOf(await documents.find(systemPrincipal, systemQuery(type, { layer: 'draft' })));
      return all.answer.documents().map(({ name }) => textOf(name));
    };
    expect(await names(false)).to.deep.equal(['A again', 'A1', 'B again', 'C again']);
    expect(await names(true)).to.deep.equal(await names(false));
  });

  it('upsert the published document that has a unique value, not a draft that has it too', async () => {
    const { documents, bulk } = open();
    const published = { kind: 'create', type, layer: 'published', answer } as const;
    valueOf(await bulk.run(systemPrincipal, [create({ sku: 'A', name: 'draft' })], true));
    valueOf(await documents.create(systemPrincipal, { ...published, data: { sku: 'A', name: 'published' } }));
    const again: BulkOperation = {
      kind: 'upsert',
      by: ['sku'],
      mutation: { ...published, data: { sku: 'A', name: 'again' } },
    };
    for (const one of valueOf(await bulk.run(systemPrincipal, [again], false)))
      expect(valueOf(one).done).to.equal('updated');
    const all = valueOf(await documents.find(systemPrincipal, systemQuery(type, { layer: 'draft' })));
    expect(all.answer.documents().map(({ name }) => name)).to.deep.equal(['draft', 'again']);
  });

  it('upsert what another writer makes after it was looked for', async () => {
    const { documents, dependencies } = open();
    const data = { sku: 'A', name: 'other' };
    let looks = 0;
    const racing = {
      ...documents,
      find: async (...asked: Parameters<typeof documents.find>) => {
        const found = await documents.find(...asked);
        looks += 1;
        // The published versions were looked at, and the drafts.
        if (looks === 2)
          valueOf(
            await documents.create(systemPrincipal, {
              kind: 'create',
              type,
              layer: 'published',
              data,
              answer,
            }),
          );
        return found;
      },
    };
    const own = createBulk({ ...dependencies, documents: racing });
    const [done] = valueOf(
      await own.run(
        systemPrincipal,
        [
          {
            kind: 'upsert',
            by: ['sku'],
            mutation: { kind: 'create', type, layer: 'published', data: { ...data, name: 'own' }, answer },
          },
        ],
        true,
      ),
    );
    expect(done?.ok === true && done.value.done).to.equal('updated');
    const all = valueOf(await documents.find(systemPrincipal, systemQuery(type)));
    expect(all.answer.documents().map(({ name }) => name)).to.deep.equal(['own']);
  });

  it('keep no more connections than they are given, also where each changes what a filter matches', async () => {
    const { held, bulk } = open(1);
    valueOf(await bulk.run(systemPrincipal, [create({ sku: 'A' })], true));
    const callers = ['one', 'two', 'three'].map((key): Principal => ({
      ...systemPrincipal,
      caller: { key, signal: new Canceller() },
    }));
    const runs = callers.flatMap((caller) => [
      bulk.run(caller, [rename('one'), rename('two')], false),
      bulk.run(caller, [rename('three'), create({ sku: caller.caller?.key })], true),
    ]);
    for (const run of runs) for (const result of valueOf(await run)) valueOf(result);
    expect(held.most).to.equal(1);
  });

  it('change nothing by a filter that matches more documents than one operation may', async () => {
    const { documents, bulk } = open();
    const goods = (count: number) =>
      Array.from({ length: count }, (_, n) => create({ sku: `${n}-${count}` }));
    valueOf(await bulk.run(systemPrincipal, goods(mostMatching), true));
    valueOf(await bulk.run(systemPrincipal, goods(1), true));
    const [refused] = valueOf(await bulk.run(systemPrincipal, [rename('all')], false));
    expect(refused && failureOf(refused).message).to.match(/match more than 10000/);
    const renamed = systemQuery(type, { filters: compare('name', '$notNull', true), layer: 'draft' });
    expect(valueOf(await documents.find(systemPrincipal, renamed)).answer.size).to.equal(0);
  });

  it('delete no more versions of all locales by a filter than one operation may', async () => {
    const { documents, bulk } = open();
    const ids = Array.from({ length: Math.ceil((mostMatching + 1) / 3) }, (_, n) => `${n}`);
    const write = async (operations: readonly BulkOperation[]): Promise<void> => {
      for (const result of valueOf(await bulk.run(systemPrincipal, operations, true))) valueOf(result);
    };
    const version = { type: word, layer: 'published', data: { text: 'hello' }, answer } as const;
    await write(
      ids.map((documentId) => ({ kind: 'create', mutation: { ...version, kind: 'create', documentId } })),
    );
    for (const locale of ['de', 'fr'])
      await write(
        ids.map((documentId) => ({
          kind: 'update',
          mutation: { ...version, kind: 'update', documentId, locale },
        })),
      );
    const where = compare('text', '$eq', 'hello');
    const removal = { kind: 'delete', mutation: { kind: 'delete', type: word, locale: '*' }, where } as const;
    const [refused] = valueOf(await bulk.run(systemPrincipal, [removal], false));
    expect(refused && failureOf(refused).message).to.match(/match more than 10000/);
    const left = await documents.find(
      systemPrincipal,
      systemQuery(word, { count: true, limit: 1, locale: '*' }),
    );
    expect(valueOf(left).answer.total).to.equal(3 * ids.length);
    const [first] = ids;
    await write([
      { kind: 'delete', mutation: { kind: 'delete', type: word, documentId: first!, locale: '*' } },
    ]);
    await write([removal]);
    const none = await documents.find(systemPrincipal, systemQuery(word, { locale: '*' }));
    expect(valueOf(none).answer.size).to.equal(0);
  });

  it('change no more documents by their filters than one request may', async () => {
    const { dependencies, bulk } = open();
    valueOf(
      await bulk.run(
        systemPrincipal,
        ['A', 'B'].map((sku) => create({ sku })),
        true,
      ),
    );
    const shared = { named: new Map(), mayMatch: 5 };
    const counts: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      const done = await runOperation(dependencies, systemPrincipal, rename(`${n}`), shared);
      counts.push(done.ok ? done.value.count : done.failure.message);
    }
    expect(counts).to.deep.equal([2, 2, 'The filters of one request match more than 50000 documents']);
  });

  it('read by their filters what 25 requests may', async () => {
    const { documents, world, dependencies } = open();
    const budget = { cost: 4_000, relationDepth: 6, statistics: nothingMeasured };
    const limited = createDocuments({ ...world.dependencies, budget: () => budget });
    const bulk = createBulk({ ...dependencies, documents: limited });
    const token: Principal = { kind: 'token', name: 'token', grants: { kind: 'all' } };
    valueOf(await bulk.run(token, [create({ sku: 'A' })], true));
    const renames = Array.from({ length: 70 }, (_, n) => rename(`${n}`));
    const results = valueOf(await bulk.run(token, renames, false));
    const done = results.filter(({ ok: isDone }) => isDone).length;
    expect(done).to.be.within(25, 69);
    expect(results.slice(done).map((one) => failureOf(one).code)).to.deep.equal(
      renames.slice(done).map(() => 'PLAN.TOO_EXPENSIVE'),
    );
    const refused = failureOf(await bulk.run(token, renames, true));
    expect(refused.details).to.include({ allowed: 100_000, operation: done });
    const [good] = valueOf(
      await documents.find(token, systemQuery(type, { layer: 'draft' })),
    ).answer.documents();
    expect(good?.['name']).to.equal(`${done - 1}`);
  });
});
