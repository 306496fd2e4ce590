import { expect } from 'chai';
import { parametersOf } from '../../src/adapters/delivery/admin/page/list/filters/conditions.js';
import { readQuery } from '../../src/adapters/delivery/admin/page/list/query/read-query.js';
import type { Session } from '../../src/adapters/delivery/admin/page/session/session.js';
import { category, dish, files } from './list-files.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

interface Named {
  readonly Name: string;
}

describe('the filters of a list as a query', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let token = '';

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const made = async (uid: string, body: object): Promise<string> =>
      (await on.client.api('POST', `documents/${uid}`, body)).body.data.documentId as string;
    const [sea, land] = [
      await made(category, { set: { Title: "Sea's" } }),
      await made(category, { set: { Title: 'Land' } }),
    ];
    for (let at = 1; at <= 12; at += 1) {
      const set = {
        Name: `Dish ${String(at).padStart(2, '0')}`,
        Rating: at % 6,
        Price: `${at}.50`,
        Kind: ['starter', 'main', 'dessert'][at % 3],
        Vegan: at % 2 === 0,
        Served: new Date(Date.UTC(2026, 0, at)).toISOString(),
      };
      const links = [{ kind: 'connect', attribute: 'category', documentId: at % 2 === 0 ? sea : land }];
      await made(dish, { set, ...(at > 2 && { links }) });
    }
    const created = await on.world.parts.access.createToken({ name: 'all', access: 'full-access' });
    token = (created as unknown as { value: { token: string } }).value.token;
  });
  after(() => screens?.stop());

  const open = (filters?: object, query = '') =>
    on.open(
      `/content/${dish}?sort=Name:asc${query}${filters === undefined ? '' : `&filters=${encodeURIComponent(JSON.stringify(filters))}`}`,
      '.rows tr, .list .notice',
    );
  const names = () => on.page.$$eval('.rows th', (cells) => cells.map((cell) => cell.textContent ?? ''));
  const editor = 'dialog[open] textarea:not([readonly])';
  const edit = async (text: string): Promise<void> => {
    await on.page.waitForSelector(editor);
    await on.page.click(editor, { count: 3 });
    await on.page.keyboard.down('Control');
    await on.page.keyboard.press('a');
    await on.page.keyboard.up('Control');
    await on.page.keyboard.sendCharacter(text);
  };
  const faults = () => on.page.$$eval('.query-faults li', (all) => all.map((one) => one.textContent));
  const copied = async (form: string): Promise<string> => {
    await on.page.click(`::-p-aria([name="${form}"][role="radio"])`);
    return on.page.$eval('dialog[open] textarea[readonly]', (text) => text.value);
  };
  const authorized = () => ({ Authorization: `Bearer ${token}` });

  it('are edited, checked by path as they are typed, and applied', async () => {
    await open({ Rating: { $gte: '4' } });
    await on.clickNamed('Edit as query');
    await on.page.waitForSelector(editor);
    expect(JSON.parse(await on.page.$eval(editor, (text) => text.value))).to.deep.equal({
      Rating: { $gte: '4' },
    });
    await on.isAccessible('query');
    await edit('{"$or": [{"Ratting": 4}, {"Rating": {"$gt": "many"}}, {"Vegan": {"$startsWith": "t"}}]}');
    await on.holds(`document.querySelectorAll('.query-faults li').length === 3`);
    expect(await faults()).to.deep.equal([
      '$or.0.Ratting “Ratting” is no attribute that you may read here. Did you mean “Rating”?',
      '$or.1.Rating.$gt "many" is no value of the kind integer',
      '$or.2.Vegan.$startsWith “$startsWith” does not fit an attribute of the kind boolean',
    ]);
    expect(await on.page.$eval('dialog[open] button[type=submit]', (button) => button.disabled)).to.equal(
      true,
    );
    await on.isAccessible('query with faults');
    await edit('{"Rating": ');
    await on.holds(`document.querySelectorAll('.query-faults li').length === 1`);
    expect((await faults())[0]).to.contain('Line 1');
    await edit('{"$not": {"category": {"Title": {"$containsi": "sea"}}}, "Rating": {"$in": [1, 3]}}');
    await on.holds(`document.querySelectorAll('.query-faults li').length === 0`);
    await on.clickNamed('Apply');
    await on.holds(`document.querySelector('.rows th')?.textContent === 'Dish 03'`);
    expect(await names()).to.deep.equal(['Dish 03', 'Dish 07', 'Dish 09']);
    // What the builder cannot show is changed as a query again.
    await on.clickNamed('A filter that was written by hand');
    await edit('');
    await on.clickNamed('Apply');
    await on.holds(`document.querySelectorAll('.rows tr').length === 12`);
  });

  const asked: readonly (readonly [string, object, string?])[] = [
    ['a comparison', { Rating: { $gte: 4 } }],
    ['text with signs', { $or: [{ Name: { $endsWith: '1' } }, { category: { Title: "Sea's" } }] }],
    ['groups below an attribute', { Rating: { $not: { $in: [1, 2] } }, Price: { $between: ['3', 8.5] } }],
    ['a relation that is absent', { category: { $null: true } }],
    [
      'flags, choices and moments',
      { Vegan: true, Kind: { $ne: 'main' }, Served: { $lt: '2026-01-09T00:00:00.000Z' } },
    ],
    ['a search and a state', { Rating: { $notNull: true } }, '&search=dish 0&state=draft'],
  ];
  for (const [what, filters, query = ''] of asked) {
    it(`are copied as REST, GraphQL and curl that answer the same entries: ${what}`, async () => {
      await open(filters, query);
      const shown = await names();
      expect(shown).to.have.length.within(1, 11);
      await on.clickNamed('Edit as query');
      await on.page.waitForSelector(editor);
      const address = await copied('REST');
      const rest = (await (await fetch(address, { headers: authorized() })).json()) as {
        data: readonly Named[];
      };
      expect(rest.data?.map(({ Name }) => Name)).to.deep.equal(shown);
      const text = await copied('GraphQL');
      const sent = await fetch(`${on.world.url}/graphql`, {
        method: 'POST',
        headers: { ...authorized(), 'Content-Type': 'application/json', 'Strapi-Response-Format': 'v5' },
        body: JSON.stringify({ query: text }),
      });
      const answer = (await sent.json()) as { data: { dishes: readonly Named[] } };
      expect(
        answer.data?.dishes?.map(({ Name }) => Name),
        JSON.stringify(answer),
      ).to.deep.equal(shown);
      const { promisify } = await import('node:util');
      const { execFile } = await import('node:child_process');
      const curl = await promisify(execFile)('sh', ['-c', await copied('curl')], {
        env: { ...process.env, TOKEN: token },
      });
      expect((JSON.parse(curl.stdout) as typeof rest).data.map(({ Name }) => Name)).to.deep.equal(shown);
    });
  }

  it('have faults where the server refuses them, and nowhere else', async () => {
    const { body: start } = await on.client.api('GET', 'start');
    const { body: schema } = await on.client.api('GET', `schema/${start.data.schema as string}`);
    const session = { ...start.data, ...schema.data, allTypes: schema.data.types } as Session;
    const type = session.types.find(({ uid }) => uid === dish)!;
    const values = [4, '4', 'x', true, 1.5, '2026-01-02', [1, 2], ['a'], [], {}];
    const operators = ['$eq', '$nei', '$in', '$between', '$contains', '$startsWith', '$lt', '$null', '$sql'];
    const attributes = [
      'Name',
      'Rating',
      'Price',
      'Kind',
      'Vegan',
      'Served',
      'category',
      'documentId',
      'Secret',
    ];
    const all: object[] = [
      { $and: 'x' },
      { $or: [] },
      { $or: [1] },
      { $eq: 1 },
      { $not: { Name: 'x' } },
      { category: { Titel: 1 } },
      { category: { Title: { $eqi: 1 } } },
      { $and: [{ Name: { $or: [{ $eq: 'a' }, { $gt: 1 }] } }] },
    ];
    for (const name of attributes)
      for (const operator of operators)
        for (const value of values) all.push({ [name]: { [operator]: value } });
    for (const filters of all) {
      const shown = readQuery(JSON.stringify(filters), type, session).faults;
      const params = new URLSearchParams(parametersOf(filters).map(([...pair]) => pair));
      const { status } = await on.client.api('GET', `documents/${dish}?columns=Name&${params.toString()}`);
      // What takes the place of a value in an address is not told apart there.
      const isLost = [...params.keys()].length === 0;
      if (!isLost)
        expect(shown.length === 0, `${JSON.stringify(filters)} ${JSON.stringify(shown)}`).to.equal(
          status === 200,
        );
    }
  });

  it('fit a narrow window, and right to left', async () => {
    await on.page.setViewport({ width: 360, height: 740 });
    await open({ Rating: { $gte: '4' } });
    await on.clickNamed('Edit as query');
    await on.page.waitForSelector(editor);
    await on.isAccessible('query at 360 px');
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.isAccessible('query from right to left');
    expect(on.mistakes).to.deep.equal([]);
  });
});
