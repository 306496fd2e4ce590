import { expect } from 'chai';
import { openTestDatabase } from '../database.js';
import { launch, makeApp } from './program.js';

const type = (name: string) =>
  JSON.stringify({
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: true },
    attributes: { name: { type: 'string' } },
  });

const files = {
  'src/api/dish/content-types/dish/schema.json': type('dish'),
  'src/api/note/content-types/note/schema.json': type('note'),
  'src/api/dish/content-types/dish/lifecycles.js': `module.exports = {
    async afterCreate({ result }) {
      await strapi.documents('api::note.note').create({ data: { name: result.name }, status: 'published' });
      await strapi.store.set({ key: 'last', value: result.name });
      if (result.name !== 'lost') return;
      strapi.log.warn('half done');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    },
  };`,
  'src/index.js': `module.exports = {
    async bootstrap({ strapi }) {
      const dishes = strapi.documents('api::dish.dish');
      if (process.env.STEP === 'write') {
        await dishes.create({ data: { name: 'kept' } });
        await dishes.create({ data: { name: 'lost' } });
      }
      const names = async (uid) => (await strapi.db.query(uid).findMany({ orderBy: 'id' })).map(({ name }) => name);
      const left = [await names('api::dish.dish'), await names('api::note.note'), await strapi.store.get('last')];
      strapi.log.warn('left: ' + Buffer.from(JSON.stringify(left)).toString('hex'));
    },
  };`,
};

describe('a server that is killed while a hook runs', function () {
  this.timeout(120_000);

  // On MongoDB the same holds, but the server keeps the database of a killed client for a minute.
  it('leaves nothing of the write, nor of what the hook wrote', async () => {
    const database = await openTestDatabase();
    const app = await makeApp(files);
    const start = (step: string) =>
      launch(['start', '--app', app.directory], { DATABASE_URL: database.url, STEP: step });
    const writing = start('write');
    try {
      await writing.says(/(half done)/);
      writing.process.kill('SIGKILL');
      await writing.ended;
      const again = start('read');
      const left = Buffer.from(await again.says(/left: ([0-9a-f]+)/), 'hex').toString();
      again.process.kill('SIGTERM');
      await again.ended;
      expect(JSON.parse(left)).to.deep.equal([['kept'], ['kept', 'kept'], 'kept']);
    } finally {
      writing.process.kill('SIGKILL');
      await database.close();
      await app.remove();
    }
  });
});
