import { expect } from 'chai';
import sharp from 'sharp';
import type { Uses } from '../../../src/adapters/delivery/admin/contract/links.js';
import type { MediaFile } from '../../../src/adapters/delivery/admin/contract/media.js';
import { appFiles, component, contentType, drafts, relation } from '../../schema-builders.js';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const bytes = { 'Content-Type': 'application/octet-stream' };

describe('files in the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;
  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const uploaded = async (name: string): Promise<MediaFile> =>
    (await owner.api('POST', `media?name=${name}`, `content of ${name}`, bytes)).body.data[0] as MediaFile;
  const usesOf = async (browser: Browser, { documentId }: MediaFile): Promise<Uses> =>
    (await browser.api('GET', `media/${documentId}/uses`)).body.data as Uses;
  const withRole = async (name: string, grants: readonly object[]): Promise<Browser> => {
    expect((await owner.api('POST', 'administrator-roles', { name, grants })).status).to.equal(201);
    return world.signedIn(name);
  };

  it('are read one by one, and by cursor', async () => {
    const file = await uploaded('one.txt');
    await uploaded('two.txt');
    const shown = await owner.api('GET', `media/${file.documentId}`);
    expect(shown.body.data).to.deep.equal(file);
    expect((await owner.api('GET', 'media/none')).status).to.equal(404);
    const first = await owner.api('GET', 'media?pagination[after]=&pagination[pageSize]=1');
    const { endCursor, hasNextPage } = first.body.meta.pagination;
    expect([first.body.data[0].name, hasNextPage]).to.deep.equal(['two.txt', true]);
    const next = await owner.api('GET', `media?pagination[after]=${endCursor}&pagination[pageSize]=1`);
    expect(next.body.data).to.deep.equal([file]);
  });

  it('have a name that is more than spaces', async () => {
    const file = await uploaded('named.txt');
    const path = `media/${file.documentId}`;
    const refused = await owner.api('PATCH', path, { name: '   ' });
    expect([refused.status, refused.body.error.reasons?.[0].code]).to.deep.equal([400, 'file.blankName']);
    expect((await owner.api('PATCH', path, { name: '' })).status).to.equal(200);
    expect((await owner.api('GET', path)).body.data.name).to.equal('named.txt');
  });

  it('are replaced by a file of the same kind', async () => {
    const file = await uploaded('old.txt');
    const path = `media/${file.documentId}/file?name=new.txt`;
    const replaced = await owner.api('POST', path, 'other content', bytes);
    expect(replaced.status).to.equal(200);
    expect(replaced.body.data).to.include({ documentId: file.documentId, id: file.id });
    expect(replaced.body.data.url).not.to.equal(file.url);
    const content = await (await fetch(`${world.url}${replaced.body.data.url as string}`)).text();
    expect(content).to.equal('other content');
    const author = await world.signedIn('author');
    expect((await author.api('POST', path, 'mine', bytes)).status).to.equal(404);
  });

  it('are described by authors where they have uploaded them', async () => {
    const others = await uploaded('of-others.txt');
    const author = await world.signedIn('author');
    const own: MediaFile = (await author.api('POST', 'media?name=own.txt', 'mine', bytes)).body.data[0];
    const may = async ({ documentId }: MediaFile): Promise<boolean> =>
      (await author.api('GET', `media/${documentId}`)).body.data.mayUpdate;
    expect([own.mayUpdate, await may(own), await may(others)]).to.deep.equal([true, true, false]);
    const describe = async ({ documentId }: MediaFile): Promise<number> =>
      (await author.api('PATCH', `media/${documentId}`, { alternativeText: 'Words' })).status;
    expect([await describe(own), await describe(others)]).to.deep.equal([200, 404]);
    const reader = await withRole('reader', [{ type: 'plugin::upload.file', actions: ['find', 'findOne'] }]);
    const { body } = await reader.api('GET', 'media');
    expect(body.data.some(({ mayUpdate }: MediaFile) => mayUpdate)).to.equal(false);
  });

  it('have a focal point, their formats, and an alternative text that may be empty on purpose', async () => {
    const background = { r: 90, g: 120, b: 30 };
    const bytesOf = await sharp({ create: { width: 600, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
    const file: MediaFile = (await owner.api('POST', 'media?name=hills.png', bytesOf, bytes)).body.data[0];
    expect(file).to.include({ alternativeText: null, focalPoint: null });
    const [thumbnail, small] = file.formats;
    expect(thumbnail).to.include({ name: 'thumbnail', width: 245, url: file.thumbnailUrl });
    expect(small).to.include({ name: 'small', width: 500, height: 250 });
    const path = `media/${file.documentId}`;
    const focalPoint = { x: 25, y: 75.5 };
    const said = await owner.api('PATCH', path, { focalPoint, alternativeText: '' });
    expect(said.body.data).to.deep.include({ focalPoint, alternativeText: '' });
    for (const wrong of [{ x: 25, y: 101 }, { x: 1 }, 'left', { x: 1, y: 2, z: 3 }])
      expect((await owner.api('PATCH', path, { caption: 'no', focalPoint: wrong })).status).to.equal(400);
    expect((await owner.api('GET', path)).body.data).to.deep.equal(said.body.data);
    const names = async (filter: string): Promise<readonly string[]> =>
      (await owner.api('GET', `media?filters[mime][$startsWith]=image/&${filter}`)).body.data.map(
        ({ name }: MediaFile) => name,
      );
    expect(await names('filters[alternativeText][$null]=true')).to.deep.equal([]);
    expect(await names('filters[alternativeText][$eq]=')).to.deep.equal(['hills.png']);
    expect((await owner.api('PATCH', path, { focalPoint: null })).body.data.focalPoint).to.equal(null);
  });

  it('are in folders, which a role may see, change, or neither', async () => {
    const made = await owner.api('POST', 'folders', { name: 'Trips' });
    expect(made.status).to.equal(201);
    const { documentId } = made.body.data as { readonly documentId: string };
    const file = (await owner.api('POST', `media?name=trip.txt&folder=${documentId}`, 'words', bytes)).body
      .data[0];
    expect(file.folder).to.equal(documentId);
    expect((await owner.api('GET', `media?folder=${documentId}`)).body.data).to.deep.equal([file]);
    const author = await world.signedIn('author');
    expect((await author.api('GET', 'folders')).body.data[0]).to.include({ name: 'Trips', parent: null });
    for (const [method, path] of [
      ['POST', 'folders'],
      ['PATCH', `folders/${documentId}`],
      ['DELETE', `folders/${documentId}`],
    ] as const)
      expect((await author.api(method, path, { name: 'Mine' })).status, method).to.equal(403);
    const flat = await withRole('flat', [{ type: 'plugin::upload.file', actions: ['find', 'findOne'] }]);
    expect((await flat.api('GET', 'folders')).status).to.equal(403);
    expect((await flat.api('GET', 'media?folder=root')).status).to.equal(403);
    expect((await flat.api('GET', `media/${file.documentId}`)).body.data.folder).to.equal(null);
    const renamed = await owner.api('PATCH', `folders/${documentId}`, { name: 'Journeys' });
    expect(renamed.body.data).to.include({ name: 'Journeys', documentId });
    expect((await owner.api('DELETE', `folders/${documentId}`)).status).to.equal(204);
    expect((await owner.api('GET', `media/${file.documentId}`)).body.data.folder).to.equal(null);
  });

  it('say which entries use them, in drafts and published versions, as far as one may find these', async () => {
    const file = await uploaded('used.txt');
    const set = { Name: 'Soup', picture: file.documentId };
    const made = await owner.api('POST', `documents/${dish}`, { set });
    const { documentId } = made.body.data as { readonly documentId: string };
    const used = { type: dish, documentId, label: 'Soup', locale: 'en' };
    expect(await usesOf(owner, file)).to.deep.equal({ entries: [used], hasMore: false, isPartial: false });
    await owner.api('POST', `documents/${dish}/${documentId}/publish`, {});
    await owner.api('PATCH', `documents/${dish}/${documentId}`, { set: { picture: null } });
    expect((await usesOf(owner, file)).entries).to.deep.equal([used]);
    const ofFiles = { type: 'plugin::upload.file', actions: ['find', 'findOne'] };
    const ofDishes = { type: dish, actions: ['find', 'findDrafts'] };
    const keeper = await withRole('keeper', [ofFiles, { type: note, actions: ['find'] }]);
    expect((await usesOf(keeper, file)).entries).to.deep.equal([]);
    const blind = await withRole('blind', [ofFiles, { ...ofDishes, fields: ['Name'] }]);
    expect((await usesOf(blind, file)).entries).to.deep.equal([]);
    for (const [name, ...grants] of [
      ['stranger', ofDishes],
      ['looker', ofDishes, { type: 'plugin::upload.file', actions: ['findOne'] }],
    ] as const) {
      const browser = await withRole(name, grants);
      expect((await browser.api('GET', `media/${file.documentId}/uses`)).status).to.equal(403);
    }
  });

  it('say which formatted texts and dynamic zones show them, in any size, and which nothing shows', async () => {
    const type = contentType(
      'story',
      'stories',
      {
        Title: { type: 'string' },
        Body: { type: 'blocks' },
        parts: { type: 'component', component: 'story.part', repeatable: true },
        zone: { type: 'dynamiczone', components: ['story.part', 'story.gallery'] },
        stories: relation('manyToMany', 'story'),
      },
      drafts,
    );
    const components = [
      component('story.part', { Text: { type: 'richtext' } }),
      component('story.gallery', {
        cover: { type: 'component', component: 'story.cover' },
        stories: relation('oneToMany', 'story'),
      }),
      component('story.cover', { Pictures: { type: 'media', multiple: true } }),
    ];
    const other = await openAdmin({}, appFiles({ contentTypes: [type], components }));
    try {
      const editor = await other.signedIn('editor');
      const file: MediaFile = (await editor.api('POST', 'media?name=a.txt', 'words', bytes)).body.data[0];
      const small = file.url.replace('/uploads/', '/uploads/small_');
      const image = { name: 'a', url: file.url };
      const blocks = [{ type: 'image', image, children: [{ type: 'text', text: '' }] }];
      for (const set of [
        { Title: 'In blocks', Body: blocks },
        { Title: 'In Markdown', parts: [{ Text: 'none' }, { Text: `![a](${small})` }] },
        { Title: 'Nowhere', parts: [{ Text: 'a.txt' }] },
      ])
        expect((await editor.api('POST', 'documents/api::story.story', { set })).status).to.equal(201);
      const { entries, isPartial } = await usesOf(editor, file);
      expect(entries.map(({ label }) => label)).to.have.members(['In blocks', 'In Markdown']);
      expect(isPartial).to.equal(false);
      const upload = async (name: string): Promise<MediaFile> =>
        (await editor.api('POST', `media?name=${name}`, 'words', bytes)).body.data[0];
      const [deep, linked, free, left] = await Promise.all(['b.txt', 'c.txt', 'd.txt', 'e.txt'].map(upload));
      if (!deep || !linked || !free || !left) throw new Error('there are four');
      const made = async (set: object): Promise<string> =>
        (await editor.api('POST', 'documents/api::story.story', { set })).body.data.documentId;
      const zone = (id: string) => [
        { __component: 'story.gallery', cover: { Pictures: [linked.documentId, id] } },
        { __component: 'story.part', Text: `[b](${deep.url}) "documentId":"${free.documentId}"` },
      ];
      const id = await made({ Title: 'In a zone', zone: zone(left.documentId) });
      const far = await made({ Title: 'Far', zone: [{ __component: 'story.gallery', stories: [id] }] });
      for (const one of [deep, linked, left])
        expect(await usesOf(editor, one)).to.deep.equal({
          entries: [{ type: 'api::story.story', documentId: id, label: 'In a zone', locale: null }],
          hasMore: false,
          isPartial: false,
        });
      const story = (await editor.api('GET', `documents/api::story.story/${id}/used-by`)).body.data as Uses;
      expect(story.entries.map(({ documentId }) => documentId)).to.deep.equal([far]);
      // What is published uses files too.
      await editor.api('POST', `documents/api::story.story/${id}/publish`, {});
      const set = { zone: [] };
      expect((await editor.api('PATCH', `documents/api::story.story/${id}`, { set })).status).to.equal(200);
      const unused = async (query = '') => {
        const { body } = await editor.api('GET', `media/unused${query}`);
        return [body.data.map(({ name }: MediaFile) => name), body.meta.total];
      };
      expect(await unused()).to.deep.equal([['d.txt'], 1]);
      await editor.api('POST', `documents/api::story.story/${id}/publish`, {});
      expect(await unused('?sort=name:asc')).to.deep.equal([['b.txt', 'c.txt', 'd.txt', 'e.txt'], 4]);
      expect(await unused('?search=e.t')).to.deep.equal([['e.txt'], 1]);
      expect(await unused(`?filters[documentId][$in][]=${file.documentId}`)).to.deep.equal([[], 0]);
      expect((await editor.api('GET', 'media/unused?colour=red')).status).to.equal(400);
    } finally {
      await other.stop();
    }
  });

  it('are refused while they are still sent', async () => {
    const small = await openAdmin({ UPLOAD_SIZE_LIMIT: '100000' });
    try {
      const editor = await small.signedIn('editor');
      const send = (size: number) => editor.api('POST', 'media?name=big.bin', Buffer.alloc(size, 1), bytes);
      for (const size of [200_000, 30_000_000]) {
        const { status, body } = await send(size);
        expect(status).to.equal(413);
        expect(body.error.message).to.equal('big.bin is larger than 100000 bytes');
      }
      expect((await editor.api('GET', 'media')).body.data).to.deep.equal([]);
      expect((await send(100_000)).status).to.equal(201);
      expect(small.errors).to.deep.equal([]);
    } finally {
      await small.stop();
    }
  });
});
