import { expect } from 'chai';
import { appFiles, component, contentType } from '../schema-builders.js';
import { serveApp, type ServedApp } from './served-app.js';

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
});
