import { expect } from 'chai';
import { createIndexKeeper } from '../../../../src/application/indexes/create-index-keeper.js';
import { createIndexService } from '../../../../src/application/indexes/create-index-service.js';
import { defaultAdviceLimits } from '../../../../src/application/indexes/advise.js';
import type { CountsOfType, QuestionCount } from '../../../../src/application/indexes/question-counts.js';
import type { ListedIndex } from '../../../../src/application/ports/index-store.js';
import { failure } from '../../../../src/domain/failure.js';
import type { TypeIndex } from '../../../../src/domain/plan/suggest-indexes.js';
import type { Schema } from '../../../../src/domain/schema/schema.js';
import { err } from '../../../../src/domain/result.js';
import { valueOf } from '../../../contract/world.js';
import { contentType, schemaFrom } from '../../../schema-builders.js';
import { createIndexStoreInMemory, listed } from './index-store-in-memory.js';

const uid = 'api::place.place';
const minute = 60_000;
const day = 24 * 60 * minute;

const schemaWith = (attributes: Parameters<typeof contentType>[2]): Schema =>
  schemaFrom({ contentTypes: [contentType('place', 'places', attributes)] });

const schema = schemaWith({
  name: { type: 'string' },
  kind: { type: 'string' },
  stars: { type: 'integer' },
  price: { type: 'decimal' },
  open: { type: 'boolean' },
});

const index = (...fields: readonly string[]): TypeIndex => ({ type: uid, layer: 'published', fields });

/** A question that is worth an index. */
const expensive = (fields: readonly string[], more: Partial<QuestionCount> = {}): QuestionCount => ({
  indexes: [index(...fields)],
  calls: 100,
  ms: 2_000,
  read: 100 * 20_000,
  answered: 100 * 25,
  ...more,
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Servers on one database, and a clock that only moves when it is told. */
function servers(...schemaIndexes: readonly ListedIndex[]) {
  const store = createIndexStoreInMemory(...schemaIndexes);
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const clock = { now: () => new Date(now).toISOString() } as never;
  const counts = { asked: new Map<string, QuestionCount>() };
  const dependencies = (of: Schema, perType: number) => ({
    schema: of,
    store,
    clock,
    log: silent,
    limits: { ...defaultAdviceLimits, perType },
  });
  const server = (of = schema, perType = 2) =>
    createIndexKeeper({
      ...dependencies(of, perType),
      isAutomatic: true,
      counts: {
        take: (): ReadonlyMap<string, CountsOfType> => {
          const taken = counts.asked;
          counts.asked = new Map();
          return taken.size === 0 ? new Map() : new Map([[uid, taken]]);
        },
        giveBack: (taken) => void (counts.asked = new Map([...counts.asked, ...(taken.get(uid) ?? [])])),
      },
    });
  const keeper = server();
  const ask = async (...questions: readonly QuestionCount[]): Promise<void> => {
    counts.asked = new Map(questions.map((one) => [one.indexes.map(({ fields }) => fields).join(' '), one]));
    valueOf(await keeper.join());
    now += minute;
  };
  return {
    store,
    server,
    keeper,
    ask,
    service: createIndexService(dependencies(schema, 2)),
    pass: (ms: number) => void (now += ms),
    async askFor(minutes: number, ...questions: readonly QuestionCount[]): Promise<void> {
      for (let done = 0; done < minutes; done++) await ask(...questions);
    },
    made: () => store.there.filter(({ origin }) => origin === 'made').map(({ fields }) => fields.join()),
    proposals: async () =>
      valueOf(await createIndexService(dependencies(schema, 2)).list())
        .filter(({ state }) => state === 'proposed')
        .map(({ attributes, why }) => `${attributes.join()}: ${why.split('; ').slice(2).join()}`),
  };
}

describe('indexes that make themselves', () => {
  it('are made for what is asked often, takes long and reads much for each answer', async () => {
    const { keeper, askFor, made } = servers();
    await askFor(12, expensive(['kind', 'name']));
    const changed = valueOf(await keeper.change());
    expect(changed).to.deep.equal({ kind: 'make', index: index('kind', 'name') });
    expect(made()).to.deep.equal(['kind,name']);
    expect(valueOf(await keeper.change())).to.equal(null);
  });

  it('are made for questions whose counts could not be joined at first', async () => {
    const { store, keeper, ask, pass, made } = servers();
    const { load } = store;
    for (let minutes = 0; minutes < 12; minutes++) {
      store.load = async () => err(failure('STORE.UNAVAILABLE', 'away'));
      expect(await ask(expensive(['kind', 'name'])).catch(() => 'refused')).to.equal('refused');
      store.load = load;
      valueOf(await keeper.join());
      pass(60_000);
    }
    valueOf(await keeper.change());
    expect(made()).to.deep.equal(['kind,name']);
  });

  it('are made for a total of many, which is counted without reading the documents', async () => {
    const { keeper, askFor, made } = servers();
    await askFor(12, expensive(['kind'], { answered: 100 * 10_000 }));
    valueOf(await keeper.change());
    expect(made()).to.deep.equal(['kind']);
  });

  it('are not made for what is cheap, rare, new, or answers most of what it reads', async () => {
    const cases: readonly [minutes: number, question: QuestionCount, reason: string][] = [
      [12, expensive(['kind'], { ms: 10 }), 'its questions take little time so far'],
      [12, expensive(['kind'], { read: 100 * 300 }), 'few documents are read'],
      [12, expensive(['kind'], { answered: 100 * 20_000 }), 'most of what is read is also answered'],
      [2, expensive(['kind'], { ms: 60_000 }), 'it was asked only lately'],
    ];
    for (const [minutes, question, reason] of cases) {
      const { keeper, askFor, made, proposals } = servers();
      await askFor(minutes, question);
      expect(valueOf(await keeper.change())).to.equal(null);
      expect(made()).to.deep.equal([]);
      expect(await proposals()).to.deep.equal([`kind: ${reason}`]);
    }
  });

  it('are not made a second time, nor where one of the schema begins so', async () => {
    const { keeper, askFor, proposals } = servers(listed(index('kind', 'stars'), 'schema'));
    await askFor(12, expensive(['kind']));
    expect(valueOf(await keeper.change())).to.equal(null);
    expect(await proposals()).to.deep.equal([]);
  });

  it('serve several questions with one index, and replace what they include', async () => {
    const { keeper, askFor, made } = servers();
    await askFor(12, expensive(['kind']));
    valueOf(await keeper.change());
    await askFor(12, expensive(['kind']), expensive(['kind', 'name']));
    valueOf(await keeper.change());
    expect(made()).to.deep.equal(['kind', 'kind,name']);
    expect(valueOf(await keeper.change())?.kind).to.equal('drop');
    expect(made()).to.deep.equal(['kind,name']);
  });

  it('are limited for each content-type, the most expensive questions first', async () => {
    const { keeper, askFor, made, proposals } = servers();
    const questions = ['kind', 'name', 'stars', 'price'].map((name, place) =>
      expensive([name], { ms: 2_000 + place }),
    );
    await askFor(12, ...questions);
    for (let tries = 0; tries < 5; tries++) valueOf(await keeper.change());
    expect(made()).to.deep.equal(['price', 'stars']);
    expect(await proposals()).to.deep.equal([
      'name: the content-type has its 2 indexes already',
      'kind: the content-type has its 2 indexes already',
    ]);
  });

  it('are made once, whichever server comes first', async () => {
    const { server, askFor, made } = servers();
    await askFor(12, expensive(['kind']));
    await Promise.all([server().change(), server().change(), server().change()]);
    expect(made()).to.deep.equal(['kind']);
  });

  it('are removed when nobody has asked for what they serve on 14 days', async () => {
    const { keeper, ask, askFor, made, pass } = servers();
    await askFor(12, expensive(['kind']));
    valueOf(await keeper.change());
    for (let days = 0; days < 13; days++) {
      pass(day);
      await ask();
    }
    expect(valueOf(await keeper.change())).to.equal(null);
    await ask(expensive(['kind'], { ms: 1 }));
    for (let days = 0; days < 13; days++) {
      pass(day);
      await ask();
    }
    expect(valueOf(await keeper.change())).to.equal(null);
    expect(made()).to.deep.equal(['kind']);
    pass(day);
    await ask();
    expect(valueOf(await keeper.change())?.kind).to.equal('drop');
    expect(made()).to.deep.equal([]);
  });

  it('stay while no server runs', async () => {
    const { keeper, ask, askFor, pass } = servers();
    await askFor(12, expensive(['kind']));
    valueOf(await keeper.change());
    pass(100 * day);
    await ask();
    expect(valueOf(await keeper.change())).to.equal(null);
  });

  it('are tried again later, and then less often, if they cannot be made', async () => {
    const { keeper, askFor, made, proposals, store, pass } = servers();
    store.refusal = failure('STORE.CONFLICT', 'too long');
    await askFor(12, expensive(['kind']));
    expect((await keeper.change()).ok).to.equal(false);
    expect(valueOf(await keeper.change())).to.equal(null);
    expect((await proposals())[0]).to.match(/held back until 2026-01-01T01:12:00.000Z: too long/);
    pass(61 * minute);
    expect((await keeper.change()).ok).to.equal(false);
    pass(61 * minute);
    expect(valueOf(await keeper.change())).to.equal(null);
    store.refusal = null;
    pass(60 * minute);
    valueOf(await keeper.change());
    expect(made()).to.deep.equal(['kind']);
  });

  it('that an operator removes are not made again soon', async () => {
    const { keeper, askFor, made, service, pass } = servers();
    await askFor(12, expensive(['kind']));
    valueOf(await keeper.change());
    valueOf(await service.drop('place_kind_published'));
    expect(made()).to.deep.equal([]);
    await askFor(12, expensive(['kind']));
    expect(valueOf(await keeper.change())).to.equal(null);
    pass(30 * day);
    await askFor(12, expensive(['kind']));
    valueOf(await keeper.change());
    expect(made()).to.deep.equal(['kind']);
  });

  it('can be made before their time by an operator, if they are proposed', async () => {
    const { ask, made, service } = servers();
    await ask(expensive(['kind']));
    valueOf(await service.make('place_kind_published'));
    expect(made()).to.deep.equal(['kind']);
    for (const refused of [
      await service.make('place_kind_published'),
      await service.make('x'),
      await service.drop('x'),
    ])
      expect(refused.ok ? '' : refused.failure.code).to.equal('INPUT.INVALID');
  });

  it('and others of the schema are never removed by a command', async () => {
    const { service, store } = servers(listed(index('kind'), 'schema'), listed(index('name'), 'other'));
    for (const { name } of store.there) expect((await service.drop(name)).ok).to.equal(false);
    expect(store.there).to.have.length(2);
  });

  it('are not made for attributes that the schema has no more, or that became too long', async () => {
    const { server, askFor } = servers();
    await askFor(12, expensive(['kind']));
    const changed = [schemaWith({ name: { type: 'string' } }), schemaWith({ kind: { type: 'text' } })];
    for (const other of changed) expect(valueOf(await server(other).change())).to.equal(null);
  });

  it('are removed where their form no longer fits the content-type', async () => {
    const { keeper, store } = servers(listed(index(), 'made'));
    expect(valueOf(await keeper.change())?.kind).to.equal('drop');
    expect(store.there).to.deep.equal([]);
  });

  it('show what their questions cost before and now', async () => {
    const { keeper, askFor, ask, service } = servers();
    await askFor(12, expensive(['kind']));
    valueOf(await keeper.change());
    await ask(expensive(['kind'], { calls: 10, ms: 5 }));
    const [shown] = valueOf(await service.list());
    expect(shown?.state).to.equal('made');
    expect(shown?.why).to.match(/^before: \d+ calls of 20\.0 ms; now: 10 calls of 0\.5 ms$/);
    expect(shown?.questions).to.deep.equal(['kind']);
  });

  it('forget the cheapest of very many questions', async () => {
    const { ask, store } = servers();
    const many = Array.from({ length: 300 }, (_, place) => place);
    await ask(...many.map((place) => expensive([`a${place}`], { ms: place + 1 })));
    await ask(...many.map((place) => expensive([`b${place}`], { ms: place + 1 })));
    const record = valueOf(await store.load()).get(uid)?.value as { questions: { text: string }[] };
    expect(record.questions).to.have.length(200);
    expect(record.questions.some(({ text }) => text === 'a299')).to.equal(true);
    expect(record.questions.some(({ text }) => text === 'a0')).to.equal(false);
  });
});
