import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';

const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'production' };

const article = appFiles({
  contentTypes: [contentType('article', 'articles', { title: { type: 'string' } }, drafts)],
});

const uid = 'api::article.article';

/** The warnings of a server at its start, in an app with these grants. */
async function toldAtStart(...grants: readonly (readonly string[])[]): Promise<readonly string[]> {
  const calls = grants.map(
    ([role, type, ...actions]) =>
      `await strapi.access.grant('${role}', '${type}', ${JSON.stringify(actions)});`,
  );
  const app = await makeApp({
    ...article,
    'src/index.mjs': `export const bootstrap = async ({ strapi }) => { ${calls.join(' ')} };`,
  });
  const said: string[] = [];
  const note = (message: string): void => void said.push(message);
  const log = { debug: () => undefined, info: note, warn: note, error: note };
  const quire = createQuire({ app: app.directory, env, log });
  try {
    await quire.start();
    return said.filter((line) => line.includes('findDrafts'));
  } finally {
    await quire.stop();
    await app.remove();
  }
}

describe('starting with grants from before findDrafts', () => {
  it('warns once that nobody may read drafts, with the command that grants it', async () => {
    expect(
      await toldAtStart(['public', uid, 'find', 'findOne'], ['authenticated', uid, 'find']),
    ).to.deep.equal([
      'No role may read drafts (status=draft): find gives what is published of api::article.article. ' +
        'For editors: quire grant ROLE api::article.article findDrafts',
    ]);
  });

  it('does not warn if a role has it, or no grant covers a type with drafts', async () => {
    expect(await toldAtStart(['public', uid, 'find'], ['authenticated', uid, 'findDrafts'])).to.deep.equal(
      [],
    );
    expect(await toldAtStart(['public', 'api::chef.chef', 'find'])).to.deep.equal([]);
  });
});
