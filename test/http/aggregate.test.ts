import { expect } from 'chai';
import { serveApp, typeFile, type Person, type ServedApp } from './served-app.js';

const [sale, note] = ['api::sale.sale', 'api::note.note'];
const byCode = ['guarded', 'own', 'seen'];

const sales = [
  { item: 'tea', amount: 2, price: '0.10', sold: '2026-11-02', serial: '9223372036854775807', cost: 7 },
  { item: 'tea', amount: 3, price: '0.20', sold: '2026-11-30', serial: '1', cost: 7 },
  { item: 'jam', amount: 1, price: '4.50', sold: '2026-12-31', cost: 7 },
  { item: 'jam', amount: null, price: null, sold: '2027-01-01', cost: 7 },
  { item: null, amount: 5, price: '1', sold: null, cost: 7 },
];

describe('aggregates over HTTP', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let [kai, ada, tea]: Person[] = [];

  before(async () => {
    served = await serveApp({
      ...typeFile(
        'sale',
        {
          item: { type: 'string' },
          amount: { type: 'integer' },
          price: { type: 'decimal' },
          sold: { type: 'date' },
          serial: { type: 'biginteger' },
          cost: { type: 'integer', private: true },
          extra: { type: 'json' },
          notes: { type: 'relation', relation: 'oneToMany', target: note },
          from: { type: 'relation', relation: 'manyToOne', target: note },
        },
        { options: { draftAndPublish: true } },
      ),
      ...typeFile('note', { text: { type: 'string' } }),
      ...Object.assign({}, ...byCode.map((name) => typeFile(name, { text: { type: 'string' } }))),
      ...typeFile('page', { text: { type: 'string' } }),
      'src/api/page/routes/page.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::page.page')`,
      'src/api/guarded/routes/guarded.js': `module.exports = { routes: [
        { method: 'GET', path: '/guardeds', handler: 'guarded.find', config: { policies: [() => true] } }] }`,
      'src/api/own/controllers/own.js': `module.exports = { find: (ctx) => { ctx.body = { data: [] } } }`,
      'src/api/seen/content-types/seen/lifecycles.js': `module.exports = { afterFindMany() {} }`,
    });
    const { access } = served.app;
    [kai, ada, tea] = [await served.signUp('kai'), await served.signUp('ada'), await served.signUp('tea')];
    const types = [sale, note, 'api::page.page', ...byCode.map((name) => `api::${name}.${name}`)];
    for (const type of types) await access.grant(kai.role, type, ['find']);
    await access.grant(kai.role, sale, ['findDrafts']);
    await access.grant(ada.role, sale, ['find'], { fields: ['item', 'amount'] });
    await access.grant(tea.role, sale, ['find'], { filters: { item: 'tea' } });
    for (const data of sales) await served.app.documents(sale).create({ data, status: 'published' });
    await served.app.documents(sale).create({ data: { item: 'draft', amount: 100 } });
  });
  after(() => served.stop());

  const ask = (query: string, who: Person | undefined = kai, path = '/sales') =>
    served.rest(who, 'GET', `${path}/aggregate?${query}`);
  it('are there for types with the routes that Strapi generates', async () => {
    const { status, body } = await ask('', kai, '/pages');
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.data).to.deep.equal([{ group: {}, count: 0 }]);
    expect((await served.rest(kai, 'GET', '/pages/other')).status).to.equal(403);
  });

  const groups = async (query: string, who?: Person) => {
    const { status, body } = await ask(query, who);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data as readonly unknown[];
  };
  const refusal = async (query: string, who?: Person): Promise<string> => {
    const { status, body } = await ask(query, who);
    return `${status} ${body.error.message}`;
  };

  it('computes groups, and numbers them in pages', async () => {
    const { body } = await ask(
      'count=*&sum=amount,price&avg=price&min=sold&max=sold,serial&groupBy=item&sort=sum.amount:desc&pagination[limit]=2',
    );
    expect(body).to.deep.equal({
      data: [
        {
          group: { item: 'tea' },
          count: 2,
          sum: { amount: 5, price: 0.3 },
          avg: { price: 0.15 },
          min: { sold: '2026-11-02' },
          max: { sold: '2026-11-30', serial: '9223372036854775807' },
        },
        {
          group: { item: null },
          count: 1,
          sum: { amount: 5, price: 1 },
          avg: { price: 1 },
          min: { sold: null },
          max: { sold: null, serial: null },
        },
      ],
      meta: { pagination: { start: 0, limit: 2, total: 3 } },
    });
  });

  it('groups by parts of dates, in UTC', async () => {
    expect(await groups('groupBy=sold:month&sort=sold:desc')).to.deep.equal([
      { group: { sold: null }, count: 1 },
      { group: { sold: '2027-01' }, count: 1 },
      { group: { sold: '2026-12' }, count: 1 },
      { group: { sold: '2026-11' }, count: 2 },
    ]);
    expect(await groups('groupBy=sold:week&filters[sold][$gte]=2026-12-01')).to.deep.equal([
      { group: { sold: '2026-W53' }, count: 2 },
    ]);
    const [whole] = await groups('groupBy=createdAt:year');
    expect(whole).to.deep.equal({ group: { createdAt: String(new Date().getUTCFullYear()) }, count: 5 });
  });

  it('filters documents, and groups by what is computed of them', async () => {
    expect(await groups('sum=price&groupBy=item&having[sum.price][$gt]=0.3')).to.deep.equal([
      { group: { item: 'jam' }, sum: { price: 4.5 } },
      { group: { item: null }, sum: { price: 1 } },
    ]);
    const or = 'having[$or][0][count][$gt]=1&having[$or][1][sum][amount][$eq]=5';
    expect(await groups(`sum=amount&groupBy=item&filters[item][$notNull]=true&${or}`)).to.deep.equal([
      { group: { item: 'jam' }, sum: { amount: 1 } },
      { group: { item: 'tea' }, sum: { amount: 5 } },
    ]);
  });

  it('groups by a relation to one, and by attributes of its target, for those who may find it', async () => {
    expect(await groups('groupBy=from')).to.deep.equal([{ group: { from: null }, count: 5 }]);
    expect(await groups('groupBy=from.text,from.createdAt:year&sort=from.text')).to.deep.equal([
      { group: { 'from.text': null, 'from.createdAt': null }, count: 5 },
    ]);
    for (const key of ['from', 'from.text']) {
      expect(await refusal(`groupBy=${key}`, tea)).to.match(/^400 Invalid key from/);
      expect(await refusal(`groupBy=${key}`, ada)).to.match(/^400 Invalid key from/);
    }
    expect(await refusal('groupBy=notes.text')).to.equal(
      '400 Invalid groupBy of notes.text. Expected what each document has one of',
    );
  });

  it('is one group without groupBy, which counts by default', async () => {
    expect(await groups('')).to.deep.equal([{ group: {}, count: 5 }]);
    expect(await groups('status=draft&max=amount')).to.deep.equal([{ group: {}, max: { amount: 100 } }]);
    expect(await groups('sum=amount&filters[item]=none')).to.deep.equal([
      { group: {}, sum: { amount: null } },
    ]);
  });

  it('needs the grant to find, and applies its filter', async () => {
    expect((await served.rest(undefined, 'GET', '/sales/aggregate')).status).to.equal(403);
    expect(await groups('groupBy=item', tea)).to.deep.equal([{ group: { item: 'tea' }, count: 2 }]);
    expect(await refusal('status=draft', tea)).to.equal('403 Forbidden');
  });

  it('refuses what the caller cannot read as what does not exist', async () => {
    for (const [name, who] of [
      ['cost', kai],
      ['price', ada],
      ['nothing', kai],
    ] as const) {
      for (const parameter of ['sum', 'avg', 'min', 'max', 'groupBy'])
        expect(await refusal(`${parameter}=${name}`, who)).to.equal(`400 Invalid key ${name}`);
      expect(await refusal(`filters[${name}]=1`, who)).to.equal(`400 Invalid key ${name}`);
      expect(await refusal(`groupBy=item&sort=${name}`, who)).to.equal(`400 Invalid key ${name}`);
      expect(await refusal(`having[sum.${name}][$gt]=1`, who)).to.equal(`400 Invalid key sum.${name}`);
    }
    expect(await groups('sum=amount&groupBy=item&filters[amount][$gt]=3', ada)).to.deep.equal([
      { group: { item: null }, sum: { amount: 5 } },
    ]);
  });

  it('refuses what makes no sense', async () => {
    const refused: readonly (readonly [query: string, message: string])[] = [
      ['sum=item', 'Invalid sum of item. Expected a number'],
      ['min=extra', 'Invalid min of extra. Expected a number, a text, a date or a time'],
      ['groupBy=notes', 'Invalid groupBy of notes. Expected what each document has one of'],
      ['groupBy=sold:hour', 'Invalid part hour at sold. Expected one of year, quarter, month, week, day'],
      ['groupBy=item:year', 'Invalid part year at item. Expected no part'],
      ['groupBy=sold,sold:year', 'groupBy names sold twice'],
      ['groupBy=item&sort=amount', 'Invalid key amount'],
      ['sum=amount&having[amount][$gt]=1', 'Invalid key amount'],
      ['sum=amount&having[sum.amount][$gt]=x', 'Invalid value "x" for $gt at sum.amount'],
      ['count=item', 'Invalid count. Expected *'],
      [
        'pagination[page]=1&pagination[start]=1',
        'Cannot use both page & offset pagination in the same query',
      ],
    ];
    for (const [query, message] of refused) expect(await refusal(query)).to.equal(`400 ${message}`);
    expect(await refusal('group=item')).to.match(/^400 Unknown parameter group; there are: count, sum/);
    expect(await refusal(`groupBy=${Array.from({ length: 17 }, (_, at) => `a${at}`).join()}`)).to.equal(
      '400 groupBy and sort have more than 16 keys',
    );
  });

  it('is not there where code of the app might hide documents', async () => {
    for (const name of byCode) expect((await ask('', kai, `/${name}s`)).status, name).to.equal(404);
    expect((await ask('', kai, '/notes')).status).to.equal(200);
    served.app.documents.use((_context, next) => next());
    expect((await ask('', kai, '/notes')).status).to.equal(404);
  });
});

describe('small groups', function () {
  this.timeout(60_000);
  let served: ServedApp;
  before(async () => {
    served = await serveApp({
      ...typeFile('note', { text: { type: 'string' } }),
      'config/api.js': `module.exports = { aggregate: { minGroupSize: 2 } }`,
    });
    await served.app.access.grant('public', note, ['find']);
    for (const text of ['a', 'a', 'b']) await served.app.documents(note).create({ data: { text } });
  });
  after(() => served.stop());

  it('are left out as api.aggregate.minGroupSize says', async () => {
    const { body } = await served.rest(undefined, 'GET', '/notes/aggregate?groupBy=text');
    expect(body.data).to.deep.equal([{ group: { text: 'a' }, count: 2 }]);
    expect(body.meta.pagination.total).to.equal(1);
  });
});
