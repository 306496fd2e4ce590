import { expect } from 'chai';
import { AppError } from '../../src/adapters/app-code/app-error.js';
import type { AppServices } from '../../src/adapters/app-code/app-services.js';
import { createAppBase, foldersOf } from '../../src/adapters/app-code/create-app-base.js';
import { createAppConfig } from '../../src/adapters/app-code/create-app-config.js';
import { describeSchema } from '../../src/adapters/app-code/describe-schema.js';
import { createAppObject, type AppObject } from '../../src/adapters/app-code/create-app-object.js';
import { createLocalFileStore } from '../../src/adapters/files/local/create-local-file-store.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createPasswordHasher } from '../../src/adapters/identity/create-password-hasher.js';
import { createTokenSecrets } from '../../src/adapters/identity/create-token-secrets.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { createAccess, type Access } from '../../src/application/access/access.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import { createRoles } from '../../src/application/access/roles/create-roles.js';
import type { ReleaseService } from '../../src/application/releases/release-service.js';
import { createLocales } from '../../src/application/locales/create-locales.js';
import { createTestMedia } from '../media.js';
import { contentType, relation, schemaFrom } from '../schema-builders.js';

const restaurant = 'api::restaurant.restaurant';
const chef = 'api::chef.chef';

const schema = schemaFrom({
  contentTypes: [
    contentType('restaurant', 'restaurants', {
      Name: { type: 'string', required: true },
      Rating: { type: 'integer' },
      Opened: { type: 'datetime' },
      Notes: { type: 'string', private: true },
      owner: relation('manyToOne', 'chef', { inversedBy: 'restaurants' }),
    }),
    contentType('chef', 'chefs', {
      Name: { type: 'string' },
      restaurants: relation('oneToMany', 'restaurant', { mappedBy: 'owner' }),
    }),
  ],
});

const thrown = async (asked: () => unknown): Promise<AppError> => {
  try {
    await asked();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('the object for app code', () => {
  let app: AppObject;
  let access: Access;
  let ready: boolean;
  let lines: string[];

  beforeEach(async () => {
    const store = createMemoryStore({ schema });
    const clock = createClock();
    lines = [];
    const say = (message: string) => void lines.push(message);
    const log = { debug: say, info: say, warn: say, error: say };
    const dependencies = {
      schema,
      store: store.documents,
      clock,
      ids: createIds(),
      passwords: createPasswordHasher(),
    };
    const locales = createLocales({ schema, documents: createDocuments(dependencies), clock, log });
    const documents = createDocuments(dependencies);
    access = createAccess({ store: store.access, schema, clock, secrets: createTokenSecrets(), log });
    await access.load();
    ready = true;
    const base = createAppBase({
      views: describeSchema(schema, { contentTypes: [], components: [] }),
      config: createAppConfig({ server: { port: 1337 } }, say),
      dirs: { app: foldersOf('/app'), dist: foldersOf('/app'), static: { public: '/app/public' } },
      log,
    });
    const files = createLocalFileStore({ folder: '/nowhere', path: '/uploads' });
    const media = createTestMedia({ schema, documents, files, log });
    const roles = createRoles({ documents, access });
    const parts = { schema, documents, access, roles, locales, media, base, log, units: store.units };
    const services = {} as AppServices;
    const releases = {} as ReleaseService;
    const more = {
      releases,
      rowDocuments: documents,
      services,
      useDocuments: () => {},
      isReady: () => ready,
    };
    app = createAppObject({ ...parts, ...more });
  });

  const create = async (data: object) =>
    (await app.documents(restaurant).create({ data }))['documentId'] as string;

  it('creates a document and finds it again', async () => {
    const created = await app
      .documents(restaurant)
      .create({ data: { Name: 'One', Rating: 3, Notes: 'mine' } });
    expect(created).to.include({ Name: 'One', Rating: 3, Notes: 'mine' });
    const documentId = created['documentId'] as string;
    expect(documentId).to.match(/^[a-z][a-z0-9]{23}$/);
    expect(await app.documents(restaurant).findOne({ documentId })).to.deep.equal(created);
  });

  it('accepts JavaScript dates', async () => {
    const at = new Date('2020-02-03T04:05:06.007Z');
    await create({ Name: 'One', Opened: at });
    const [found] = await app.documents(restaurant).findMany({ filters: { Opened: { $eq: at } } });
    expect(found?.['Opened']).to.equal(at.toISOString());
  });

  it('filters, sorts, selects and populates as REST does', async () => {
    const owner = (await app.documents(chef).create({ data: { Name: 'Ada' } }))['documentId'];
    await create({ Name: 'One', Rating: 1, owner });
    await create({ Name: 'Two', Rating: 2, owner });
    await create({ Name: 'Three', Rating: 3 });
    const found = await app.documents(restaurant).findMany({
      filters: { $or: [{ Rating: { $in: [2, 3] } }, { Rating: 1 }], owner: { Name: 'Ada' } },
      fields: ['Name'],
      sort: [{ Rating: 'desc' }],
      populate: { owner: { fields: ['Name'] } },
    });
    expect(found.map(({ Name, owner: by }) => [Name, (by as { Name: string }).Name])).to.deep.equal([
      ['Two', 'Ada'],
      ['One', 'Ada'],
    ]);
    expect(Object.keys(found[0] ?? {})).to.have.members(['id', 'documentId', 'Name', 'owner']);
  });

  it('finds every document unless a limit is given', async () => {
    for (let n = 1; n <= 30; n++) await create({ Name: `R${n}`, Rating: n });
    const sizes = async (params?: object) =>
      (await app.documents(restaurant).findMany(params)).map(({ Rating }) => Rating);
    expect(await sizes()).to.have.length(30);
    expect(await sizes({ start: 28 })).to.deep.equal([29, 30]);
    expect(await sizes({ start: 2, limit: 2 })).to.deep.equal([3, 4]);
    expect(await sizes({ limit: -1 })).to.have.length(30);
    expect(await sizes({ limit: 0 })).to.deep.equal([]);
    expect(await sizes({ page: 2, pageSize: 4, pagination: { page: 2 } })).to.have.length(30);
    expect(await app.documents(restaurant).count({ filters: { Rating: { $gt: 10 } } })).to.equal(20);
    expect((await app.documents(restaurant).findFirst({ sort: 'Rating:desc' }))?.['Rating']).to.equal(30);
  });

  it('returns null for a missing document', async () => {
    const documentId = 'a23456789012345678901234';
    const service = app.documents(restaurant);
    expect(await service.findOne({ documentId })).to.equal(null);
    expect(await service.findFirst()).to.equal(null);
    expect(await service.update({ documentId, data: { Name: 'x' } })).to.equal(null);
    expect(await service.delete({ documentId })).to.deep.equal({ documentId, entries: [] });
  });

  it('changes the attributes in data, and returns what it deleted', async () => {
    const documentId = await create({ Name: 'One', Rating: 3 });
    const updated = await app
      .documents(restaurant)
      .update({ documentId, data: { Rating: 4 }, fields: ['Rating'] });
    expect(updated).to.include({ documentId, Rating: 4 });
    const deleted = await app.documents(restaurant).delete({ documentId });
    expect(deleted.entries[0]).to.include({ documentId, Name: 'One', Rating: 4 });
    expect(await app.documents(restaurant).count()).to.equal(0);
  });

  it('throws failures with the names that they have in REST', async () => {
    const service = app.documents(restaurant);
    expect(await thrown(() => service.create({ data: { Name: null } }))).to.include({
      name: 'ValidationError',
    });
    expect((await thrown(() => service.create({} as never))).message).to.equal(
      'data is missing, or no object',
    );
    expect((await thrown(() => service.findMany({ filters: { Nope: 1 } }))).details).to.include({
      key: 'Nope',
    });
    expect(await thrown(() => service.findMany({ limit: 1.5 }))).to.include({ name: 'ValidationError' });
    expect((await thrown(() => service.findOne({}))).message).to.equal('documentId is missing');
    expect((await thrown(() => service.findMany({ filters: { Name: () => 1 } }))).message).to.match(
      /^params\.filters\.Name/,
    );
    expect(() => app.documents('api::nope.nope')).to.throw(/there are: api::chef\.chef/);
  });

  it('offers no documents before the tables fit the schema', () => {
    ready = false;
    expect(() => app.documents(restaurant)).to.throw(/from bootstrap on/);
  });

  it('changes grants and creates tokens', async () => {
    await app.access.grant('public', chef, ['find']);
    expect(access.grants().find(({ name }) => name === 'public')?.grants).to.deep.equal([
      { type: chef, actions: ['find'] },
    ]);
    const { token } = await app.access.createToken({ name: 'app', access: 'full-access' });
    expect(access.principalOfToken(token)?.name).to.equal('app');
    expect(await thrown(() => app.access.createToken({ name: 'app', access: 'full-access' }))).to.include({
      name: 'ApplicationError',
    });
    expect(await thrown(() => app.access.grant('nobody', chef, ['find']))).to.include({
      name: 'ValidationError',
    });
  });

  it('creates roles that can have grants at once, from bootstrap on', async () => {
    expect(await app.access.createRole({ name: 'Head Chef' })).to.deep.equal({ type: 'head_chef' });
    await app.access.grant('head_chef', chef, ['find'], { fields: ['Name'] });
    expect(access.grants().find(({ name }) => name === 'head_chef')?.grants).to.deep.equal([
      { type: chef, actions: ['find'], fields: ['Name'] },
    ]);
    expect(await thrown(() => app.access.createRole({ name: 'Head chef' }))).to.include({
      name: 'ValidationError',
    });
    ready = false;
    const early = await app.access.createRole({ name: 'Other' }).catch((error: unknown) => error);
    expect(String(early)).to.match(/from bootstrap on/);
  });

  it('shows content-types, the configuration and the log', () => {
    expect(app.contentType(chef)?.attributes['restaurants']).to.include({
      type: 'relation',
      target: restaurant,
    });
    expect(app.contentType('constructor')).to.equal(undefined);
    expect([app.config.get('server.port'), app.config.get('x.y', 5)]).to.deep.equal([1337, 5]);
    app.log.info('seeded', { n: 3 });
    app.log.error(new Error('lost'));
    expect(lines).to.deep.equal(['seeded { n: 3 }', 'lost']);
  });
});
