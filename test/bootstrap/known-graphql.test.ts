import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

const fileOf = (name: string): string => `src/api/${name}/content-types/${name}/schema.json`;

const typeOf = (name: string): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${name}_rows`,
    info: { singularName: name, pluralName: `${name}-list`, displayName: name },
    attributes: { title: { type: 'string' } },
  });

describe('the GraphQL schema of a later start', () => {
  let app: Awaited<ReturnType<typeof makeApp>>;

  beforeEach(async () => {
    app = await makeApp({ [fileOf('menu')]: typeOf('menu') });
  });

  afterEach(() => app.remove());

  /** Starts the app and returns the fields of Query that begin with `menu`, or the reason why it does not start. */
  async function fields(): Promise<string> {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'test', ADMIN: 'false' };
    const quire = createQuire({ app: app.directory, env, log });
    try {
      const { url } = await quire.start();
      const body = JSON.stringify({ query: '{ root: __type(name: "Query") { fields { name } } }' });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
      const told = (await answer.json()) as {
        data: { root: { fields: readonly { readonly name: string }[] } };
      };
      return told.data.root.fields
        .map(({ name }) => name)
        .filter((name) => name.startsWith('menu') && !/_|Aggregate$/.test(name))
        .join(' ');
    } catch (error) {
      return (error as Error).message;
    } finally {
      await quire.stop();
    }
  }

  async function write(name: string, text: string): Promise<void> {
    const path = join(app.directory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  it('is that of the files as they are then', async () => {
    const both = /menu-entity both give a type MenuEntity: rename one/;
    expect(await fields()).to.equal('menu menuList');
    expect(await fields()).to.equal('menu menuList');
    await write(fileOf('menu-entity'), typeOf('menu-entity'));
    expect(await fields()).to.match(both);
    expect(await fields()).to.match(both);
    await rm(join(app.directory, 'src/api/menu-entity'), { recursive: true });
    await write(fileOf('menu-card'), typeOf('menu-card'));
    expect(await fields()).to.equal('menuCard menuCardList menu menuList');
  });

  it('is that of the settings and of the code as they are then', async () => {
    expect(await fields()).to.equal('menu menuList');
    await write('config/plugins.cjs', 'module.exports = { graphql: { config: { shadowCRUD: false } } };');
    expect(await fields()).to.equal('');
    await rm(join(app.directory, 'config'), { recursive: true });
    // Node loads a file once, so each code has its own.
    const code = (change: string): string =>
      `({ register: ({ strapi }) => { strapi.plugin('graphql').service('extension')${change}; } })`;
    const more = (type: string): string => `.use({ typeDefs: 'extend type ${type} { menuOfDay: String }' })`;
    await write('src/index.cjs', `module.exports = ${code(more('Query'))};`);
    expect(await fields()).to.equal('menu menuList menuOfDay');
    await rm(join(app.directory, 'src/index.cjs'));
    await write('src/index.js', `module.exports = ${code(more('Nothing'))};`);
    expect(await fields()).to.match(/Nothing/);
    await rm(join(app.directory, 'src/index.js'));
    const without = `.shadowCRUD('api::menu.menu').disableAction('findOne')`;
    await write('src/index.mjs', `export default ${code(without)};`);
    expect(await fields()).to.equal('menuList');
  });
});
