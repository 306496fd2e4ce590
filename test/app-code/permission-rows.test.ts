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

  describe('through strapi.documents', () => {
    const action = 'api::article.article.find';
    const roleOf = async (type: string) => {
      const found = await strapi.documents(role).findFirst({ filters: { type } });
      return { id: Number(found?.['id']), documentId: textOf(found?.['documentId']) };
    };

    it('are the same permissions', async () => {
      const { id, documentId } = await roleOf('public');
      const service = strapi.documents(permission);
      const made = await service.create({ data: { action, role: documentId }, populate: ['role'] });
      expect(mayPublic('api::article.article')).to.deep.equal(['find']);
      expect(made).to.have.nested.property('role.type', 'public');
      const row = await strapi.db.query(permission).findOne({ where: { action, role: id } });
      expect(await service.findOne({ documentId: textOf(made['documentId']) })).to.deep.equal(row);
      const filters = { role: { type: 'public' }, action: { $startsWith: 'api::' } };
      expect(await service.findMany({ filters, fields: ['action'] })).to.deep.equal([
        { id: row?.['id'], documentId: row?.['documentId'], action },
      ]);
      expect(await service.findFirst({ filters: { role: { id } }, sort: 'action:asc', populate: '*' }))
        .to //
        .have.nested.property('role.id', id);
      expect([await service.count({ filters }), await service.count({ _q: 'article' })]).to.deep.equal([
        1, 1,
      ]);
      expect(await service.findMany({ sort: ['action'], start: 1, limit: 2 })).to.deep.equal(
        (await service.findMany({ sort: ['action'] })).slice(1, 3),
      );
      const found = await strapi.entityService.findOne(permission, row?.['id']);
      expect(found).to.deep.equal(row);
    });

    it('are changed and deleted as grants', async () => {
      const { documentId } = await roleOf('public');
      const service = strapi.documents(permission);
      const made = await service.create({ data: { action, role: { connect: [documentId] } } });
      const changed = await service.update({
        documentId: textOf(made['documentId']),
        data: { action: 'api::article.article.create' },
      });
      expect(mayPublic('api::article.article')).to.deep.equal(['create']);
      const deleted = await service.delete({ documentId: textOf(changed?.['documentId']) });
      expect(deleted).to.deep.equal({ documentId: changed?.['documentId'], entries: [changed] });
      expect(mayPublic('api::article.article')).to.deep.equal([]);
      expect(await service.delete({ documentId: textOf(made['documentId']) })).to.deep.equal({
        documentId: made['documentId'],
        entries: [],
      });
      expect(await service.update({ documentId: textOf(made['documentId']), data: {} })).to.equal(null);
      expect(await service.findOne({ documentId: textOf(made['documentId']) })).to.equal(null);
    });

    it('are refused by name where they are unknown, and are not copied', async () => {
      const service = strapi.documents(permission);
      const messageOf = (work: Promise<unknown>) => work.then(String, ({ message }: Error) => message);
      const { documentId } = await roleOf('public');
      for (const params of [{ filters: { a: 1 } }, { fields: ['a'] }, { sort: 'a' }, { populate: ['a'] }])
        expect(await messageOf(service.findMany(params)), JSON.stringify(params)).to.equal('Invalid key a');
      expect(await messageOf(service.clone({ documentId }))).to.equal(
        'plugin::users-permissions.permission is a grant and cannot be copied: create one',
      );
    });

    it('populate roles', async () => {
      const { documentId } = await roleOf('public');
      await strapi.documents(permission).create({ data: { action, role: documentId } });
      const service = strapi.documents(role);
      const actionsOf = (found: unknown) =>
        (found as { permissions: { action: string }[] }).permissions
          .map((one) => one.action)
          .filter((name) => name.startsWith('api::'));
      for (const populate of ['permissions', ['permissions'], ['permissions.role', 'users'], '*'])
        expect(actionsOf(await service.findOne({ documentId, populate })), String(populate)).to.deep.equal([
          action,
        ]);
      const narrowed = { permissions: { filters: { action: { $contains: 'article' } }, fields: ['action'] } };
      const [first] = await service.findMany({ filters: { type: 'public' }, populate: narrowed });
      expect(first).to.have.nested.property('permissions.length', 1);
      const found = await service.findFirst({ filters: { type: 'public' }, populate: ['permissions.role'] });
      expect(found).to.have.nested.property('permissions[0].role.type', 'public');
      const updated = await service.update({ documentId, data: { description: 'all' }, populate: narrowed });
      expect(updated).to.include({ description: 'all' }).and.to.have.nested.property('permissions.length', 1);
      const entity = await strapi.entityService.findMany(role, { populate: ['permissions'] });
      expect(entity).to.have.nested.property('[0].permissions').that.is.an('array');
    });
  });
});
