import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import type { Documents } from '../../../src/application/documents/documents.js';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { createClock } from '../../../src/adapters/host/create-clock.js';
import { createIds } from '../../../src/adapters/host/create-ids.js';
import type { Store } from '../../../src/application/ports/store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Layer } from '../../../src/domain/query/query.js';
import type { Result } from '../../../src/domain/result.js';
import {
  openSchemaDatabase,
  schemaOf,
  type Files,
  type SchemaDatabase,
  type TypeFile,
} from './schema-database.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const text = { type: 'string' };
const inLocales = { pluginOptions: { i18n: { localized: true } } };

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

/** Documents as they are written and read under one state of the files. */
interface Served {
  create(name: string, data: object, more?: { layer?: Layer; locale?: string }): Promise<string>;
  update(
    name: string,
    documentId: string,
    data: object,
    more?: { layer?: Layer; locale?: string },
  ): Promise<void>;
  discard(name: string, documentId: string): Promise<void>;
  /** Names of what a relation leads to. */
  led(
    name: string,
    documentId: string,
    relation: string,
    more?: { layer?: Layer; locale?: string },
  ): Promise<unknown>;
  close(): Promise<void>;
}

async function serve(database: SchemaDatabase, files: Files): Promise<Served> {
  const schema = schemaOf(files);
  const opened: Store = valueOf(await createPostgresStore({ url: database.url, schema, log: silent }));
  valueOf(await opened.schema.apply());
  const documents: Documents = createDocuments({
    schema,
    store: opened.documents,
    clock: createClock(),
    ids: createIds(),
    passwords: { hash: (password) => Promise.resolve(password) },
  });
  const uid = (name: string) => `api::${name}.${name}`;
  return {
    async create(name, data, { layer = 'published', ...more } = {}) {
      const mutation = { kind: 'create' as const, type: uid(name), layer, data, answer: {}, ...more };
      const { answer } = valueOf(await documents.create(systemPrincipal, mutation));
      return answer.documents()[0]?.['documentId'] as string;
    },
    async update(name, documentId, data, { layer = 'published', ...more } = {}) {
      const mutation = {
        kind: 'update' as const,
        type: uid(name),
        documentId,
        layer,
        data,
        answer: {},
        ...more,
      };
      valueOf(await documents.update(systemPrincipal, mutation));
    },
    async discard(name, documentId) {
      const mutation = { kind: 'discardDraft' as const, type: uid(name), documentId, answer: {} };
      valueOf(await documents.discardDraft(systemPrincipal, mutation));
    },
    async led(name, documentId, relation, { layer = 'published', ...more } = {}) {
      const query = {
        type: uid(name),
        action: 'findOne' as const,
        documentId,
        range: { offset: 0, limit: 1 },
        count: false,
        layer,
        populate: { all: false, members: [{ name: relation, fields: ['name'] }] },
        ...more,
      };
      const [found] = valueOf(await documents.findOne(systemPrincipal, query)).answer.documents();
      const value = found?.[relation] as { name: string } | { name: string }[] | null;
      return Array.isArray(value) ? value.map((each) => each.name) : (value?.name ?? null);
    },
    close: () => opened.close(),
  };
}

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});

/** Dishes with two-way chefs; either end with the options that are named. */
const world = (
  dish: Partial<TypeFile>,
  chef: Partial<TypeFile> = {},
  attributes: TypeFile['attributes'] = {},
): Files => ({
  types: {
    dish: {
      attributes: {
        name: text,
        chefs: relation('manyToMany', 'chef', { inversedBy: 'dishes' }),
        ...attributes,
      },
      ...dish,
    },
    chef: {
      attributes: { name: text, dishes: relation('manyToMany', 'dish', { mappedBy: 'chefs' }) },
      ...chef,
    },
  },
});

const drafts = { draftAndPublish: true };
const localized = { localized: true };

describe('options switched on tables with rows', function () {
  this.timeout(30_000);

  let database: SchemaDatabase;
  let open: Served[];
  before(async () => (database = await openSchemaDatabase()));
  after(() => database.close());
  beforeEach(() => (open = []));
  afterEach(async () => {
    for (const served of open) await served.close();
    await database.clear();
  });

  const as = async (files: Files): Promise<Served> => {
    const served = await serve(database, files);
    open.push(served);
    return served;
  };

  const filled = async (served: Served) => {
    const [a, b] = [await served.create('chef', { name: 'a' }), await served.create('chef', { name: 'b' })];
    return { a, b, dish: await served.create('dish', { name: 'soup', chefs: [b, a] }) };
  };

  it('drafts turned on keep ids, links and their order in both layers, and let edits wait', async () => {
    const { dish, a } = await filled(await as(world({})));
    const [before] = await database.rows('SELECT id FROM dishs');
    const served = await as(world(drafts));
    for (const layer of ['draft', 'published'] as const)
      expect(await served.led('dish', dish, 'chefs', { layer })).to.deep.equal(['b', 'a']);
    await served.update('dish', dish, { chefs: { disconnect: [a] } }, { layer: 'draft' });
    expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    await served.update('dish', dish, { name: 'stew' });
    expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b']);
    expect(await database.rows(`SELECT id FROM dishs WHERE status = 'published'`)).to.deep.equal([before]);
  });

  it('drafts turned off refuse while edits wait, values or links, and go when they are settled', async () => {
    const served = await as(world(drafts));
    const { dish, a } = await filled(served);
    await served.update('dish', dish, { name: 'stew' }, { layer: 'draft' });
    expect((await database.refused(world({}))).message).to.include('1 draft is not published');
    await served.discard('dish', dish);
    await served.update('dish', dish, { chefs: { disconnect: [a] } }, { layer: 'draft' });
    const { message } = await database.refused(world({}));
    expect(message).to.include('1 link is changed in drafts only').and.to.include(dish);
    await served.discard('dish', dish);
    const plain = await as(world({}));
    expect(await plain.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await database.status(world({}))).to.deep.equal([]);
    const back = await as(world(drafts));
    expect(await back.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b', 'a']);
  });

  it('drafts turned off at one end keep what waits at the other', async () => {
    const served = await as(world(drafts, drafts));
    const { dish, a, b } = await filled(served);
    await served.update('chef', a, { dishes: { disconnect: [dish] } }, { layer: 'draft' });
    const single = await as(world({}, drafts));
    expect(await single.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b']);
    expect(await single.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect((await database.refused(world({}))).message).to.include('changed in drafts only');
    await single.update('chef', a, {});
    expect(await single.led('dish', dish, 'chefs')).to.deep.equal(['b']);
    await single.update('chef', b, { dishes: { disconnect: [dish] } }, { layer: 'draft' });
    const refused = await database.refused(world({}, {}));
    expect(refused.message).to.include('1 link');
  });

  it('locales turned on, at one end or both, keep every link in the default locale', async () => {
    const { dish, a } = await filled(await as(world({})));
    const source = await as(world(localized));
    expect(await source.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await source.led('chef', a, 'dishes')).to.deep.equal(['soup']);
    const both = await as(world(localized, localized));
    expect(await both.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await both.led('chef', a, 'dishes')).to.deep.equal(['soup']);
    // The name is one for all locales.
    await both.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
    expect(await both.led('dish', dish, 'chefs', { locale: 'fr' })).to.deep.equal([]);
    expect((await database.refused(world({}, localized))).message).to.include('1 version is not in "en"');
    await database.rows(`DELETE FROM dishs WHERE locale = 'fr'`);
    const target = await as(world({}, localized));
    expect(await target.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    const none = await as(world({}));
    expect(await none.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await none.led('chef', a, 'dishes')).to.deep.equal(['soupe']);
  });

  it('the default locale is the one that the database has', async () => {
    const { dish } = await filled(await as(world({})));
    await database.rows(`INSERT INTO i18n_locales (document_id, status, created_at, updated_at, code, name, default_since)
      VALUES ('l1', 'published', now(), now(), 'en', 'English', '2020-01-01'), ('l2', 'published', now(), now(), 'de', 'Deutsch', '2021-01-01')`);
    const served = await as(world(localized));
    expect(await served.led('dish', dish, 'chefs', { locale: 'de' })).to.deep.equal(['b', 'a']);
  });

  it('an attribute of all locales becomes one of each, and back only where they agree', async () => {
    const shared = world(localized, {}, { price: { type: 'integer' } });
    const each = world(localized, {}, { price: { type: 'integer', ...inLocales } });
    const served = await as(shared);
    const dish = await served.create('dish', { name: 'soup', price: 3 });
    await served.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
    const apart = await as(each);
    await apart.update('dish', dish, { price: 4 }, { locale: 'fr' });
    const { message } = await database.refused(shared);
    expect(message).to.include('"price" of "dishs"').and.to.include('1 document').and.to.include(dish);
    await apart.update('dish', dish, { price: 3 }, { locale: 'fr' });
    expect(await database.apply(shared)).to.deep.equal(['dishs']);
    expect(await database.rows('SELECT DISTINCT price FROM dishs')).to.deep.equal([{ price: 3 }]);
  });

  it('media of all locales become those of each, and back only where they agree', async () => {
    const shared = world(localized, {}, { covers: { type: 'media', multiple: true } });
    const each = world(localized, {}, { covers: { type: 'media', multiple: true, ...inLocales } });
    const served = await as(shared);
    const dish = await served.create('dish', { name: 'soup' });
    await served.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
    await database.rows(`INSERT INTO files (document_id, status, created_at, updated_at, name, hash, mime, size, url, provider)
      SELECT 'f' || n, 'published', now(), now(), 'f' || n, 'h', 'image/png', 1, '/', 'local' FROM generate_series(1, 2) n`);
    await served.update('dish', dish, { covers: ['f2', 'f1'] });
    expect(await served.led('dish', dish, 'covers', { locale: 'fr' })).to.deep.equal(['f2', 'f1']);
    const apart = await as(each);
    for (const locale of ['en', 'fr'])
      expect(await apart.led('dish', dish, 'covers', { locale })).to.deep.equal(['f2', 'f1']);
    await apart.update('dish', dish, { covers: ['f1'] }, { locale: 'fr' });
    expect(await apart.led('dish', dish, 'covers')).to.deep.equal(['f2', 'f1']);
    expect((await database.refused(shared)).message).to.include('can not be one list for all locales');
    await apart.update('dish', dish, { covers: ['f2', 'f1'] }, { locale: 'fr' });
    const again = await as(shared);
    expect(await again.led('dish', dish, 'covers', { locale: 'fr' })).to.deep.equal(['f2', 'f1']);
  });
});
