import { expect } from 'chai';
import supertest from 'supertest';
import type { Folder } from '../../src/domain/media/folder-tree.js';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

interface FileJson {
  readonly documentId: string;
  readonly name: string;
}

describe('folders of the media library over HTTP', () => {
  let world: UploadWorld;
  beforeEach(async () => (world = await createUploadWorld()));
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.remove();
  });

  const ask = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = 'full') =>
    supertest(world.app)[method](`/api/upload/${path}`).set('Authorization', `Bearer ${token}`);
  const make = async (name: string, parent: string | null = null): Promise<Folder> => {
    const { body, status } = await ask('post', 'folders').send({ data: { name, parent } });
    expect(status, JSON.stringify(body)).to.equal(200);
    return (body as { data: Folder }).data;
  };
  const folders = async (): Promise<readonly string[]> => {
    const { body } = await ask('get', 'folders');
    return (body as { data: Folder[] }).data.map(({ name, parent }) => `${name} in ${parent}`);
  };
  const upload = async (name: string, folder?: string | number | null): Promise<FileJson> => {
    const sent = supertest(world.app).post('/api/upload').set('Authorization', 'Bearer full');
    if (folder !== undefined) void sent.field('fileInfo', JSON.stringify({ folder }));
    const { body, status } = await sent.attach('files', Buffer.from('words'), name);
    expect(status, JSON.stringify(body)).to.equal(201);
    return (body as FileJson[])[0]!;
  };
  const files = async (query: string): Promise<readonly string[]> => {
    const { body, status } = await ask('get', `files?sort=name&${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return (body as FileJson[]).map(({ name }) => name);
  };

  it('lists folders by name, with the one that each is in', async () => {
    const trips = await make('Trips');
    await make('2026', trips.documentId);
    await make('  Animals ');
    expect(await folders()).to.deep.equal([
      `2026 in ${trips.documentId}`,
      'Animals in null',
      'Trips in null',
    ]);
  });

  it('finds files in a folder, at the top, and below a folder', async () => {
    const trips = await make('Trips');
    const inner = await make('2026', trips.documentId);
    await upload('top.txt');
    await upload('trip.txt', trips.documentId);
    await upload('inner.txt', inner.id);
    expect(await files('')).to.deep.equal(['inner.txt', 'top.txt', 'trip.txt']);
    expect(await files('folder=root')).to.deep.equal(['top.txt']);
    expect(await files(`folder=${trips.documentId}`)).to.deep.equal(['trip.txt']);
    expect(await files(`folder=${trips.documentId}&below=true`)).to.deep.equal(['inner.txt', 'trip.txt']);
    expect(await files('folder=root&below=true&filters[name][$startsWith]=t')).to.have.length(2);
    expect((await ask('get', 'files?folder=nothing')).status).to.equal(400);
    expect((await ask('get', 'files?folder=root&below=yes')).status).to.equal(400);
  });

  it('moves files, and leaves the folder out of what it answers', async () => {
    const trips = await make('Trips');
    const { documentId } = await upload('a.txt');
    const moved = await ask('post', `?id=${documentId}`).send({ fileInfo: { folder: trips.documentId } });
    expect(moved.status).to.equal(200);
    expect(moved.body).not.to.have.property('folder');
    expect((await ask('get', `files/${documentId}?populate=*`)).body).not.to.have.property('folder');
    expect(await files(`folder=${trips.documentId}`)).to.deep.equal(['a.txt']);
    await ask('post', `?id=${documentId}`).send({ fileInfo: { caption: 'stays' } });
    expect(await files(`folder=${trips.documentId}`)).to.deep.equal(['a.txt']);
    await ask('post', `?id=${documentId}`).send({ fileInfo: { folder: null } });
    expect(await files('folder=root')).to.deep.equal(['a.txt']);
    const wrong = await ask('post', `?id=${documentId}`).send({ fileInfo: { folder: 'nothing' } });
    expect(wrong.status).to.equal(400);
  });

  it('puts a file that takes the place of another where it is told to', async () => {
    const trips = await make('Trips');
    const { documentId } = await upload('a.txt');
    const replaced = await ask('post', `?id=${documentId}`)
      .field('fileInfo', JSON.stringify({ folder: trips.documentId }))
      .attach('files', Buffer.from('others'), 'b.txt');
    expect(replaced.status, JSON.stringify(replaced.body)).to.equal(200);
    expect(await files(`folder=${trips.documentId}`)).to.have.length(1);
  });

  it('renames and moves folders, but not into themselves', async () => {
    const trips = await make('Trips');
    const inner = await make('2026', trips.documentId);
    const change = (id: string, data: object) => ask('put', `folders/${id}`).send({ data });
    expect((await change(trips.documentId, { name: 'Journeys' })).body).to.have.nested.include({
      'data.name': 'Journeys',
      'data.parent': null,
    });
    expect((await change(trips.documentId, { parent: inner.documentId })).status).to.equal(400);
    expect((await change(trips.documentId, { parent: trips.documentId })).status).to.equal(400);
    expect((await change(inner.documentId, { parent: null })).body).to.have.nested.include({
      'data.name': '2026',
      'data.parent': null,
    });
    expect((await change('nothing', { name: 'x' })).status).to.equal(404);
  });

  it('refuses names that are taken beside it, empty, or have a slash', async () => {
    const trips = await make('Trips');
    await make('Trips', trips.documentId);
    for (const name of ['trips', 'Ｔrips', ' ', 'a/b', 'a\nb', 'x'.repeat(101), 5, null])
      expect((await ask('post', 'folders').send({ data: { name } })).status, String(name)).to.equal(400);
    expect((await ask('post', 'folders').send({ data: { name: 'x', place: 'y' } })).status).to.equal(400);
    expect(await folders()).to.have.length(2);
  });

  it('lets one of several make a folder of a name', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => ask('post', 'folders').send({ data: { name: 'Trips' } })),
    );
    expect(made.map(({ status }) => status)).to.have.members([200, 400, 400, 400]);
    expect(await folders()).to.have.length(1);
  });

  it('moves what is in a folder up when it is removed, and removes no file', async () => {
    const trips = await make('Trips');
    const inner = await make('2026', trips.documentId);
    await make('Deep', inner.documentId);
    await upload('a.txt', inner.documentId);
    expect((await ask('delete', `folders/${inner.documentId}`)).status).to.equal(204);
    expect(await folders()).to.deep.equal([`Deep in ${trips.documentId}`, 'Trips in null']);
    expect(await files(`folder=${trips.documentId}`)).to.deep.equal(['a.txt']);
    await make('Deep');
    expect((await ask('delete', `folders/${trips.documentId}`)).status).to.equal(400);
    expect((await ask('delete', 'folders/nothing')).status).to.equal(404);
  });

  it('shows and changes nothing without the permissions for folders', async () => {
    const trips = await make('Trips');
    const { documentId } = await upload('a.txt', trips.documentId);
    for (const token of ['upload', 'change', 'captions']) {
      expect((await ask('get', 'folders', token)).status, token).to.equal(403);
      expect((await ask('post', 'folders', token).send({ data: { name: 'x' } })).status).to.equal(403);
      expect(
        (await ask('put', `folders/${trips.documentId}`, token).send({ data: { name: 'x' } })).status,
      ).to.equal(403);
      expect((await ask('delete', `folders/${trips.documentId}`, token)).status).to.equal(403);
      expect((await ask('get', 'files?folder=root', token)).status).to.equal(403);
    }
    const moved = await ask('post', `?id=${documentId}`, 'change').send({
      fileInfo: { folder: trips.documentId },
    });
    expect(moved.status).to.equal(403);
    // Clients of Strapi send it with every change.
    const changed = await ask('post', `?id=${documentId}`, 'change').send({ fileInfo: { folder: null } });
    expect(changed.status).to.equal(200);
    expect(await files(`folder=${trips.documentId}`)).to.deep.equal(['a.txt']);
    expect((await ask('get', 'folders', 'read')).status).to.equal(200);
    expect((await ask('post', 'folders', 'read').send({ data: { name: 'x' } })).status).to.equal(403);
  });
});
