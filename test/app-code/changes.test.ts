import { expect } from 'chai';
import type { LoggedChange } from '../../src/application/ports/change-log.js';
import { textOf } from '../../src/domain/document/text-of.js';
import { serveProject } from './project.js';
import { until } from '../until.js';

const files = {
  'src/index.js': `module.exports = {
    async bootstrap({ strapi }) {
      const taken = (global.followedChanges = []);
      strapi.changes.follow({ name: 'all', from: 'start', handle: async (entries) => void taken.push(...entries) });
      global.refusedFollowers = [null, { name: 'no handler' }, { name: 'a b', handle() {} }, { name: 'x' }]
        .concat([{ name: 'x', handle() {}, from: 'now' }, { name: 'x', handle() {}, batchSize: 0 }])
        .concat([{ name: 'all', handle() {} }])
        .map((follower) => {
          try {
            strapi.changes.follow(follower);
          } catch (error) {
            return error.message;
          }
        });
    },
  };`,
};

const globals = globalThis as unknown as {
  readonly followedChanges: readonly LoggedChange[];
  readonly refusedFollowers: readonly string[];
};

describe('strapi.changes.follow', () => {
  it('gives writes of every kind of interface, and refuses what is no follower', () =>
    serveProject(files, async ({ url, strapi }) => {
      const { token } = await strapi.access.createToken({ name: 'all', access: 'full-access' });
      const send = async (path: string, body: unknown) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const answer = await fetch(`${url}/api/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return [answer.status, await answer.text()];
      };
      const wanted = (uid: string, action: string, kind: string) => `${uid} ${action} ${kind}`;
      const found = () =>
        globals.followedChanges.map(({ type, action, actor }) => wanted(type, action, actor.kind));
      expect((await send('dishes', { data: { Name: 'rest' } }))[0]).to.equal(201);
      const dish = 'api::dish.dish';
      const made = await strapi.documents(dish).create({ data: { Name: 'code' } });
      await strapi.documents(dish).delete({ documentId: textOf(made.documentId) });
      await strapi.db.query(dish).create({ data: { Name: 'row' } });
      const user = { username: 'kai', email: 'kai@example.com', password: 'a long passphrase 7' };
      expect((await send('auth/local/register', user))[0]).to.equal(200);
      const picture = new FormData();
      picture.append('files', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
      const uploaded = await fetch(`${url}/api/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: picture,
      });
      expect(uploaded.status).to.equal(201);
      const expected = [
        wanted(dish, 'create', 'token'),
        wanted(dish, 'create', 'system'),
        wanted(dish, 'delete', 'system'),
        wanted('plugin::users-permissions.user', 'create', 'system'),
        wanted('plugin::upload.file', 'create', 'token'),
      ];
      await until(() => found().includes(expected.at(-1) ?? ''));
      expect(found()).to.include.members(expected);
      expect(found().filter((one) => one === wanted(dish, 'create', 'system'))).to.have.length(2);
      expect(globals.refusedFollowers.map((message) => message.replace(/^.*follow: /, ''))).to.deep.equal([
        'name is a text of letters, digits, ".", "_" and "-"',
        'name is a text of letters, digits, ".", "_" and "-"',
        'name is a text of letters, digits, ".", "_" and "-"',
        'handle of "x" is not a function',
        'from of "x" is neither "start" nor "end"',
        'batchSize of "x" is not a number from 1 to 5000',
        'there are two followers "app:all"',
      ]);
    }));
});
