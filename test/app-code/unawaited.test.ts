import { expect } from 'chai';
import { runInOwnProcess } from './own-process.js';

const lifecycles = `module.exports = {
  afterCreate() { void Promise.reject(new Error('the mail failed')); },
};`;
const project = {
  'src/index.js': `module.exports = { bootstrap: ({ strapi }) => strapi.db.lifecycles.subscribe({
    models: ['api::dish.dish'],
    beforeCreate: () => void (async () => { await null; throw new Error('the index failed'); })(),
  }) };`,
  'src/api/dish/content-types/dish/lifecycles.js': lifecycles,
};

describe('a promise that nobody awaits', () => {
  it('is logged by the name of the hook that made it, and any other still ends the process', async () => {
    const ended = await runInOwnProcess(
      project,
      `
      const dishes = quire.app.documents('api::dish.dish');
      await dishes.create({ data: { Name: 'Soup' } });
      const failed = () => said.filter((message) => message.includes('did not await'));
      while (failed().length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      console.log(JSON.stringify([...failed().sort(), await dishes.count()]));
      void Promise.reject(new Error('a bug'));
      await new Promise((resolve) => setTimeout(resolve, 60_000));`,
    );
    expect(JSON.parse(ended.stdout)).to.deep.equal([
      'afterCreate of api::dish.dish (src/api/dish/content-types/dish/lifecycles.js) failed in what it did not await',
      'beforeCreate of api::dish.dish (a subscriber) failed in what it did not await',
      1,
    ]);
    expect(ended.code).not.to.equal(0);
    expect(ended.stderr).to.contain('a bug');
  });
});
