import { expect } from 'chai';
import type { Folder } from '../../src/domain/media/folder-tree.js';
import { serveApp, typeFile, type Credentials, type ServedApp } from '../http/served-app.js';
import { asking } from './asking.js';

const title = { title: { type: 'string', required: true } };

describe('folders of the media library over GraphQL', function () {
  this.timeout(60_000);
  let world: ServedApp;
  let admin: Credentials;
  before(async () => {
    world = await serveApp(typeFile('page', title));
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const { ask, answered, errorOf } = asking(() => ({ world, admin }));
  const create = `mutation ($data: MediaFolderInput!) {
    createMediaFolder(data: $data) { documentId name parent } }`;
  const update = `mutation ($id: ID!, $data: MediaFolderInput!) {
    updateMediaFolder(documentId: $id, data: $data) { name parent } }`;
  const remove = 'mutation ($id: ID!) { deleteMediaFolder(documentId: $id) }';
  const list = '{ mediaFolders { documentId name parent } }';

  it('are made, renamed, moved, listed and removed as over REST', async () => {
    const { createMediaFolder: trips } = await answered(create, { data: { name: 'Trips' } });
    expect(trips).to.include({ name: 'Trips', parent: null });
    const inside = { name: 'Alps', parent: trips.documentId };
    const { createMediaFolder: alps } = await answered(create, { data: inside });
    expect(alps).to.include(inside);
    const { mediaFolders } = await answered(list);
    const overRest = (await world.rest(admin, 'GET', '/upload/folders')).body.data;
    const shown = overRest.map(({ documentId, name, parent }: Folder) => ({ documentId, name, parent }));
    expect(mediaFolders).to.deep.equal(shown);
    expect(
      (await answered(update, { id: alps.documentId, data: { name: 'Dolomites' } })).updateMediaFolder,
    ).to.deep.equal({ name: 'Dolomites', parent: trips.documentId });
    expect(
      (await answered(update, { id: alps.documentId, data: { parent: null } })).updateMediaFolder,
    ).to.deep.equal({ name: 'Dolomites', parent: null });
    expect(await answered(remove, { id: trips.documentId })).to.deep.equal({
      deleteMediaFolder: trips.documentId,
    });
    expect((await answered(list)).mediaFolders.length).to.equal(1);
  });

  it('are refused with the reasons of REST, and need the same grants', async () => {
    const { createMediaFolder: one } = await answered(create, { data: { name: 'One' } });
    const at = { id: one.documentId };
    expect(await errorOf(create, { data: { name: 'one' } })).to.equal('ValidationError');
    expect(await errorOf(create, { data: {} })).to.equal('ValidationError');
    expect(await errorOf(update, { ...at, data: { parent: one.documentId } })).to.equal('ValidationError');
    expect(await errorOf(update, { ...at, data: { parent: 'nothing' } })).to.equal('ValidationError');
    expect(await errorOf(remove, { id: 'nothing' })).to.equal('NotFoundError');
    const { token } = await world.app.access.createToken({ name: 'reader', access: 'read-only' });
    const reader = { token };
    expect((await ask(list, {}, reader)).errors).to.equal(undefined);
    expect(await errorOf(create, { data: { name: 'Two' } }, reader)).to.equal('ForbiddenError');
    expect(await errorOf(update, { ...at, data: { name: 'Two' } }, reader)).to.equal('ForbiddenError');
    expect(await errorOf(remove, at, reader)).to.equal('ForbiddenError');
    const { errors } = await world.graphql(undefined, list, {}, 'v5');
    expect(errors?.[0]?.extensions.error?.name).to.equal('ForbiddenError');
    expect((await answered(list)).mediaFolders.some(({ name }: { name: string }) => name === 'One')).to.equal(
      true,
    );
  });

  it('are there in the other format too', async () => {
    const { data, errors } = await world.graphql(admin, list, {}, 'v4');
    expect(errors, JSON.stringify(errors)).to.equal(undefined);
    expect(data.mediaFolders.length).to.be.greaterThan(0);
  });
});
