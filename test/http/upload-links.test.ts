import { expect } from 'chai';
import supertest from 'supertest';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Named {
  readonly name: string;
}

interface Entry {
  readonly id: number;
  readonly documentId: string;
  readonly Cover: Named | null;
  readonly Gallery: readonly Named[];
  readonly picture: Named | null;
}

describe('uploads to an entry', () => {
  let world: UploadWorld;

  beforeEach(async () => (world = await createUploadWorld()));
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.remove();
  });

  const call = (method: 'get' | 'post' | 'put', path: string, token = 'full'): supertest.Test =>
    supertest(world.app)[method](path).set('Authorization', `Bearer ${token}`);

  const upload = (
    link: Readonly<Record<string, string>>,
    names: readonly string[],
    query = '',
    token = 'full',
  ) => {
    const request = call('post', `/api/upload${query}`, token);
    for (const [name, value] of Object.entries(link)) void request.field(name, value);
    for (const name of names)
      void request.attach('files', name.endsWith('.txt') ? Buffer.from('text') : png, name);
    return request;
  };

  const entry = async (path: string): Promise<Entry> =>
    ((await call('get', `${path}${path.includes('?') ? '&' : '?'}populate=*`)).body as { data: Entry }).data;

  const create = async (path: string, data: object): Promise<Entry> =>
    ((await call('post', path).send({ data })).body as { data: Entry }).data;

  it('the last file replaces a single one, and files are appended to a list', async () => {
    const { id, documentId } = await create('/api/places', { Name: 'here' });
    const place = { ref: 'api::place.place', refId: documentId };
    expect(await upload({ ...place, field: 'Cover' }, ['one.png', 'two.png'])).to.have.property(
      'status',
      201,
    );
    await upload({ ...place, field: 'Gallery', path: 'a/b', source: 'content-manager' }, ['a.png', 'b.txt']);
    await upload({ ...place, refId: String(id), field: 'Gallery' }, ['c.png']);
    const found = await entry(`/api/places/${documentId}`);
    expect(found.Cover?.name).to.equal('two.png');
    expect(found.Gallery.map(({ name }) => name)).to.deep.equal(['a.png', 'b.txt', 'c.png']);
  });

  it('uploads at the same time lose no link', async () => {
    const { documentId } = await create('/api/places', { Name: 'here' });
    const link = { ref: 'api::place.place', refId: documentId, field: 'Gallery' };
    await Promise.all(Array.from({ length: 8 }, (_, index) => upload(link, [`${index}.png`])));
    expect((await entry(`/api/places/${documentId}`)).Gallery).to.have.length(8);
  });

  it('the entry is published as by an update, unless the upload names its draft', async () => {
    const { documentId } = await create('/api/storys', { title: 'one' });
    const link = { ref: 'api::story.story', refId: documentId, field: 'picture' };
    await upload(link, ['draft.png'], '?status=draft');
    expect((await entry(`/api/storys/${documentId}`)).picture).to.equal(null);
    const draft = await entry(`/api/storys/${documentId}?status=draft`);
    expect(draft.picture?.name).to.equal('draft.png');
    await upload({ ...link, refId: String(draft.id) }, ['live.png']);
    expect((await entry(`/api/storys/${documentId}`)).picture?.name).to.equal('live.png');
  });

  it('the entry of a single type is created, and needs no id', async () => {
    await upload({ ref: 'api::front.front', field: 'picture' }, ['front.png']);
    expect((await entry('/api/front')).picture?.name).to.equal('front.png');
  });

  it('a refused upload leaves no file and no record', async () => {
    const { documentId: refId } = await create('/api/places', { Name: 'here' });
    const place = { ref: 'api::place.place', refId };
    const refusals: [Readonly<Record<string, string>>, string, number, RegExp][] = [
      [{ ...place, ref: 'api::nope.nope', field: 'Cover' }, 'a.png', 400, /^Invalid ref: /],
      [{ ...place, field: 'Name' }, 'a.png', 400, /^Invalid field: "Name" is no media attribute/],
      [{ ...place, field: 'Secret' }, 'a.png', 400, /^Invalid field: "Secret" is no media attribute/],
      [{ ...place, field: '__proto__' }, 'a.png', 400, /^Invalid field: /],
      [{ ref: place.ref, field: 'Cover' }, 'a.png', 400, /^Invalid refId: it is missing/],
      [{ ref: place.ref, refId }, 'a.png', 400, /^Invalid field: it is missing/],
      [{ field: 'Cover' }, 'a.png', 400, /^Invalid ref: it is missing/],
      [
        { ...place, refId: 'nobody', field: 'Cover' },
        'a.png',
        400,
        /^Invalid refId: there is no document "nobody"/,
      ],
      [{ ...place, refId: '987', field: 'Cover' }, 'a.png', 400, /^Invalid refId: there is no document 987/],
      [{ ...place, field: 'Cover' }, 'a.txt', 400, /^a\.txt is text\/plain: Cover takes images only/],
    ];
    for (const [link, name, status, message] of refusals) {
      const { body, status: given } = await upload(link, [name]);
      expect((body as { error: { message: string } }).error.message).to.match(message);
      expect(given).to.equal(status);
      expect(await world.stored(), String(message)).to.deep.equal([]);
    }
    const forbidden = await upload({ ...place, field: 'Cover' }, ['a.png'], '', 'upload');
    expect(forbidden.status).to.equal(403);
    expect(await world.stored()).to.deep.equal([]);
    expect((await call('get', '/api/upload/files')).body).to.deep.equal([]);
  });

  it('only an upload appends to a list: a client sends the whole list', async () => {
    const { documentId } = await create('/api/places', { Name: 'here' });
    const data = { Gallery: { connect: ['x'] } };
    const { body } = await call('put', `/api/places/${documentId}`).send({ data });
    expect((body as { error: { message: string } }).error.message).to.include('cannot be used for media');
    const query = {
      type: 'api::place.place',
      documentId,
      kind: 'update',
      layer: 'published',
      answer: {},
    } as const;
    const updated = await world.documents.update(systemPrincipal, {
      ...query,
      data: { Gallery: { connect: [] } },
    });
    expect(updated.ok).to.equal(true);
  });

  it('a deleted file leaves the entry', async () => {
    const { documentId } = await create('/api/places', { Name: 'here' });
    await upload({ ref: 'api::place.place', refId: documentId, field: 'Cover' }, ['one.png']);
    const removed = await world.media.remove(systemPrincipal, 1);
    expect(removed.ok).to.equal(true);
    expect((await entry(`/api/places/${documentId}`)).Cover).to.equal(null);
  });
});
