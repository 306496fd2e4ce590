import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createBulk, type BulkOperation } from '../../../../src/application/bulk/run-bulk.js';
import { mostMatching } from '../../../../src/application/bulk/run-operation.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { systemQuery } from '../../../../src/application/documents/system-query.js';
import type { UnitsOfWork } from '../../../../src/application/ports/units-of-work.js';
import { Canceller } from '../../../../src/domain/cancellation.js';
import { systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { createWorld, failureOf, textOf, valueOf } from '../../../contract/world.js';
import { contentType, drafts, schemaFrom, uidOf } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('good', 'goods', { sku: { type: 'string', unique: true }, name: { type: 'string' } }, drafts),
  ],
});
const type = uidOf('good');
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
  return { documents, held, dependencies, bulk: createBulk(dependencies) };
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
});
