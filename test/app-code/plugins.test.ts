import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openMailServer, type MailServer } from '../mail-server.js';
import { serveApp, toUser, typeFile, userFile, type ServedApp } from '../http/served-app.js';

// Services have the types of existing code, which has none.
/* oxlint-disable no-explicit-any */

const provider = `module.exports = {
  init: (options, settings) => ({
    send: async (message) => {
      globalThis.heardOfMail?.(message);
      if (message.to === 'nobody') throw new Error('unknown recipient');
      return { message, options, settings };
    },
  }),
};`;

describe('strapi.plugin', () => {
  let served: ServedApp;
  let folder: string;
  const service = (plugin: string, name: string): any => served.app.plugin(plugin)?.service(name);
  const refused = async (act: () => unknown): Promise<string> => {
    try {
      await act();
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rest-plugins-'));
    served = await serveApp({
      'node_modules/@strapi/provider-email-pigeon/index.js': provider,
      'config/plugins.json': {
        email: {
          config: {
            provider: 'pigeon',
            providerOptions: { key: 'k' },
            settings: { defaultFrom: 'Shop <shop@example.com>', defaultReplyTo: 'help@example.com' },
          },
        },
        'users-permissions': { config: { jwt: { expiresIn: '1h' }, passwords: { refuseCommon: false } } },
      },
      ...typeFile('dish', {
        name: { type: 'string' },
        picture: { type: 'media', multiple: false },
        cook: toUser('manyToOne'),
      }),
      ...typeFile(
        'menu',
        { name: { type: 'string' }, pictures: { type: 'media', multiple: true } },
        { options: { draftAndPublish: true } },
      ),
      ...userFile({ nickname: { type: 'string' } }),
    });
  });
  after(async () => {
    await served.stop();
    await rm(folder, { recursive: true });
  });

  it('is undefined for a plugin that is not there, and names the services of one that is', async () => {
    expect(served.app.plugin('content-manager')).to.equal(undefined);
    expect(served.app.plugins['documentation']).to.equal(undefined);
    expect(await refused(() => service('upload', 'folder'))).to.equal(
      'The plugin upload has no service folder; there are: upload',
    );
    const { services } = served.app.plugins['users-permissions'] ?? {};
    expect(services?.['jwt']).to.equal(service('users-permissions', 'jwt'));
  });

  it('has the configuration and the content-types of the plugin', () => {
    const users = served.app.plugin('users-permissions');
    expect(users?.config('jwt.expiresIn')).to.equal('1h');
    expect(users?.config('no.such', 'other')).to.equal('other');
    expect(users?.contentType('user')).to.have.property('uid', 'plugin::users-permissions.user');
  });

  describe('email', () => {
    const email = (): any => service('email', 'email');

    it('sends by the provider of the project, from its default sender', async () => {
      const sent = await email().send({ to: 'ada@example.com', subject: 'Hi', html: '<b>Hi</b>' });
      expect(sent).to.deep.equal({
        message: {
          to: 'ada@example.com',
          subject: 'Hi',
          html: '<b>Hi</b>',
          from: 'Shop <shop@example.com>',
          replyTo: 'help@example.com',
        },
        options: { key: 'k' },
        settings: { defaultFrom: 'Shop <shop@example.com>', defaultReplyTo: 'help@example.com' },
      });
      const other = await email().send({ to: 'a', from: 'b', replyTo: 'c' });
      expect(other.message).to.include({ from: 'b', replyTo: 'c' });
    });

    it('rejects where sending fails', async () => {
      expect(await refused(() => email().send({ to: 'nobody' }))).to.equal('unknown recipient');
    });

    it('fills templates with own values only', async () => {
      const template = { subject: 'Hi <%= user.name %>', text: '<%= user.none %>', html: '<%=constructor%>' };
      const { message } = await email().sendTemplatedEmail({ to: 'a' }, template, { user: { name: 'Ada' } });
      expect(message).to.include({ subject: 'Hi Ada', text: '<%= user.none %>', html: '<%=constructor%>' });
      expect(await refused(() => email().sendTemplatedEmail({ to: 'a' }, { text: '' }, {}))).to.match(
        /missing from your email template : subject, html/,
      );
    });
  });

  describe('upload', () => {
    const upload = (): any => service('upload', 'upload');
    const fileOf = async (name: string, text: string) => {
      const filepath = join(folder, name);
      await writeFile(filepath, text);
      return { filepath, originalFilename: name, mimetype: 'text/plain', size: text.length };
    };

    it('stores files from disk, links them to a row, and removes them', async () => {
      const dish = await served.app.documents('api::dish.dish').create({ data: { name: 'soup' } });
      const [file] = await upload().upload({
        data: {
          fileInfo: { name: 'recipe', caption: 'hot' },
          ref: 'api::dish.dish',
          refId: dish['id'],
          field: 'picture',
        },
        files: await fileOf('recipe.txt', 'boil'),
      });
      expect(file).to.include({ name: 'recipe', caption: 'hot', ext: '.txt', mime: 'text/plain' });
      const [linked] = await served.app.documents('api::dish.dish').findMany({ populate: ['picture'] });
      expect(linked?.['picture']).to.have.property('id', file.id);
      expect(await upload().findOne(file.id)).to.have.property('name', 'recipe');
      expect(await upload().updateFileInfo(file.id, { alternativeText: 'x' })).to.have.property(
        'alternativeText',
        'x',
      );
      const replaced = await upload().replace(file.id, { data: {}, file: await fileOf('new.txt', 'stew') });
      expect(replaced).to.include({ id: file.id }).and.not.include({ hash: file.hash });
      await upload().remove(replaced);
      expect(await upload().findOne(file.id)).to.equal(null);
    });

    it('names a file by its path where the code does not', async () => {
      const { filepath } = await fileOf('plan.txt', 'a plan');
      const given = { filepath, originalFileName: 'plan.txt' };
      const [file] = await upload().upload({ data: { fileInfo: { name: 'plan' } }, files: given });
      expect(file).to.include({ name: 'plan', ext: '.txt' });
      const [unnamed] = await upload().upload({ data: {}, files: { filepath } });
      expect(unnamed).to.include({ name: 'plan.txt' });
    });

    it('answers records that documents take for media', async () => {
      const files = [await fileOf('one.txt', '1'), await fileOf('two.txt', '2')];
      const [file, second] = await upload().upload({ data: {}, files });
      const data = { name: 'stew', picture: file };
      const made = await served.app.documents('api::dish.dish').create({ data, populate: ['picture'] });
      expect(made['picture']).to.include({ id: file.id });
      const { create, update } = served.app.entityService;
      const menu = await create('api::menu.menu', { data: { name: 'm', pictures: [] } });
      const changed = { data: { pictures: { connect: [file, second] } }, populate: ['pictures'] };
      const after: any = await update('api::menu.menu', menu['id'], changed);
      expect(after.pictures).to.have.length(2);
    });

    it('takes several files, and leaves nothing if one is missing', async () => {
      const files = [await fileOf('one.txt', '1'), await fileOf('two.txt', '2')];
      expect(await upload().upload({ data: {}, files })).to.have.length(2);
      const gone = { filepath: join(folder, 'gone.txt'), originalFilename: 'gone.txt' };
      const before = (await upload().findMany()).length;
      expect(await refused(() => upload().upload({ data: {}, files: [files[0], gone] }))).to.match(
        /filepath cannot be read/,
      );
      expect(await upload().findMany()).to.have.length(before);
      const { pagination, results } = await upload().findPage({ pageSize: 1 });
      expect([results.length, pagination]).to.deep.equal([
        1,
        { page: 1, pageSize: 1, pageCount: before, total: before },
      ]);
    });

    it('does not publish the draft that it links to', async () => {
      const menus = served.app.documents('api::menu.menu');
      const draft = await menus.create({ data: { name: 'lunch' } });
      const data = { ref: 'api::menu.menu', refId: draft['id'], field: 'pictures' };
      await upload().upload({ data, files: [await fileOf('menu.txt', 'm')] });
      const documentId = draft['documentId'] as string;
      expect(await menus.findOne({ documentId, status: 'published' })).to.equal(null);
      const found = await menus.findOne({ documentId, populate: ['pictures'] });
      expect(found?.['pictures']).to.have.length(1);
    });
  });

  describe('users-permissions', () => {
    const users = (): any => service('users-permissions', 'user');
    const jwt = (): any => service('users-permissions', 'jwt');
    const data = {
      username: 'ada',
      email: 'Ada@example.com',
      password: 'lovelace1815',
      confirmed: true,
      provider: 'local',
    };
    let ada: any;
    before(async () => {
      const [role] = await served.app
        .documents('plugin::users-permissions.role')
        .findMany({ filters: { type: 'authenticated' } });
      ada = await users().add({ ...data, role: role?.['id'] });
    });

    it('adds users with hashed passwords, who can sign in', async () => {
      expect(ada).to.include({ username: 'ada', email: 'ada@example.com' });
      expect(ada).to.have.nested.property('role.type', 'authenticated');
      const login = { identifier: 'ada', password: data.password };
      expect((await served.rest(undefined, 'POST', '/auth/local', login)).status).to.equal(200);
    });

    it('changes what roles may do by their trees, as bootstraps of projects do', async () => {
      const roles = service('users-permissions', 'role');
      const tellers = (await roles.find()) as { id: number; type: string; nb_users: number }[];
      expect(tellers.map(({ type, nb_users }) => [type, nb_users])).to.deep.include.members([
        ['authenticated', 1],
        ['public', 0],
      ]);
      const { id } = tellers.find(({ type }) => type === 'public') ?? { id: 0 };
      const read = async () => (await roles.findOne(id)).permissions['api::dish'].controllers.dish;
      const status = async () => (await served.rest(undefined, 'GET', '/dishs')).status;
      expect((await read()).find).to.deep.equal({ enabled: false, policy: '' });
      const [role, before] = [await roles.findOne(id), await status()];
      role.permissions['api::dish'].controllers.dish.find.enabled = true;
      await roles.updateRole(id, { name: role.name, permissions: role.permissions });
      expect([before, await status()]).to.deep.equal([403, 200]);
      expect((await read()).find.enabled).to.equal(true);
      await roles.updateRole(id, { description: 'Everybody' });
      expect(await status()).to.equal(200);
      await roles.updateRole(id, {
        permissions: { 'api::dish': { controllers: { dish: { findOne: { enabled: true } } } } },
      });
      expect([await status(), (await read()).findOne.enabled]).to.deep.equal([403, true]);
      await roles.updateRole(id, { permissions: {} });
      expect((await roles.findOne(id)).description).to.equal('Everybody');
      expect((await read()).findOne.enabled).to.equal(false);
      const tree = { 'api::dish': { controllers: { dish: { find: { enabled: true } } } } };
      await roles.createRole({ name: 'Waiter', description: 'Serves', permissions: tree });
      const made = (await roles.find()).find(({ name }: any) => name === 'Waiter');
      expect(made).to.include({ type: 'waiter', description: 'Serves', nb_users: 0 });
      expect((await roles.findOne(made.id)).permissions['api::dish'].controllers.dish.find.enabled).to.equal(
        true,
      );
      const missing = await roles.findOne(9999).catch((error: Error) => error);
      expect(missing).to.include({ name: 'NotFoundError', message: 'Role not found' });
    });

    it('sends the mail that confirms an address', async () => {
      const bea = { username: 'bea', email: 'bea@example.com', password: 'lovelace1815', confirmed: false };
      const added = await users().add(bea);
      const mail = new Promise<any>((resolve) => void ((globalThis as any).heardOfMail = resolve));
      await users().sendConfirmationEmail(added);
      const { to, text } = await mail;
      delete (globalThis as any).heardOfMail;
      expect(to).to.equal('bea@example.com');
      const code = /confirmation=(\w+)/.exec(text)?.[1];
      await fetch(`${served.url}/api/auth/email-confirmation?confirmation=${code}`, { redirect: 'manual' });
      expect(await users().fetch(added.id)).to.include({ confirmed: true });
      expect(await refused(() => users().sendConfirmationEmail({ id: added.id }))).to.equal(
        'sendConfirmationEmail needs a user with an email',
      );
      await users().remove({ id: added.id });
    });

    it('finds, counts, changes and removes them by the numeric id', async () => {
      expect(await users().fetch(ada.id, { populate: ['role'] })).to.have.nested.property('role.type');
      expect(await users().fetch('999999')).to.equal(null);
      expect(await users().fetchAuthenticatedUser(ada.id)).to.have.nested.property('role.type');
      expect(await users().fetchAll({ filters: { username: 'ada' } })).to.have.length(1);
      expect(await users().edit(ada.id, { nickname: 'countess' })).to.include({ nickname: 'countess' });
      const bob = await users().add({ ...data, username: 'bob', email: 'bob@example.com' });
      expect(await users().count()).to.equal(2);
      expect(await users().count({ email: 'bob@example.com' })).to.equal(1);
      expect(await users().remove({ id: bob.id })).to.include({ username: 'bob' });
      expect(await users().count()).to.equal(1);
      expect(await refused(() => users().edit(bob.id, {}))).to.equal(`There is no user ${bob.id}`);
    });

    it('checks passwords against the hashes of rows', async () => {
      const { password } = await users().fetch(ada.id);
      expect(await users().validatePassword(data.password, password)).to.equal(true);
      expect(await users().validatePassword('another', password)).to.equal(false);
    });

    it('issues tokens that sign users in, and verifies those of the server', async () => {
      const token = jwt().issue({ id: ada.id }) as string;
      const me = await served.rest({ token }, 'GET', '/users/me');
      expect([me.status, me.body.username]).to.deep.equal([200, 'ada']);
      const login = { identifier: 'ada', password: data.password };
      const { body } = await served.rest(undefined, 'POST', '/auth/local', login);
      expect(await jwt().verify(body.jwt)).to.include({ id: ada.id });
      const { iat, exp } = await jwt().verify(token);
      expect(exp - iat).to.equal(3600);
      expect(await jwt().getToken({ request: { header: { authorization: `Bearer ${token}` } } })).to.include({
        id: ada.id,
      });
      expect(await jwt().getToken({ request: { header: {} } })).to.equal(null);
      expect(await refused(() => jwt().verify(`${token}x`))).to.equal('Invalid token.');
    });

    it('issues no tokens for nobody: unknown and blocked users, and payloads without an id', async () => {
      const status = async (payload: object): Promise<number> =>
        (await served.rest({ token: jwt().issue(payload) }, 'GET', '/users/me')).status;
      const eve = await users().add({ ...data, username: 'eve', email: 'eve@example.com', blocked: true });
      expect(await status({ id: eve.id })).to.equal(401);
      expect(await status({ id: 999_999 })).to.equal(401);
      expect(await status({ purpose: 'invitation' })).to.equal(401);
      expect(await status({ id: String(ada.id) })).to.equal(401);
    });
  });

  it('has locales', async () => {
    const locales = service('i18n', 'locales');
    await locales.create({ code: 'fr', name: 'French' });
    expect(await locales.findByCode('fr')).to.include({ name: 'French' });
    expect(await locales.getDefaultLocale()).to.equal('en');
    expect(await locales.find()).to.have.length(2);
  });
});

describe('the provider of mails', () => {
  const start = async (config: object, files: object = {}): Promise<string> => {
    try {
      const served = await serveApp({ 'config/plugins.json': { email: { config } }, ...files });
      await served.stop();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('stops the start if its package is missing, or has no init', async () => {
    expect(await start({ provider: 'pigeon' })).to.match(
      /The e-mail provider "pigeon" is not installed: run npm install @strapi\/provider-email-pigeon, or set MAIL_URL/,
    );
    expect(
      await start({ provider: 'owl' }, { 'node_modules/owl/index.js': 'module.exports = {};' }),
    ).to.match(/The e-mail provider owl has no function init/);
  });

  describe('nodemailer', () => {
    let server: MailServer;
    before(async () => (server = await openMailServer()));
    after(() => server.close());

    it('has the options of its transport', async () => {
      const { hostname: host, port } = new URL(server.url);
      const providerOptions = { host, port: Number(port), ignoreTLS: true };
      const settings = { defaultFrom: 'shop@example.com' };
      const served = await serveApp({
        'config/plugins.json': { email: { config: { provider: 'nodemailer', providerOptions, settings } } },
      });
      try {
        const email = served.app.plugins['email']?.services['email'] as any;
        const attachments = [{ filename: 'a.txt', content: 'attached' }];
        await email.send({
          to: ['ada@example.com', 'bob@example.com'],
          subject: 'Hi',
          text: 'text',
          attachments,
        });
        expect(server.received[0]).to.deep.include({
          from: 'shop@example.com',
          to: ['ada@example.com', 'bob@example.com'],
        });
        expect(server.received[0]?.text).to.include('a.txt');
      } finally {
        await served.stop();
      }
    });
  });
});
