import { expect } from 'chai';
import { appFiles, contentType } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const dish = 'api::dish.dish';

const files = appFiles({
  contentTypes: [
    contentType('dish', 'dishes', {
      Name: { type: 'string' },
      Price: { type: 'decimal' },
      Sold: { type: 'biginteger' },
      Since: { type: 'date' },
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
    await on.client.api('POST', `documents/${dish}`, { set });
  });
  after(() => screens?.stop());

  const cells = async (language: string): Promise<string> => {
    await on.page.setCookie({ name: 'quire_admin_language', value: language, url: `${on.world.url}/admin` });
    await on.open(`/content/${dish}?columns=Price,Sold,Since`, '.rows tr');
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

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
