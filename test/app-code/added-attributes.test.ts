import { expect } from 'chai';
import { readApp } from '../../src/bootstrap/read-app.js';
import { faultOf, serveProject, writeProject, type ProjectFiles } from './project.js';

const users = 'src/extensions/users-permissions/strapi-server.js';
const uploads = 'src/extensions/upload/strapi-server.js';

const extending = (code: string): string => `module.exports = (plugin) => {${code}\nreturn plugin; };`;

const team: ProjectFiles = {
  'src/api/team/content-types/team/schema.json': {
    kind: 'collectionType',
    collectionName: 'teams',
    info: { singularName: 'team', pluralName: 'teams', displayName: 'Team' },
    attributes: {
      name: { type: 'string' },
      members: {
        type: 'relation',
        relation: 'oneToMany',
        target: 'plugin::users-permissions.user',
        mappedBy: 'team',
      },
    },
  },
};

interface Made {
  readonly id: number;
  readonly documentId: string;
}

const teamOfUser = `{ type: 'relation', relation: 'manyToOne', target: 'api::team.team', inversedBy: 'members' }`;

/** The ways in which extensions of existing projects add the attribute `nickname`, and `team`. */
const ways: Readonly<Record<string, string>> = {
  'one by one': `
    const { attributes } = plugin.contentTypes.user.schema;
    if (!attributes.nickname) attributes.nickname = { type: 'string', maxLength: 10 };
    plugin.contentTypes.user.schema.attributes.team = ${teamOfUser};`,
  'as a new object': `
    strapi.log.info('extending with ' + typeof strapi.config.get('server.port'));
    plugin.contentTypes.user.schema = {
      ...plugin.contentTypes.user.schema,
      attributes: {
        ...plugin.contentTypes.user.schema.attributes,
        nickname: { type: 'string', maxLength: 10 },
        team: ${teamOfUser},
      },
    };`,
  'with a copy of the whole schema': `
    plugin.contentTypes.user = {
      schema: {
        kind: 'collectionType',
        collectionName: 'up_users',
        info: { name: 'user', singularName: 'user', pluralName: 'users', displayName: 'User' },
        options: { draftAndPublish: false, timestamps: true },
        attributes: {
          username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
          email: { type: 'email', minLength: 6, configurable: false, required: true },
          password: { type: 'password', minLength: 6, configurable: false, private: true },
          role: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.role', inversedBy: 'users', configurable: false },
          nickname: { type: 'string', maxLength: 10 },
          team: ${teamOfUser},
        },
      },
    };`,
  'beside changes of controllers and services': `
    const { me } = plugin.controllers.user;
    const issue = plugin.services.jwt.issue;
    plugin.services.greeter = () => ({ greet: () => typeof issue });
    plugin.controllers.user.me = async (ctx) => { await me(ctx); ctx.body.greeted = true; };
    Object.assign(plugin.contentTypes.user.schema.attributes, { nickname: { type: 'string', maxLength: 10 }, team: ${teamOfUser} });`,
};

const sendTo =
  (url: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: never }> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as never };
  };

describe('attributes that extensions of plugins add in code', () => {
  for (const [title, code] of Object.entries(ways))
    it(`are those of a schema file, added ${title}`, () =>
      serveProject({ ...team, [users]: extending(code) }, async ({ url, strapi }) => {
        const { documentId } = (await strapi
          .documents('api::team.team')
          .create({ data: { name: 'Blue' } })) as unknown as Made;
        const user = (await strapi.documents('plugin::users-permissions.user').create({
          data: { username: 'ann', email: 'ann@example.com', nickname: 'Annie', team: documentId },
        })) as unknown as Made;
        const members = await strapi
          .documents('api::team.team')
          .findOne({ documentId, populate: ['members'] });
        expect(members).to.have.nested.property('members[0].nickname', 'Annie');
        await strapi.access.grant('public', 'plugin::users-permissions.user', ['find', 'update']);
        const send = sendTo(url);
        const [found] = (await send('GET', '/users?filters[nickname]=Annie')).body as { nickname: string }[];
        expect(found).to.include({ nickname: 'Annie' });
        const refused = await send('PUT', `/users/${user.id}`, { nickname: 'much too long' });
        expect(refused.status).to.equal(400);
        expect(strapi.contentType('plugin::users-permissions.user')?.attributes).to.include.keys(
          'nickname',
          'team',
        );
      }));

  it('may be of files, and join those of a schema file', () =>
    serveProject(
      {
        [uploads]: extending(`plugin.contentTypes.file.schema.attributes.credit = { type: 'string' };`),
        'src/extensions/upload/content-types/file/schema.json': {
          attributes: { place: { type: 'string', required: true } },
        },
      },
      ({ strapi }) => {
        const { attributes } = strapi.contentType('plugin::upload.file') ?? {};
        expect(attributes).to.include.keys('credit', 'place', 'url');
      },
    ));

  it('are there for commands, which run no other code', async () => {
    const project = await writeProject({ ...team, [users]: extending(ways['one by one'] ?? '') });
    try {
      const read = await readApp(project.directory, { DATABASE_URL: 'memory:' });
      if (!read.ok) throw new Error(JSON.stringify(read.failure));
      const user = read.value.schema.contentTypes.get('plugin::users-permissions.user');
      expect([...(user?.attributes.keys() ?? [])]).to.include.members(['nickname', 'team']);
      expect(globalThis).not.to.have.property('strapi');
    } finally {
      await project.remove();
    }
  });

  it('are refused as those of schema files, with the file of the code', async () => {
    const add = (code: string) =>
      faultOf({ [users]: extending(`const { attributes } = plugin.contentTypes.user.schema; ${code}`) });
    expect(await add(`attributes.nickname = { type: 'nonsense' };`)).to.match(
      /src\/extensions\/users-permissions\/strapi-server\.js attributes\.nickname\.type: /,
    );
    expect(await add(`attributes.subject = { type: 'string' };`)).to.match(
      /strapi-server\.js attributes\.subject: is an attribute of the server: choose another name/,
    );
    expect(await add(`attributes.password.type = 'string';`)).to.match(/must stay "password"/);
    const more = `plugin.contentTypes.profile = { schema: { attributes: { a: { type: 'string' } } } };`;
    expect(await add(more)).to.match(/there is no content-type plugin::users-permissions\.profile to extend/);
  });

  it('are refused where code adds them later, which would have no effect', async () => {
    const bootstrap = (code: string) =>
      faultOf({ 'src/index.js': `module.exports = { bootstrap({ strapi }) {${code}} };` });
    const file = `strapi.contentType('plugin::upload.file')`;
    const late =
      /plugin::upload\.file cannot get or lose the attribute credit here: .*src\/extensions\/upload\/strapi-server/;
    for (const code of [
      `${file}.attributes.credit = { type: 'string' };`,
      `Object.assign(strapi.plugin('upload').contentTypes.file.attributes, { credit: { type: 'string' } });`,
      `delete strapi.contentTypes['plugin::upload.file'].attributes.credit;`,
    ])
      expect(await bootstrap(code)).to.match(late);
    expect(
      await bootstrap(`${file}.attributes = { ...${file}.attributes, credit: { type: 'string' } };`),
    ).to.match(/other attributes here/);
    expect(await bootstrap(`strapi.contentType('api::dish.dish').attributes.Stars = {};`)).to.match(
      /api::dish\.dish cannot get or lose the attribute Stars here: its schema file says what it has/,
    );
    expect(await bootstrap(`${file}.layouts = {};`)).to.equal('started');
  });

  it('cannot depend on the database, and the start says why', async () => {
    const code = `
      strapi.db.lifecycles.subscribe({ models: [], afterCreate() {} });
      plugin.contentTypes.user.schema.attributes.nickname = { type: 'string' };`;
    expect(await faultOf({ [users]: extending(code) })).to.match(
      /contentTypes\.user is not offered: attributes are declared in src\/extensions\/users-permissions\/content-types\/user\/schema\.json/,
    );
    await serveProject({ [users]: extending(code.replace(/plugin\..*/, '// contentTypes')) }, ({ said }) => {
      expect(said.join('\n')).to.match(
        /strapi-server\.js cannot add attributes, as running it before the database is open failed: /,
      );
    });
  });
});

const user = `strapi.contentType('plugin::users-permissions.user')`;

/** The ways in which `register` of existing projects adds the attribute `nickname`, and `team`. */
const waysOfRegister: Readonly<Record<string, string>> = {
  'one by one': `
    ${user}.attributes.nickname = { type: 'string', maxLength: 10 };
    strapi.plugin('users-permissions').contentTypes.user.attributes['team'] = ${teamOfUser};`,
  'as a new object': `
    const type = ${user};
    type.attributes = { ...type.attributes, nickname: { type: 'string', maxLength: 10 }, team: ${teamOfUser} };`,
  'by Object.assign': `
    const { attributes } = strapi.plugins['users-permissions'].contentTypes.user;
    Object.assign(attributes, { nickname: { type: 'string', maxLength: 10 }, team: ${teamOfUser} });`,
  'beside what needs the server': `
    strapi.log.info('extending users');
    strapi.plugin('graphql').service('extension').use(() => ({ resolversConfig: {} }));
    strapi.documents.use((context, next) => next());
    strapi.db.lifecycles.subscribe({ models: ['plugin::users-permissions.user'], afterCreate() {} });
    for (const route of strapi.server.routes([])?.list ?? []) route.config = {};
    strapi.counted = (strapi.counted ?? 0) + 1;
    for (const type of Object.values(strapi.contentTypes))
      if (type.uid === 'plugin::users-permissions.user')
        type.attributes.nickname = { type: 'string', maxLength: 10 };
    ${user}.attributes.team ??= ${teamOfUser};`,
};

const registering = (code: string): ProjectFiles => ({
  'src/index.js': `module.exports = { async register({ strapi }) {${code}} };`,
});

describe('attributes that register adds in code', () => {
  for (const [title, code] of Object.entries(waysOfRegister))
    it(`are those of a schema file, added ${title}`, () =>
      serveProject({ ...team, ...registering(code) }, async ({ url, strapi, said }) => {
        const { documentId } = (await strapi
          .documents('api::team.team')
          .create({ data: { name: 'Blue' } })) as unknown as Made;
        await strapi.documents('plugin::users-permissions.user').create({
          data: { username: 'ann', email: 'ann@example.com', nickname: 'Annie', team: documentId },
        });
        const members = await strapi
          .documents('api::team.team')
          .findOne({ documentId, populate: ['members'] });
        expect(members).to.have.nested.property('members[0].nickname', 'Annie');
        await strapi.access.grant('public', 'plugin::users-permissions.user', ['find']);
        const [found] = (await sendTo(url)('GET', '/users?filters[nickname]=Annie')).body as {
          nickname: string;
        }[];
        expect(found).to.include({ nickname: 'Annie' });
        expect(said.filter((line) => line.includes('cannot add attributes'))).to.deep.equal([]);
        expect(said.filter((line) => line.includes('extending users')).length).to.be.lessThan(2);
      }));

  it('may be of types of the project, change what files say, and join those of extensions', () =>
    serveProject(
      {
        [users]: extending(`plugin.contentTypes.user.schema.attributes.nickname = { type: 'string' };`),
        ...registering(`
          const { attributes } = strapi.contentType('api::dish.dish');
          attributes.Name = { ...attributes.Name, required: true };
          attributes.stars = { type: 'integer', default: 3 };
          if (!${user}.attributes.nickname) throw new Error('not there');
          ${user}.attributes.bio = { type: 'text' };`),
      },
      async ({ strapi }) => {
        const documents = strapi.documents('api::dish.dish');
        expect(await documents.create({ data: { Name: 'Soup' } })).to.include({ stars: 3 });
        const refused = await documents
          .create({ data: {}, status: 'published' })
          .catch((error: Error) => error);
        expect(refused).to.match(/Name/);
        const { attributes } = strapi.contentType('plugin::users-permissions.user') ?? {};
        expect(attributes).to.include.keys('nickname', 'bio');
      },
    ));

  it('may be in a file beside src/index, and are there for commands', async () => {
    const project = await writeProject({
      ...team,
      'src/index.js': `module.exports = { register: require('./extend-users.js') };`,
      'src/extend-users.js': `module.exports = ({ strapi }) => { ${waysOfRegister['one by one'] ?? ''} };`,
    });
    try {
      const read = await readApp(project.directory, { DATABASE_URL: 'memory:' });
      if (!read.ok) throw new Error(JSON.stringify(read.failure));
      const type = read.value.schema.contentTypes.get('plugin::users-permissions.user');
      expect([...(type?.attributes.keys() ?? [])]).to.include.members(['nickname', 'team']);
      expect(globalThis).not.to.have.property('strapi');
    } finally {
      await project.remove();
    }
  });

  it('are refused as those of schema files, with the file of the code', async () => {
    const add = (code: string) => faultOf(registering(`const { attributes } = ${user}; ${code}`));
    expect(await add(`attributes.nickname = { type: 'nonsense' };`)).to.match(
      /src\/index\.js attributes\.nickname\.type: /,
    );
    expect(await add(`delete attributes.email;`)).to.match(/cannot get or lose the attribute email here/);
  });

  it('stay those from before a failure, which the start reports', async () => {
    const failing = `${user}.attributes.bio = { type: 'text' }; throw new Error('on the way');`;
    expect(await faultOf(registering(failing))).to.match(/register of the app's code failed: on the way/);
  });

  it('are missing for commands, which say so, where the code cannot be loaded', async () => {
    const project = await writeProject({
      ...registering(`${user}.attributes.bio = { type: 'text' }; } }; ((`),
      [users]: extending(`plugin.contentTypes.user.schema.attributes.nickname = {}; ((`),
    });
    try {
      const read = await readApp(project.directory, { DATABASE_URL: 'memory:' });
      if (!read.ok) throw new Error(JSON.stringify(read.failure));
      expect(read.value.unasked).to.have.lengthOf(2);
      expect(read.value.unasked[0]).to.match(
        /^src\/extensions\/users-permissions\/strapi-server\.js cannot add attributes, .* failed: ./,
      );
      expect(read.value.unasked[1]).to.match(/^src\/index\.js cannot add attributes, .* failed: ./);
    } finally {
      await project.remove();
    }
  });

  it('are not asked for where no code names attributes', () =>
    serveProject(registering(`globalThis.registered = (globalThis.registered ?? 0) + 1;`), () => {
      const counted = globalThis as { registered?: number };
      expect(counted.registered).to.equal(1);
      delete counted.registered;
    }));
});
