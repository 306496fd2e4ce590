import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import type { AppObject } from '../../src/adapters/app-code/create-app-object.js';
import { contentType, drafts, schemaFrom } from '../schema-builders.js';
import { createQueriesWorld, type QueriesWorld } from './queries-world.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('article', 'articles', { title: { type: 'string' } }, drafts),
    contentType('category', 'categories', { name: { type: 'string' } }),
  ],
});

const permission = 'plugin::users-permissions.permission';
const role = 'plugin::users-permissions.role';

describe('roles and permissions as rows', () => {
  let world: QueriesWorld;
  let strapi: AppObject;

  beforeEach(async () => {
    world = await createQueriesWorld(schema);
    strapi = world.app;
  });

  const mayPublic = (uid: string): readonly string[] =>
    world.access
      .grants()
      .filter(({ name }) => name === 'public')
      .flatMap(({ grants }) => grants.filter(({ type }) => type === uid).flatMap(({ actions }) => actions));

  it('run the seed of the examples: a permission for each action of each controller', async () => {
    const setPublicPermissions = async (newPermissions: Record<string, string[]>): Promise<void> => {
      const publicRole = await strapi.query(role).findOne({ where: { type: 'public' } });
      const allPermissionsToCreate = Object.keys(newPermissions).flatMap((controller) =>
        (newPermissions[controller] ?? []).map((action) =>
          strapi.query(permission).create({
            data: { action: `api::${controller}.${controller}.${action}`, role: publicRole?.['id'] },
          }),
        ),
      );
      await Promise.all(allPermissionsToCreate);
    };
    await setPublicPermissions({ article: ['find', 'findOne'], category: ['find', 'findOne'] });
    await setPublicPermissions({ article: ['find'] });
    expect(mayPublic('api::article.article')).to.deep.equal(['find', 'findOne']);
    expect(mayPublic('api::category.category')).to.deep.equal(['find', 'findOne']);
  });

  it('run a bootstrap that looks for each permission before it creates it', async () => {
    const grant = async (): Promise<number> => {
      let made = 0;
      const publicRole = await strapi.db
        .query(role)
        .findOne({ where: { type: 'public' }, populate: ['permissions'] });
      for (const action of ['api::article.article.find', 'plugin::users-permissions.auth.callback']) {
        const exists = await strapi.db
          .query(permission)
          .findOne({ where: { action, role: { id: publicRole?.['id'] } } });
        if (exists) continue;
        await strapi.db
          .query(permission)
          .create({ data: { action, role: publicRole?.['id'], enabled: true } });
        made++;
      }
      return made;
    };
    expect(await grant()).to.equal(1);
    expect(await grant()).to.equal(0);
    expect(mayPublic('api::article.article')).to.deep.equal(['find']);
  });

  it('run a bootstrap that compares lists, and takes away what is too much', async () => {
    const publicRole = await strapi.db.query(role).findOne({ where: { type: 'public' } });
    const id = publicRole?.['id'];
    await strapi.db.query(permission).createMany({
      data: ['find', 'create', 'delete'].map((action) => ({
        action: `api::article.article.${action}`,
        role: id,
      })),
    });
    const wanted = new Set(['api::article.article.find', 'api::category.category.find']);
    const existing = await strapi.db
      .query(permission)
      .findMany({ where: { role: id, action: { $startsWith: 'api::' } } });
    const actions = new Set(existing.map((row) => row['action'] as string));
    for (const row of existing)
      if (!wanted.has(row['action'] as string))
        await strapi.db.query(permission).delete({ where: { id: row['id'] } });
    for (const action of wanted)
      if (!actions.has(action))
        await strapi.db.query(permission).create({ data: { action, role: { connect: [{ id }] } } });
    expect(mayPublic('api::article.article')).to.deep.equal(['find']);
    expect(mayPublic('api::category.category')).to.deep.equal(['find']);
  });

  it('have ids, documentIds, actions and roles', async () => {
    const authenticated = await strapi.db.query(role).findOne({ where: { type: 'authenticated' } });
    const data = { action: 'api::article.article.find', role: authenticated?.['id'] };
    const made = await strapi.db.query(permission).create({ data, populate: ['role'] });
    expect(made).to.have.keys([
      'id',
      'documentId',
      'action',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'role',
    ]);
    expect(made).to.have.nested.property('role.type', 'authenticated');
    const where = { role: { type: 'authenticated' }, action: { $contains: 'article' } };
    expect(await strapi.db.query(permission).findOne({ where, select: ['action'] })).to.deep.equal({
      action: 'api::article.article.find',
    });
    expect(await strapi.db.query(permission).count({ where: { id: made['id'] } })).to.equal(1);
    const sorted = await strapi.db.query(permission).findMany({ orderBy: { action: 'desc' }, limit: 1 });
    expect(sorted[0]).to.have.property('action', 'plugin::users-permissions.user.me');
    expect(await strapi.db.query(permission).deleteMany({ where: { id: made['id'] } })).to.deep.equal({
      count: 1,
    });
    expect(await strapi.db.query(permission).findOne({ where: { id: made['id'] } })).to.equal(null);
  });

  it('know the actions of plugins by their own names', async () => {
    const publicRole = await strapi.db.query(role).findOne({ where: { type: 'public' } });
    const data = { action: 'plugin::upload.content-api.upload', role: publicRole?.['id'] };
    await strapi.db.query(permission).create({ data });
    expect(mayPublic('plugin::upload.file')).to.deep.equal(['create']);
    expect(await strapi.db.query(permission).count({ where: { action: data.action } })).to.equal(1);
  });

  it('log an action that cannot be granted, and do not stop the start', async () => {
    const publicRole = await strapi.db.query(role).findOne({ where: { type: 'public' } });
    const data = { action: 'plugin::documentation.documentation.index', role: publicRole?.['id'] };
    expect(await strapi.db.query(permission).create({ data })).to.include({ action: data.action });
    expect(world.lines.join('\n')).to.match(/documentation\.index of the role public is not granted/);
    expect(await strapi.db.query(permission).count({ where: { action: data.action } })).to.equal(0);
  });

  it('keep the limits of a grant that is there', async () => {
    await strapi.access.grant('public', 'api::article.article', ['find'], { fields: ['title'] });
    const publicRole = await strapi.db.query(role).findOne({ where: { type: 'public' } });
    await strapi.db
      .query(permission)
      .create({ data: { action: 'api::article.article.find', role: publicRole?.['id'] } });
    const [grant] = world.access.grants().find(({ name }) => name === 'public')?.grants ?? [];
    expect(grant?.fields).to.deep.equal(['title']);
  });

  it('are created and deleted with their access', async () => {
    const editor = await strapi.db
      .query(role)
      .create({ data: { name: 'Editor', type: 'editor', description: 'd' } });
    await strapi.db
      .query(permission)
      .create({ data: { action: 'api::article.article.create', role: editor['id'] } });
    const found = await strapi.db.query(role).findOne({
      where: { type: 'editor' },
      populate: { permissions: { where: { action: { $startsWith: 'api::' } } } },
    });
    expect(found).to.have.nested.property('permissions[0].action', 'api::article.article.create');
    expect(await strapi.db.query(role).delete({ where: { id: editor['id'] } })).to.include({
      type: 'editor',
    });
    expect(world.access.grants().some(({ name }) => name === 'editor')).to.equal(false);
    const service = strapi.documents(role);
    const made = await service.create({ data: { name: 'Writer', type: 'writer' } });
    expect(world.access.grants().some(({ name }) => name === 'writer')).to.equal(true);
    await service.delete({ documentId: textOf(made['documentId']) });
    expect(world.access.grants().some(({ name }) => name === 'writer')).to.equal(false);
  });
});
