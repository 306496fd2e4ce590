import { expect } from 'chai';
import type { Browser, Page } from 'puppeteer-core';
import { brokenRules, launchBrowser, openTab } from '../browser.js';
import { openAdmin, password, type AdminWorld, type Browser as Client } from '../http/admin/admin-world.js';
import { appFiles, component, contentType, drafts, localized, relation } from '../schema-builders.js';
import { until } from '../until.js';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const [story, tag] = ['api::story.story', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true, maxLength: 40 },
        Text: { type: 'text' },
        Rank: { type: 'integer', max: 10 },
        Done: { type: 'boolean' },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        At: { type: 'datetime' },
        Extra: { type: 'json' },
        Slug: { type: 'uid', targetField: 'Title' },
        Tags: relation('manyToMany', 'tag', { inversedBy: 'Stories' }),
        Lead: relation('manyToOne', 'tag'),
        Seo: { type: 'component', component: 'parts.seo' },
        Parts: { type: 'dynamiczone', components: ['parts.quote', 'parts.seo'] },
        Picture: { type: 'media', multiple: true },
      },
      { ...drafts, ...localized },
    ),
    contentType('tag', 'tags', {
      Name: { type: 'string' },
      Stories: relation('manyToMany', 'story', { mappedBy: 'Tags' }),
    }),
    contentType('home', 'homes', { Heading: { type: 'string' } }, { kind: 'singleType' }),
  ],
  components: [
    component('parts.seo', { Title: { type: 'string', required: true }, Words: { type: 'text' } }),
    component('parts.quote', {
      Text: { type: 'text' },
      Who: { type: 'string' },
      About: relation('oneToMany', 'tag'),
      Photo: { type: 'media', multiple: false },
    }),
  ],
});

describe('an entry in the admin page', function () {
  this.timeout(120_000);
  let browser: Browser | undefined;
  let world: AdminWorld;
  let page: Page;
  let editor: Client;
  const mistakes: string[] = [];
  const failed: string[] = [];
  const pictures = process.env['PICTURES'];

  before(async function () {
    browser = await launchBrowser();
    if (browser === undefined) return this.skip();
    world = await openAdmin({}, files);
    editor = await world.signedIn('editor');
    for (const Name of ['Red', 'Green', 'Blue', hostile]) await made(tag, { Name });
    page = await openTab(browser);
    await page.setViewport({ width: 1440, height: 900 });
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('pageerror', (error) => void mistakes.push(String(error)));
    page.on('console', (line) => {
      // The browser tells of each answer that is a failure.
      if (line.type() === 'error' && !/status of 4/.test(line.text())) mistakes.push(line.text());
    });
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.request().method()}`);
    });
    await page.goto(`${world.url}/admin/sign-in`);
    await page.type('input[name=email]', 'person1@example.com');
    await page.type('input[name=password]', password);
    await page.click('button');
    await page.waitForSelector('.side a');
  });
  after(async () => {
    await browser?.close();
    await world?.stop();
  });
  beforeEach(() => void failed.splice(0));

  const made = async (uid: string, set: object): Promise<string> =>
    (await editor.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  /** Without values while nothing is stored. */
  const stored = async (id: string, uid = story, query = '') =>
    (await editor.api('GET', `documents/${uid}/${id}${query}`)).body.data ?? {};
  const open = async (id: string, uid = story, query = ''): Promise<void> => {
    await page.goto(`${world.url}/admin/content/${uid}/${id}${query}`);
    await page.waitForSelector('.entry-head h1');
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await page.keyboard.up(key as 'Enter');
  };
  /** Types at the end of a field. */
  const write = async (field: string, text: string): Promise<void> => {
    await page.focus(field);
    await press('Control', 'End');
    await page.keyboard.type(text);
  };
  const textOf = (field: string): Promise<string> =>
    page.$eval(field, (input) => (input as unknown as { value: string }).value);
  const saved = (): Promise<unknown> =>
    page.waitForFunction(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
  const clickNamed = async (name: string): Promise<void> => {
    await page.waitForSelector(`::-p-aria([name="${name}"][role="button"])`);
    await page.click(`::-p-aria([name="${name}"][role="button"])`);
  };
  const choose = async (field: string, text: string): Promise<void> => {
    await page.click(`#${field}`);
    await page.waitForSelector('[role=dialog] input');
    await page.keyboard.type(text);
    await page.waitForFunction(
      `document.querySelectorAll('[role=dialog] .option').length === 1 && document.querySelector('[role=dialog] .option').textContent.startsWith('${text}')`,
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.querySelector('[role=dialog]') === null`);
  };
  const picture = async (name: string): Promise<void> => {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
  };

  it('is created, saved by itself, and published, by keyboard alone', async () => {
    await page.goto(`${world.url}/admin/content/${story}`);
    await page.waitForSelector('.list .notice');
    await page.keyboard.press('c');
    await page.waitForSelector('#Title');
    await page.focus('#Title');
    await page.keyboard.type('A first story');
    await page.keyboard.press('Tab');
    await saved();
    await page.waitForFunction(`!location.pathname.endsWith('/new')`);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await stored(id)).values.Title).to.equal('A first story');
    await page.waitForSelector('#Text');
    await page.focus('#Text');
    await page.keyboard.type('Once');
    await press('Control', 'Enter');
    await page.waitForSelector('.save-state .status.published');
    const now = await stored(id);
    expect([now.values.Text, now.state]).to.deep.equal(['Once', 'published']);
    await picture('published');
  });

  it('says at its field what cannot be saved, and saves the rest', async () => {
    const id = await made(story, { Title: 'Refused' });
    await open(id);
    await write('#Rank', '99');
    await write('#Text', 'kept');
    await page.keyboard.press('Tab');
    await page.waitForSelector('#Rank-fault');
    await until(async () => (await stored(id)).values.Text === 'kept');
    expect((await stored(id)).values.Rank).to.equal(null);
    expect(await page.$eval('#Rank', (input) => input.getAttribute('aria-invalid'))).to.equal('true');
    await picture('refused');
    await page.focus('#Rank');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.waitForFunction(`document.querySelector('.fault') === null`);
    await page.keyboard.type('8');
    // A field that was left once says it while it is typed in.
    await page.waitForSelector('#Rank-fault');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await until(async () => (await stored(id)).values.Rank === 9);
    expect(await page.$('.fault')).to.equal(null);
    // The page judges by the same rules, and sends nothing that the server would refuse.
    expect(failed).to.deep.equal([]);
  });

  it('links, orders and takes away, from both sides', async () => {
    const id = await made(story, { Title: 'Linked' });
    await open(id);
    for (const name of ['Red', 'Green', 'Blue']) await choose('Tags', name);
    await clickNamed('More for Blue');
    await clickNamed('To the beginning');
    await clickNamed('Remove Green');
    await choose('Lead', 'Green');
    await press('Control', 's');
    const labels = async (): Promise<readonly string[]> =>
      (await stored(id)).links.Tags.items.map(({ label }: { label: string }) => label);
    await until(async () => (await labels()).join() === 'Blue,Red');
    expect((await stored(id)).links.Lead.items[0].label).to.equal('Green');
    const tagId = (await stored(id)).links.Lead.items[0].documentId as string;
    await open(tagId, tag);
    await choose('Stories', 'Linked');
    await press('Control', 's');
    await until(async () => (await labels()).join() === 'Blue,Red,Green');
  });

  it('creates what it links over itself, and keeps its draft, its undo and its focus', async () => {
    const id = await made(story, { Title: 'Under it' });
    await open(id);
    await write('#Text', 'typed');
    await page.focus('#Tags-field [aria-haspopup=dialog]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.new-linked #Name');
    await page.type('.new-linked #Name', 'Made here');
    await page.waitForFunction(`document.querySelector('.new-linked .primary') !== null`);
    await picture('new linked');
    await page.setViewport({ width: 360, height: 780 });
    await picture('new linked narrow');
    await page.setViewport({ width: 1440, height: 900 });
    await page.click('.new-linked .primary');
    await page.waitForFunction(`document.querySelector('.new-linked') === null`);
    await page.waitForFunction(
      `document.querySelector('#Tags-field .link')?.textContent.includes('Made here')`,
    );
    expect(await page.evaluate(`document.activeElement.closest('.field')?.id`)).to.equal('Tags-field');
    await until(async () => (await stored(id)).links.Tags.items[0]?.label === 'Made here');
    expect((await stored(id)).values.Text).to.equal('typed');
    await clickNamed('Undo: Tags');
    await clickNamed('Undo: Text');
    expect(await textOf('#Text')).to.equal('');
  });

  it('edits components and dynamic zones', async () => {
    const id = await made(story, { Title: 'Parts', Parts: [{ __component: 'parts.quote', Text: 'q' }] });
    await open(id);
    await clickNamed('Add parts.seo');
    await write('#Seo\\.Title', 'found');
    await clickNamed('Add a component…');
    await page.waitForSelector('[role=dialog] .palette-option');
    await page.keyboard.type('seo');
    await page.waitForFunction(`document.querySelectorAll('[role=dialog] .palette-option').length === 1`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#Parts\\.1\\.Title');
    await page.waitForFunction(`document.activeElement.id === 'Parts.1'`);
    await write('#Parts\\.1\\.Title', 'second');
    await clickNamed('More for parts.seo second');
    await clickNamed('Move up');
    await press('Control', 's');
    await until(async () => (await stored(id)).values.Seo?.Title === 'found');
    await until(async () => (await stored(id)).values.Parts[0].Title === 'second');
    expect((await stored(id)).values.Parts[1]).to.include({ __component: 'parts.quote', Text: 'q' });
    await picture('components');
  });

  it('links and places files inside of dynamic zones', async () => {
    const red = (await editor.api('GET', `documents/${tag}?search=Red`)).body.data[0].documentId as string;
    const id = await made(story, {
      Title: 'Nested',
      Parts: [{ __component: 'parts.quote', Text: 'q', About: [red] }],
    });
    await open(id);
    await choose('Parts\\.0\\.About', 'Blue');
    await choose('Parts\\.0\\.About', 'Green');
    await clickNamed('More for Green');
    await clickNamed('Move up');
    await clickNamed('Remove Red');
    await picture('nested');
    await press('Control', 's');
    const labels = async (): Promise<readonly string[]> =>
      (await stored(id)).values.Parts[0].About.items.map(({ label }: { label: string }) => label);
    await until(async () => (await labels()).join() === 'Green,Blue');
    await saved();
    await write('#Parts\\.0\\.Who', 'me');
    await press('Control', 's');
    await until(async () => (await stored(id)).values.Parts[0].Who === 'me');
    expect(await labels()).to.deep.equal(['Green', 'Blue']);
    const input = await page.$('#Parts-field input[type=file]');
    await input?.uploadFile('docs/pictures/entry.png');
    await page.waitForSelector('#Parts-field .file img');
    await press('Control', 's');
    await until(async () => (await stored(id)).values.Parts[0].Photo.items.length === 1);
    await saved();
    expect(await labels()).to.deep.equal(['Green', 'Blue']);
  });

  it('makes a uid of its attribute until somebody types it, and says whether it is taken', async () => {
    await made(story, { Title: 'Grüße', Slug: 'grusse-aus-kailua' });
    await page.goto(`${world.url}/admin/content/${story}/new`);
    await page.waitForSelector('#Title');
    await page.type('#Title', 'Grüße aus Kailua');
    await page.waitForFunction(`document.querySelector('#Slug').value === 'grusse-aus-kailua-2'`);
    await page.waitForFunction(`document.querySelector('#Slug-hint')?.textContent === 'Not taken'`);
    await page.focus('#Slug');
    await press('Control', 'a');
    await page.keyboard.type('grusse-aus-kailua');
    await page.waitForSelector('#Slug-fault');
    await picture('uid taken');
    await press('Control', 'a');
    await page.keyboard.type('own');
    await page.waitForSelector('#Slug-hint');
    await write('#Title', '!');
    await press('Control', 's');
    await page.waitForFunction(`!location.pathname.endsWith('/new')`);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await until(async () => (await stored(id)).values?.Title === 'Grüße aus Kailua!');
    expect((await stored(id)).values.Slug).to.equal('own');
  });

  it('says where a text is not JSON', async () => {
    const id = await made(story, { Title: 'Json' });
    await open(id);
    await page.waitForSelector('quire-code#Extra');
    await page.type('#Extra', '{"a": 1 "b": 2}');
    await page.waitForSelector('#Extra-typed');
    expect(await page.$eval('#Extra-typed', (fault) => fault.textContent)).to.match(
      /^Line 1, column 9: a comma/,
    );
    await picture('json fault');
    await page.focus('#Extra');
    await press('Control', 'a');
    await page.keyboard.type('[1]');
    await press('Control', 's');
    await until(async () => JSON.stringify((await stored(id)).values.Extra) === '[1]');
  });

  it('keeps what is typed through a reload and while the server does not answer', async () => {
    const id = await made(story, { Title: 'Typed' });
    await open(id);
    await page.setOfflineMode(true);
    await write('#Text', 'not lost');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.banner.bad');
    await picture('offline');
    await page.setOfflineMode(false);
    await page.reload();
    await page.waitForSelector('#Text');
    expect(await textOf('#Text')).to.equal('not lost');
    await until(async () => (await stored(id)).values.Text === 'not lost');
    mistakes.splice(0);
  });

  it('says that an entry was not published while the server did not answer, also once its edits are saved', async () => {
    const id = await made(story, { Title: 'Away' });
    await open(id);
    await page.setOfflineMode(true);
    await write('#Text', 'for all');
    await clickNamed('Publish');
    const banner = async (): Promise<string> =>
      (await page.$eval('.banner.bad', (shown) => shown.textContent).catch(() => '')) ?? '';
    await until(async () => /^Not published: .* What you typed is kept/.test(await banner()));
    await page.setOfflineMode(false);
    await until(async () => (await stored(id)).values.Text === 'for all');
    await until(async () => /^Not published: the server does not answer\.Close$/.test(await banner()));
    expect((await stored(id)).state).to.equal('draft');
    await clickNamed('Publish');
    await until(async () => (await stored(id)).state === 'published');
    expect(await page.$('.banner.bad')).to.equal(null);
    mistakes.splice(0);
  });

  it('merges what two editors change, and asks about what both changed', async () => {
    const id = await made(story, { Title: 'Two', Text: 'first' });
    await open(id);
    await editor.api('PATCH', `documents/${story}/${id}`, { set: { Rank: 3 } });
    await write('#Text', ' mine');
    await page.keyboard.press('Tab');
    await until(async () => (await stored(id)).values.Text === 'first mine');
    expect((await stored(id)).values.Rank).to.equal(3);
    await editor.api('PATCH', `documents/${story}/${id}`, { set: { Text: 'theirs' } });
    await write('#Text', ' again');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.conflict');
    await picture('conflict');
    expect((await stored(id)).values.Text).to.equal('theirs');
    await clickNamed('Keep my Text');
    await until(async () => (await stored(id)).values.Text === 'first mine again');
  });

  it('overwrites nothing with what was kept in the browser while somebody else saved', async () => {
    const id = await made(story, { Title: 'Kept', Text: 'first' });
    await open(id);
    await page.setOfflineMode(true);
    await write('#Text', ' mine');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.banner.bad');
    await editor.api('PATCH', `documents/${story}/${id}`, { set: { Text: 'theirs', Rank: 4 } });
    await page.goto('about:blank', { timeout: 2000 }).catch(() => undefined);
    await page.setOfflineMode(false);
    await open(id);
    await page.waitForSelector('.conflict');
    expect((await stored(id)).values.Text).to.equal('theirs');
    await clickNamed('Take the saved Text');
    await page.waitForFunction(`document.querySelector('.conflict') === null`);
    expect([await textOf('#Text'), await textOf('#Rank')]).to.deep.equal(['theirs', '4']);
    mistakes.splice(0);
  });

  it('names no locales before it deletes where the server has one', async () => {
    await open(await made(story, { Title: 'Alone' }));
    await clickNamed('Delete');
    await page.waitForSelector('dialog[open]');
    expect(await page.$eval('dialog[open]', (one) => one.textContent)).to.contain(
      'Delete this entry, with its published version?',
    );
    await page.keyboard.press('Escape');
  });

  it('makes a translation, and opens the document of a single type', async () => {
    const id = await made(story, { Title: 'Here' });
    const { status } = await (
      await world.signedIn('owner')
    ).api('POST', 'locales', { code: 'de', name: 'German' });
    expect(status).to.equal(201);
    await open(id, story, '?locale=de');
    expect(await page.$eval('#Title-field', (one) => one.textContent)).to.contain('Here');
    await clickNamed('Save');
    await page.waitForSelector('#Title');
    await write('#Title', ', da');
    await page.keyboard.press('Tab');
    await until(async () => (await stored(id, story, '?locale=de')).values?.Title === 'Here, da');
    await open(id, story, '?locale=de');
    await clickNamed('Publish at…');
    await page.waitForSelector('.plan [type=checkbox]');
    await page.click('.plan [type=checkbox]');
    await clickNamed('Plan it');
    await page.waitForSelector('.planned');
    expect(await page.$eval('.planned', (one) => one.textContent)).to.contain('In 2 locales.');
    const [release] = (await editor.api('GET', 'releases')).body.data;
    expect(release.actions.map(({ locale }: { locale: string }) => locale)).to.have.members(['en', 'de']);
    await page.goto(`${world.url}/admin/content/api::home.home`);
    await page.waitForSelector('#Heading');
    expect(await page.$eval('h1', (one) => one.textContent)).to.equal('home');
    await write('#Heading', 'Welcome');
    await press('Control', 's');
    await until(async () => (await stored('-', 'api::home.home')).values?.Heading === 'Welcome');
  });

  it('shows hostile texts as texts', async () => {
    const [, , , last] = (await editor.api('GET', `documents/${tag}?sort=id`)).body.data;
    const id = await made(story, { Title: 'x', Text: hostile });
    await editor.api('PATCH', `documents/${story}/${id}`, {
      links: [{ attribute: 'Tags', kind: 'connect', documentId: last.documentId }],
    });
    await open(id);
    expect(await page.$eval('.link-label', (label) => label.textContent)).to.equal(hostile);
    expect(await page.title()).to.equal('x – Quire');
  });

  it('asks before it deletes all locales', async () => {
    const id = await made(story, { Title: 'Gone' });
    const translated = { set: { Title: 'Weg' }, locale: 'de' };
    expect((await editor.api('PATCH', `documents/${story}/${id}`, translated)).status).to.equal(200);
    await open(id);
    await clickNamed('Delete');
    await page.waitForSelector('dialog[open]');
    expect(await page.$eval('dialog[open]', (one) => one.textContent)).to.contain('in all its locales');
    await picture('question');
    await page.click('dialog[open] .danger');
    await page.waitForFunction(`document.querySelector('.list') !== null`);
    for (const query of ['', '?locale=de'])
      expect((await editor.api('GET', `documents/${story}/${id}${query}`)).status).to.equal(404);
  });

  it('breaks no rule of accessibility, light or dark, wide or narrow', async () => {
    const id = await made(story, {
      Title: 'Accessible',
      Seo: { Title: 's' },
      Parts: [{ __component: 'parts.quote', Text: 'q' }],
    });
    for (const theme of ['light', 'dark']) {
      for (const path of [`${story}/${id}`, `${story}/new`, story]) {
        await page.goto(`${world.url}/admin/content/${path}`);
        await page.waitForSelector('.entry-head h1, .rows tr');
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        expect(await brokenRules(page), `${theme} ${path}`).to.deep.equal([]);
        await picture(`${theme} ${path.endsWith('new') ? 'new' : path === story ? 'list' : 'entry'}`);
      }
    }
    await page.setViewport({ width: 360, height: 720 });
    await open(id);
    // The editor of code takes the place of a plain field when the browser has nothing else to do.
    await page.waitForSelector('quire-code#Extra');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    await picture('narrow entry');
    // What has the focus is above the bar that publishes.
    const covered = await page.evaluate(`
      const bar = document.querySelector('.publish-bar').getBoundingClientRect();
      [Math.round(bar.bottom - innerHeight), [...document.querySelectorAll('.fields input, .fields textarea, .fields button')].filter((field) => {
        field.focus();
        return field.getBoundingClientRect().bottom > bar.top;
      }).map(({ outerHTML }) => outerHTML)]`);
    expect(covered).to.deep.equal([0, []]);
    await page.setViewport({ width: 1440, height: 900 });
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(mistakes).to.deep.equal([]);
  });
});
