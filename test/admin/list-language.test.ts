import { expect } from 'chai';
import { appFiles, contentType, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const dish = 'api::dish.dish';

const files = appFiles({
  contentTypes: [
    contentType('dish', 'dishes', {
      Name: { type: 'string' },
      Price: { type: 'decimal' },
      Sold: { type: 'biginteger' },
      Since: { type: 'date' },
      Pairings: relation('manyToMany', 'dish'),
    }),
  ],
});

describe('lists of the admin page in other languages', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const set = { Name: 'Soup', Price: '1234.50', Sold: '9007199254740993', Since: '2026-03-01' };
    const linked = ['Bread', 'Wine'].map(async (Name) => {
      const { body } = await on.client.api('POST', `documents/${dish}`, { set: { Name } });
      return { attribute: 'Pairings', kind: 'connect', documentId: body.data.documentId };
    });
    await on.client.api('POST', `documents/${dish}`, { set, links: await Promise.all(linked) });
  });
  after(() => screens?.stop());

  const cells = async (language: string): Promise<string> => {
    await on.page.setCookie({ name: 'quire_admin_language', value: language, url: `${on.world.url}/admin` });
    await on.open(`/content/${dish}?columns=Price,Sold,Since,Pairings&search=Soup`, '.rows tr');
    return on.textOf('.rows tr');
  };

  it('show numbers and dates as the language writes them', async () => {
    expect(await cells('de'))
      .to.contain('1234,5')
      .and.contain('9007199254740993')
      .and.contain('01.03.2026');
    expect(await cells('en'))
      .to.contain('1234.5')
      .and.contain('Mar 1, 2026');
  });

  it('separate names as the language does', async () => {
    expect(await cells('en')).to.match(/(Bread, Wine|Wine, Bread)/);
    expect(await cells('ar')).to.match(/(Bread، Wine|Wine، Bread)/);
  });

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
