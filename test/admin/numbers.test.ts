import { expect } from 'chai';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const offer = 'api::offer.offer';

const files = appFiles({
  contentTypes: [
    contentType(
      'offer',
      'offers',
      {
        Name: { type: 'string' },
        Price: { type: 'decimal', max: 1_000_000 },
        Weight: { type: 'float' },
        Stock: { type: 'integer' },
        Views: { type: 'biginteger', max: '9007199254740993' },
      },
      drafts,
    ),
  ],
});

describe('numbers in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const opened = async (set: object): Promise<string> => {
    const { body } = await on.client.api('POST', `documents/${offer}`, { set });
    const path = `${offer}/${body.data.documentId as string}`;
    await on.open(`/content/${path}`, '#Price');
    return path;
  };
  const speaks = (value: string): Promise<void> =>
    on.page.setCookie({ name: 'quire_admin_language', value, url: `${on.world.url}/admin` });
  const stored = async (path: string) => (await on.client.api('GET', `documents/${path}`)).body.data.values;
  const retype = async (field: string, text: string): Promise<void> => {
    await on.page.$eval(field, (input) => (input as unknown as { select(): void }).select());
    await on.page.type(field, text);
    await on.page.keyboard.press('Tab');
  };

  it('are not rounded, but said to have too many digits', async () => {
    const path = await opened({ Name: 'Tea' });
    await retype('#Price', '19.999');
    await retype('#Weight', '0.12345678901234567891');
    await retype('#Stock', '1.00000000000000000001');
    await retype('#Name', 'Green tea');
    await until(async () => (await stored(path)).Name === 'Green tea');
    await on.holds(`document.querySelector('#Stock[aria-invalid]') !== null`);
    expect(await on.textOf('#Price-field .fault')).to.contain('2 digits after the decimal point');
    for (const field of ['Weight', 'Stock'])
      expect(await on.textOf(`#${field}-field .fault`)).to.contain('more digits than can be saved');
    const { Price, Weight, Stock } = await stored(path);
    expect([Price, Weight, Stock]).to.deep.equal([null, null, null]);
    await on.isAccessible('too many digits');
    await retype('#Price', '19.990');
    await retype('#Weight', '1e-7');
    await retype('#Stock', '1,200');
    await until(async () => (await stored(path)).Stock === 1200);
    expect(Number((await stored(path)).Price)).to.equal(19.99);
    expect(Number((await stored(path)).Weight)).to.equal(1e-7);
    expect(await on.page.$('.fault')).to.equal(null);
  });

  it('are not rounded in the cells of a list either, nor for many entries', async () => {
    const path = await opened({ Name: 'Cell', Price: 5 });
    await on.open(`/content/${offer}?columns=Name,Price&search=Cell`, '.rows tr td');
    await on.page.focus('.rows th a');
    await on.page.keyboard.press('F2');
    await on.page.waitForSelector('.cell-editor input');
    await on.page.keyboard.press('Tab');
    await on.holds(`document.activeElement.value === '5'`);
    await on.page.keyboard.type('5.555');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.cell-editor .fault');
    expect(await on.textOf('.cell-editor .fault')).to.contain('2 digits after the decimal point');
    await on.page.keyboard.press('Backspace');
    await on.page.keyboard.press('Enter');
    await until(async () => Number((await stored(path)).Price) === 5.55);
    await on.page.click('.rows input[type=checkbox]');
    await on.clickNamed('Set a value');
    await on.page.waitForSelector('.set select');
    await on.page.select('.set select', 'Price');
    await on.page.type('.set input', '1.234');
    await on.page.waitForSelector('.set .fault');
    expect(await on.textOf('.set .fault')).to.contain('2 digits after the decimal point');
  });

  it('are written as the language of the page writes them in what is wrong', async () => {
    await speaks('de');
    await opened({ Name: 'Tee' });
    await retype('#Price', '2000000');
    await on.page.waitForSelector('#Price[aria-invalid]');
    expect(await on.textOf('#Price-field .fault')).to.contain('Darf höchstens 1.000.000 sein');
    await retype('#Views', '9007199254740995');
    await on.page.waitForSelector('#Views[aria-invalid]');
    expect(await on.textOf('#Views-field .fault')).to.contain('Darf höchstens 9.007.199.254.740.993 sein');
    await speaks('en');
    await opened({ Name: 'Tea' });
    await retype('#Price', '2000000');
    await on.page.waitForSelector('#Price[aria-invalid]');
    expect(await on.textOf('#Price-field .fault')).to.contain('Must be at most 1,000,000');
  });

  it('report no error', () => expect(on.mistakes).to.deep.equal([]));
});
