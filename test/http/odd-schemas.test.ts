import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { appFiles, component, contentType, drafts, relation, type Attributes } from '../schema-builders.js';
import { serveApp, typeFile, type ServedApp } from './served-app.js';

const text = { type: 'string' };
const unique = { type: 'string', unique: true };

/** Serves an app with these files while `work` runs, which must log no error. */
async function serving(
  files: Readonly<Record<string, unknown>>,
  work: (world: ServedApp) => Promise<void>,
): Promise<void> {
  const world = await serveApp(files);
  try {
    await work(world);
    expect(world.errors).to.deep.equal([]);
  } finally {
    await world.stop();
  }
}

const errorsOf = (error: { readonly details: { readonly errors: unknown } }): unknown => error.details.errors;

describe('schemas with names and sizes that a database might not like', () => {
  it('items of zones have attributes with long names', async () => {
    const long = 'a'.repeat(100);
    const files = appFiles({
      contentTypes: [contentType('page', 'pages', { parts: { type: 'dynamiczone', components: ['a.b'] } })],
      components: [component('a.b', { [long]: text })],
    });
    await serving(files, async ({ app }) => {
      const pages = app.documents('api::page.page');
      await pages.create({ data: { parts: [{ __component: 'a.b', [long]: 'one' }] } });
      const [page] = await pages.findMany({ populate: ['parts'] });
      expect(page?.['parts']).to.have.nested.property('[0].__component', 'a.b');
      expect(page?.['parts']).to.have.nested.property(`[0].${long}`, 'one');
    });
  });

  it('a type has more than a hundred relations', async function () {
    // Each has a table of its own.
    this.timeout(120_000);
    const names = Array.from({ length: 101 }, (_, at) => `r${at}`);
    const attributes = Object.fromEntries(names.map((name) => [name, relation('oneToMany', 'page')]));
    await serving(typeFile('page', attributes, drafts), async ({ app }) => {
      const pages = app.documents('api::page.page');
      const { documentId: target } = await pages.create({ data: {}, status: 'published' });
      const data = Object.fromEntries(names.map((name) => [name, [target]]));
      const { documentId } = await pages.create({ data, status: 'published' });
      await pages.update({ documentId: textOf(documentId), data: { r100: [] } });
      await pages.discardDraft({ documentId: textOf(documentId) });
      const page = await pages.findOne({ documentId: textOf(documentId), populate: ['r100'] });
      expect(page?.['r100']).to.have.length(1);
    });
  });

  it('attributes have the names that columns of PostgreSQL itself have', async () => {
    const names = ['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'];
    const files = typeFile('page', Object.fromEntries(names.map((name) => [name, text])));
    await serving(files, async ({ app }) => {
      const data = Object.fromEntries(names.map((name) => [name, name]));
      await app.documents('api::page.page').create({ data });
      const found = await app.documents('api::page.page').findMany({ filters: data, sort: names });
      expect(found).to.have.length(1);
      expect(found[0]).to.include(data);
    });
  });

  it('indexes of two types have one name, and that of a table', async () => {
    const named = (name: string, attributes: Attributes) =>
      typeFile(name, attributes, { collectionName: name.replaceAll('-', '_') });
    const files = {
      ...named('user-account', { profile_name: unique }),
      ...named('user-account-profile', { name: unique }),
      ...named('user-account-version', { title: text }),
    };
    await serving(files, async ({ app }) => {
      const taken: unknown[] = [];
      for (const [name, attribute] of [
        ['user-account', 'profile_name'],
        ['user-account-profile', 'name'],
      ] as const) {
        const documents = app.documents(`api::${name}.${name}`);
        await documents.create({ data: { [attribute]: 'one' } });
        taken.push(await documents.create({ data: { [attribute]: 'one' } }).catch(errorsOf));
      }
      const refused = { name: 'ValidationError', message: 'This attribute must be unique', value: 'one' };
      expect(taken).to.deep.equal([
        [{ ...refused, path: ['profile_name'] }],
        [{ ...refused, path: ['name'] }],
      ]);
    });
  });

  it('an enumeration has several values without a Latin letter', async () => {
    const kinds = ['日本', '中国', '한국', '2'];
    await serving(typeFile('page', { kind: { type: 'enumeration', enum: kinds } }), async (world) => {
      const { access } = world.app;
      await access.grant('public', 'api::page.page', ['find']);
      for (const kind of kinds) await world.app.documents('api::page.page').create({ data: { kind } });
      const query = '{ pages(sort: "id") { data { attributes { kind } } } }';
      const { data } = await world.graphql(undefined, query, {}, 'v4');
      const found = data.pages.data.map((page: { attributes: object }) => page.attributes);
      expect(found).to.deep.equal(['_', '_1', '_2', '_2_'].map((kind) => ({ kind })));
    });
  });
});
