import { expect } from 'chai';
import { serveProject, type ServedProject } from '../app-code/project.js';

interface Described {
  readonly uid: string;
  readonly schema: {
    readonly kind?: string;
    readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

const files = {
  'src/api/chef/content-types/chef/schema.json': {
    kind: 'collectionType',
    collectionName: 'chefs',
    info: { singularName: 'chef', pluralName: 'chefs', displayName: 'Chef', description: 'Cooks' },
    attributes: {
      secret: { type: 'string', private: true },
      name: { type: 'string', required: true, pluginOptions: { i18n: { localized: false } } },
      dishes: { type: 'relation', relation: 'oneToMany', target: 'api::menu.menu', mappedBy: 'chef' },
      photo: { type: 'media', multiple: false, allowedTypes: ['images'] },
      guarded: {
        type: 'relation',
        relation: 'oneToOne',
        target: 'api::menu.menu',
        inversedBy: 'guard',
        private: true,
      },
    },
  },
  'src/api/menu/content-types/menu/schema.json': {
    kind: 'singleType',
    collectionName: 'menus',
    info: { singularName: 'menu', pluralName: 'menus', displayName: 'Menu' },
    options: { draftAndPublish: true },
    pluginOptions: { 'content-type-builder': { visible: false } },
    attributes: {
      chef: { type: 'relation', relation: 'manyToOne', target: 'api::chef.chef', inversedBy: 'dishes' },
      parts: { type: 'component', component: 'menu.part', repeatable: true },
      guard: { type: 'relation', relation: 'oneToOne', target: 'api::chef.chef', mappedBy: 'guarded' },
    },
  },
  'src/components/menu/part.json': {
    collectionName: 'parts',
    info: { displayName: 'Part', icon: 'bell' },
    attributes: { text: { type: 'text' } },
  },
};

const path = '/api/content-type-builder';

describe('the content-types over REST', () => {
  const get = async ({ url }: ServedProject, address: string, token?: string) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${path}/${address}`, { headers });
    const body = (await answer.json()) as { data: never };
    return { status: answer.status, data: body.data };
  };

  it('are described as by the content-type builder of Strapi', () =>
    serveProject(files, async (served) => {
      const all = (await get(served, 'content-types')).data as readonly Described[];
      expect(all.map(({ uid }) => uid)).to.deep.equal([
        'api::chef.chef',
        'api::dish.dish',
        'api::menu.menu',
        'plugin::i18n.locale',
        'plugin::upload.file',
        'plugin::upload.folder',
        'plugin::users-permissions.role',
        'plugin::users-permissions.user',
      ]);
      const chef = all[0];
      expect(chef).to.deep.include({ uid: 'api::chef.chef', apiID: 'chef' }).and.not.have.property('plugin');
      expect(chef?.schema).to.include({
        displayName: 'Chef',
        singularName: 'chef',
        pluralName: 'chefs',
        description: 'Cooks',
        kind: 'collectionType',
        collectionName: 'chefs',
        draftAndPublish: false,
        visible: true,
        restrictRelationsTo: null,
      });
      const { name, dishes, photo, ...others } = chef?.schema.attributes ?? {};
      expect(name).to.deep.include({
        type: 'string',
        required: true,
        pluginOptions: { i18n: { localized: false } },
      });
      expect(dishes).to.include({
        type: 'relation',
        relation: 'oneToMany',
        target: 'api::menu.menu',
        targetAttribute: 'chef',
      });
      expect(photo).to.deep.include({ type: 'media', multiple: false, allowedTypes: ['images'] });
      expect(others).to.deep.equal({});
      // `guarded`, the other end, is private.
      expect(all[2]?.schema.attributes['guard']).to.include({
        target: 'api::chef.chef',
        targetAttribute: null,
      });
      expect(JSON.stringify(all)).not.to.include('guarded');
      expect(all[2]?.schema).to.deep.include({
        draftAndPublish: true,
        visible: false,
        restrictRelationsTo: [],
      });
      expect(all.at(-1)).to.include({ plugin: 'users-permissions' });
      expect(all.at(-1)?.schema.attributes).not.to.have.any.keys('sessionEpoch', 'password');
    }));

  it('are found by UID and by kind, and so are components', () =>
    serveProject(files, async (served) => {
      expect((await get(served, 'content-types/api::menu.menu')).data).to.have.property(
        'uid',
        'api::menu.menu',
      );
      expect((await get(served, 'content-types?kind=singleType')).data).to.have.length(1);
      expect((await get(served, 'content-types?kind=other')).status).to.equal(400);
      expect((await get(served, 'content-types/api::none.none')).status).to.equal(404);
      const [part] = (await get(served, 'components')).data as readonly Described[];
      expect(part).to.deep.equal({
        uid: 'menu.part',
        category: 'menu',
        apiId: 'part',
        schema: {
          displayName: 'Part',
          description: '',
          icon: 'bell',
          collectionName: 'parts',
          pluginOptions: {},
          attributes: { text: { type: 'text', unique: false, required: false, private: false } },
        },
      });
      expect((await get(served, 'components/menu.part')).data).to.deep.equal(part);
      const posted = await fetch(`${served.url}${path}/content-types`, { method: 'POST' });
      expect(posted.status).to.equal(405);
    }));

  it('are for whoever may read the description of the API', async () => {
    await serveProject(
      files,
      async (served) => {
        const { access } = served.strapi;
        const status = async (token?: string) => (await get(served, 'content-types', token)).status;
        const made = async (name: string, kind: string, grants?: object) =>
          (await access.createToken({ name, access: kind, ...(grants && { grants }) })).token;
        expect([await status(), await status('wrong')]).to.deep.equal([403, 401]);
        expect(await status(await made('all', 'full-access'))).to.equal(200);
        expect(await status(await made('reader', 'read-only'))).to.equal(200);
        expect(await status(await made('some', 'custom', { 'api::chef.chef': ['find'] }))).to.equal(403);
      },
      { OPENAPI_ACCESS: 'tokens' },
    );
    await serveProject(
      files,
      async (served) => {
        expect((await get(served, 'content-types')).status).to.equal(404);
      },
      { OPENAPI_ACCESS: 'off' },
    );
  });
});
