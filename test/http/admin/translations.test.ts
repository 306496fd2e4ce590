import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { appFiles, contentType, drafts, localized, relation } from '../../schema-builders.js';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const [story, plain] = ['api::story.story', 'api::plain.plain'];
const translated = { type: 'string', ...localized } as const;

describe('translations by the admin API', () => {
  let world: AdminWorld;
  /** They write in turn, so that no two of their edits become one entry of the history. */
  let [writer, translator] = [{} as Browser, {} as Browser];

  before(async () => {
    const attributes = {
      Title: { ...translated, required: true },
      Text: translated,
      Rank: { type: 'integer' },
      Tags: relation('manyToMany', 'plain'),
      Friends: relation('manyToMany', 'story'),
      Slug: { type: 'uid' },
    };
    world = await openAdmin(
      {},
      appFiles({
        contentTypes: [
          contentType('story', 'stories', attributes, { ...drafts, ...localized }),
          contentType('plain', 'plains', { Title: translated }, localized),
        ],
      }),
    );
    [writer, translator] = [await world.signedIn('editor'), await world.signedIn('editor')];
    const owner = await world.signedIn('owner');
    for (const code of ['de', 'fr'])
      expect((await owner.api('POST', 'locales', { code })).status).to.equal(201);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const made = async (uid: string, set: object): Promise<string> => {
    const { status, body } = await writer.api('POST', `documents/${uid}`, { set });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data.documentId as string;
  };
  const write = async (by: Browser, path: string, locale: string, set: object): Promise<void> => {
    const { status, body } = await by.api('PATCH', path, { set, locale });
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  const outdated = async (path: string, query = '') => {
    const { status, body } = await writer.api('GET', `${path}/locales${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    const { versions } = body.data as {
      versions: { code: string; state: string; isOutdated: boolean; outdated: string[] }[];
    };
    return Object.fromEntries(
      versions.map(({ code, state, isOutdated, outdated: names }) => [
        code,
        [state, isOutdated, names.join()],
      ]),
    );
  };

  it('are outdated in what the source changed after them', async () => {
    const path = `documents/${story}/${await made(story, { Title: 'Harbour', Text: 'Boats' })}`;
    await write(translator, path, 'de', { Title: 'Hafen', Text: 'Boote' });
    await writer.api('POST', `${path}/publish`, { locale: 'de' });
    expect(await outdated(path)).to.deep.equal({
      en: ['draft', false, ''],
      de: ['published', false, ''],
    });
    await write(writer, path, 'en', { Title: 'The harbour' });
    await write(writer, path, 'en', { Text: 'Ships' });
    expect((await outdated(path))['de']).to.deep.equal(['published', true, 'Title,Text']);
    await write(translator, path, 'de', { Title: 'Der Hafen' });
    expect((await outdated(path))['de']).to.deep.equal(['changed', true, 'Text']);
    // An attribute that both share says nothing of the translation.
    await write(writer, path, 'en', { Rank: 3 });
    await write(translator, path, 'de', { Rank: 4 });
    expect((await outdated(path))['de']).to.deep.equal(['changed', true, 'Text']);
    await write(translator, path, 'de', { Text: 'Schiffe' });
    expect((await outdated(path))['de']).to.deep.equal(['changed', false, '']);
    expect((await outdated(path, '?source=de'))['en']).to.deep.equal(['draft', true, 'Title,Text']);
  });

  it('are compared by time where a type keeps no history', async () => {
    const path = `documents/${plain}/${await made(plain, { Title: 'One' })}`;
    await write(translator, path, 'de', { Title: 'Eins' });
    expect((await outdated(path))['de']).to.deep.equal(['published', false, '']);
    await write(writer, path, 'en', { Title: 'First' });
    expect((await outdated(path))['de']).to.deep.equal(['published', true, '']);
  });

  it('are refused for unknown locales, types without locales, and what may not be read', async () => {
    const path = `documents/${story}/${await made(story, { Title: 'One' })}`;
    expect((await writer.api('GET', `${path}/locales?source=xx`)).status).to.equal(404);
    expect((await writer.api('GET', `${path}/locales?source[a]=en`)).status).to.equal(404);
    expect((await writer.api('GET', `documents/${story}/nothere/locales`)).status).to.equal(404);
    const owner = await world.signedIn('owner');
    const grants = [{ type: story, actions: ['find', 'findOne', 'findDrafts'], fields: ['Title'] }];
    await owner.api('POST', 'administrator-roles', { name: 'title reader', grants });
    await write(translator, path, 'fr', { Title: 'Un', Text: 'Bateaux' });
    await write(writer, path, 'en', { Title: 'First', Text: 'Ships' });
    const reader = await world.signedIn('title reader');
    const { body } = await reader.api('GET', `${path}/locales`);
    const fr = body.data.versions.find(({ code }: { code: string }) => code === 'fr');
    expect(fr.outdated).to.deep.equal(['Title']);
  });

  it('are published together, or not at all, with what each of them lacks', async () => {
    const id = await made(story, { Title: 'One', Text: 'A' });
    const path = `documents/${story}/${id}`;
    await write(writer, path, 'de', { Title: 'Eins' });
    await write(writer, path, 'fr', { Text: 'Un' });
    const check = async () => (await writer.api('GET', `${path}/publish-locales`)).body.data;
    const before = await check();
    expect(before.locales).to.have.members(['en', 'de', 'fr']);
    expect(before.problems).to.deep.equal([
      {
        locale: 'fr',
        path: 'Title',
        message: 'Title must be a `string` type, but the final value was: `null`.',
        reason: { code: 'value.null', parameters: { path: 'Title', type: 'string' } },
      },
    ]);
    const refused = await writer.api('POST', `${path}/publish-locales`, {});
    expect(refused.status).to.equal(400);
    expect((await outdated(path))['en']?.[0]).to.equal('draft');
    await write(writer, path, 'fr', { Title: 'Un' });
    for (const locale of ['xx', '\ud800', '\u0000', '*']) {
      for (const action of ['publish-locales', 'publish', 'duplicate']) {
        const { status, body } = await writer.api('POST', `${path}/${action}`, { locale });
        expect([status, body.error?.details.key], `${action} ${locale}`).to.deep.equal([400, 'locale']);
      }
      expect((await outdated(path))['en']?.[0]).to.equal('draft');
    }
    const done = await writer.api('POST', `${path}/publish-locales`, { locale: 'de' });
    expect(done.body.data).to.include({ locale: 'de', state: 'published' });
    expect(Object.values(await outdated(path)).map(([state]) => state)).to.deep.equal(
      Array(3).fill('published'),
    );
    expect(await check()).to.deep.equal({ locales: [], problems: [] });
    await write(writer, path, 'fr', { Title: 'Une' });
    expect((await check()).locales).to.deep.equal(['fr']);
  });

  it('are published together over REST', async () => {
    const id = await made(story, { Title: 'One' });
    await write(writer, `documents/${story}/${id}`, 'de', { Title: 'Eins' });
    const issued = await world.parts.access.createToken({ name: 'all', access: 'full-access' });
    const { token } = valueOf(issued);
    const publish = async (query: string, headers: Readonly<Record<string, string>> = {}, body?: string) => {
      const answer = await fetch(`${world.url}/api/stories/${id}/actions/publish?${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body }),
      });
      return { status: answer.status, body: await answer.json() } as const;
    };
    expect((await publish('locale=*&populate=*')).status).to.equal(400);
    expect((await publish('locale=*', { 'If-Match': '*' })).status).to.equal(400);
    const later = await publish('locale=*', {}, '{"data":{"at":"2030-01-01T00:00:00Z"}}');
    expect(later.status).to.equal(400);
    const { status, body } = await publish('locale=*');
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ data: { documentId: id, locales: ['en', 'de'] } });
    expect(await publish('locale=*')).to.deep.include({ body: { data: { documentId: id, locales: [] } } });
  });

  it('are published together only by who may publish each of them', async () => {
    const id = await made(story, { Title: 'One' });
    const author = await world.signedIn('author');
    const path = `documents/${story}/${id}/publish-locales`;
    expect((await author.api('POST', path, {})).status).to.be.oneOf([400, 403]);
    expect((await writer.api('GET', `documents/${plain}/none/publish-locales`)).status).to.equal(404);
    expect((await writer.api('GET', `documents/${story}/none/publish-locales`)).status).to.equal(404);
  });

  it('are found and told by the first locale that a role may read', async () => {
    const grants = [
      { uid: story, actions: ['findDrafts', 'update'], filters: { locale: 'fr' } },
      { uid: plain, actions: ['find'], filters: { $not: { locale: { $in: ['en', 'de'] } } } },
    ];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'french', grants }));
    const french = await world.signedIn('french');
    const get = async (path: string) => (await french.api('GET', path)).body.data;
    const path = `documents/${story}/${await made(story, { Title: 'Anchor' })}`;
    await write(translator, path, 'fr', { Title: 'Ancre' });
    expect((await get('start')).readableLocales).to.deep.equal({ [story]: ['fr'], [plain]: ['fr'] });
    expect((await writer.api('GET', 'start')).body.data.readableLocales[story]).to.deep.equal([
      'en',
      'de',
      'fr',
    ]);
    expect(await get('entries?title=anc'))
      .to.have.lengthOf(1)
      .and.to.have.nested.property('0.locale', 'fr');
    expect((await get(`${path}/locales`)).source).to.equal('fr');
    const seen = `${story}/${path.split('/')[2]}`;
    expect((await get(`home?seen=${seen}`)).seen[0]).to.include({ label: 'Ancre', locale: 'fr' });
  });

  it('are found to be linked, and among links, by all that their list searches', async () => {
    const cafe = await made(story, { Title: 'Café', Slug: 'cafe' });
    const path = `documents/${story}/${await made(story, { Title: 'Guide' })}`;
    const links = [{ kind: 'connect', attribute: 'Friends', documentId: cafe }];
    expect((await writer.api('PATCH', path, { links })).status).to.equal(200);
    for (const asked of [`documents/${story}?`, `candidates/${story}/Friends?`, `${path}/links/Friends?`]) {
      const { body } = await writer.api('GET', `${asked}search=cafe`);
      expect(
        body.data.map(({ label }: { label: string }) => label),
        asked,
      ).to.deep.equal(['Café']);
    }
    const grants = [{ uid: story, actions: ['findDrafts'], fields: ['Title', 'Friends'] }];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'friend', grants }));
    const titles = await world.signedIn('friend');
    const found = await titles.api('GET', `candidates/${story}/Friends?search=cafe`);
    expect(found.body.data, JSON.stringify(found.body)).to.deep.equal([]);
  });
});
