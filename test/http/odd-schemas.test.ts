import { expect } from 'chai';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { serveApp, typeFile, type ServedApp } from './served-app.js';

const text = { type: 'string' };

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

  it('a type has more than a hundred relations', async () => {
    const names = Array.from({ length: 101 }, (_, at) => `r${at}`);
    const attributes = Object.fromEntries(names.map((name) => [name, relation('oneToMany', 'page')]));
    await serving(typeFile('page', attributes, drafts), async ({ app }) => {
      const pages = app.documents('api::page.page');
      const { documentId: target } = await pages.create({ data: {}, status: 'published' });
      const data = Object.fromEntries(names.map((name) => [name, [target]]));
      const { documentId } = await pages.create({ data, status: 'published' });
      await pages.update({ documentId: String(documentId), data: { r100: [] } });
      await pages.discardDraft({ documentId: String(documentId) });
      const page = await pages.findOne({ documentId: String(documentId), populate: ['r100'] });
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
});
