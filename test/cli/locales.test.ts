import { expect } from 'chai';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { run } from './program.js';
import { becomes, useServers } from './running-servers.js';

const page = 'api::page.page';
const files = appFiles({
  contentTypes: [
    contentType('page', 'pages', { title: { type: 'string', ...localized } }, { ...drafts, ...localized }),
  ],
});

describe('locale commands beside running servers', function () {
  this.timeout(120_000);

  const { quire, start, directory } = useServers(files);

  const listed = async (url: string): Promise<string | number> => {
    const response = await fetch(`${url}/i18n/locales`);
    if (response.status !== 200) return response.status;
    const locales = (await response.json()) as { code: string; isDefault: boolean }[];
    return locales.map(({ code, isDefault }) => (isDefault ? `${code}!` : code)).join();
  };

  const write = async (url: string, locale: string): Promise<number> => {
    const response = await fetch(`${url}/pages?locale=${locale}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title: locale } }),
    });
    return response.status;
  };

  const total = async (url: string, locale: string): Promise<number> => {
    const response = await fetch(`${url}/pages?locale=${locale}&status=draft`);
    const { meta } = (await response.json()) as { meta: { pagination: { total: number } } };
    return meta.pagination.total;
  };

  it('take effect on every server', async () => {
    const urls = await Promise.all([start(), start()]);
    expect(await quire('grant', 'public', 'plugin::i18n.locale', 'find')).to.include({ code: 0 });
    for (const url of urls) await becomes('en!', () => listed(url));
    expect(await quire('locale', 'add', 'fr')).to.include({ code: 0, out: '' });
    for (const url of urls) await becomes('en!,fr', () => listed(url));
    expect(await quire('locale', 'default', 'fr')).to.include({ code: 0 });
    for (const url of urls) await becomes('en,fr!', () => listed(url));
    expect(await quire('locale', 'remove', 'en')).to.include({ code: 0 });
    for (const url of urls) await becomes('fr!', () => listed(url));
  });

  it('remove a locale with its documents only with --with-documents', async () => {
    const url = await start();
    await quire('grant', 'public', page, 'find', 'findDrafts', 'create');
    await quire('locale', 'add', 'fr');
    await becomes(201, () => write(url, 'fr'));
    expect([await write(url, 'fr'), await write(url, 'en')]).to.deep.equal([201, 201]);
    const refused = await quire('locale', 'remove', 'fr');
    expect(refused).to.deep.equal({
      code: 1,
      out: '',
      notes: `quire: There are documents in "fr": 2 of ${page}; repeat with --with-documents to delete them too\n`,
    });
    expect(await total(url, 'fr')).to.equal(2);
    expect(await quire('locale', 'remove', 'fr', '--with-documents')).to.deep.equal({
      code: 0,
      out: '',
      notes: 'Locale fr is removed.\n',
    });
    expect([await total(url, 'fr'), await total(url, 'en')]).to.deep.equal([0, 1]);
    await becomes(400, () => write(url, 'fr'));
  });

  it('exist before the first start, but not without a database', async () => {
    expect(await quire('locale', 'add', 'de')).to.include({ code: 0 });
    expect((await quire('locale', 'list')).out).to.equal('en  English (en)  default\nde  German (de)\n');
    const memory = await run(['locale', 'add', 'fr', '--app', directory()], { DATABASE_URL: 'memory:' });
    expect(memory).to.include({ code: 1, out: '' });
    expect(memory.notes).to.contain('would change nothing');
  });
});
