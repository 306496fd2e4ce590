import { expect } from 'chai';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { contentTypeOf, inverseOf, scalarOf } from '../../../../src/domain/schema/schema.js';
import { build, built, faultsOf } from './sources.js';

const userUid = 'plugin::users-permissions.user';

const extension = (attributes: object, more: object = {}, uid = userUid) => ({
  contentTypes: [
    { uid, file: 'user.json', definition: { collectionName: 'up_users', info: {}, attributes, ...more } },
  ],
  components: [],
});

describe('built-in content-types', () => {
  it('are part of every schema, without routes', () => {
    const schema = build({});
    expect(
      [...schema.contentTypes.values()].map(({ uid, collectionName, exposed }) => [
        uid,
        collectionName,
        exposed,
      ]),
    ).to.deep.equal([
      ['plugin::admin.administrator', 'ad_administrators', false],
      ['plugin::admin.link', 'ad_links', false],
      ['plugin::admin.role', 'ad_roles', false],
      ['plugin::admin.session', 'ad_sessions', false],
      ['plugin::admin.view', 'ad_views', false],
      ['plugin::bulk.job', 'bk_jobs', false],
      ['plugin::history.entry', 'hs_entries', false],
      ['plugin::i18n.locale', 'i18n_locales', false],
      ['plugin::releases.release', 'rl_releases', false],
      ['plugin::upload.file', 'files', false],
      ['plugin::upload.folder', 'upload_folders', false],
      ['plugin::users-permissions.role', 'up_roles', false],
      ['plugin::users-permissions.session', 'up_sessions', false],
      [userUid, 'up_users', false],
      ['plugin::webhooks.delivery', 'wh_deliveries', false],
      ['plugin::webhooks.webhook', 'wh_webhooks', false],
    ]);
  });

  it('keep secrets private', () => {
    const user = contentTypeOf(build({}), userUid);
    for (const name of ['password', 'resetPasswordToken', 'confirmationToken'])
      expect(scalarOf(user, name).private).to.equal(true);
    expect(scalarOf(user, 'email')).to.include({
      type: 'email',
      unique: true,
      required: true,
      private: false,
    });
    expect(scalarOf(user, 'confirmed')).to.include({ type: 'boolean', default: false });
  });

  it('link users and roles', () => {
    const schema = build({});
    const role = contentTypeOf(schema, userUid).attributes.get('role');
    if (role?.kind !== 'relation') throw new Error('no role');
    expect(inverseOf(schema, role)).to.equal(
      contentTypeOf(schema, 'plugin::users-permissions.role').attributes.get('users'),
    );
  });

  it('get more attributes from the app, in the order of the file', () => {
    const schema = built(
      buildSchema(
        extension({
          nickname: { type: 'string' },
          username: { type: 'string', minLength: 5, unique: false },
        }),
      ),
    );
    const user = contentTypeOf(schema, userUid);
    expect(user).to.include({ collectionName: 'up_users', singularName: 'user', exposed: false });
    expect(scalarOf(user, 'nickname').type).to.equal('string');
    expect(scalarOf(user, 'username')).to.include({ minLength: 5, unique: true, required: true });
    expect(scalarOf(user, 'password').private).to.equal(true);
  });

  it('can be repeated in full, as in existing projects', () => {
    const role = {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
      configurable: false,
    };
    const password = {
      type: 'password',
      minLength: 6,
      configurable: false,
      private: true,
      searchable: false,
    };
    expect(
      faultsOf(
        extension({ role, password }, { options: { draftAndPublish: false }, kind: 'collectionType' }),
      ),
    ).to.deep.equal([]);
  });

  it('can be copied from Strapi with what the server keeps elsewhere', () => {
    const folder = {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::upload.folder',
      inversedBy: 'files',
      private: true,
    };
    const file = {
      name: { type: 'string', configurable: false, required: true },
      related: { type: 'relation', relation: 'morphToMany', configurable: false },
      folder,
      folderPath: { type: 'string', minLength: 1, required: true, private: true, searchable: false },
      credit: { type: 'string' },
    };
    const schema = built(buildSchema(extension(file, {}, 'plugin::upload.file')));
    const { attributes } = contentTypeOf(schema, 'plugin::upload.file');
    expect([...attributes.keys()])
      .to.include.members(['folder', 'credit'])
      .and.not.include('related');
    const permissions = {
      type: 'relation',
      relation: 'oneToMany',
      target: 'plugin::users-permissions.permission',
      mappedBy: 'role',
    };
    expect(faultsOf(extension({ permissions }, {}, 'plugin::users-permissions.role'))).to.deep.equal([]);
    const elsewhere = { ...folder, inversedBy: 'others' };
    expect(
      faultsOf(extension({ folder: elsewhere }, {}, 'plugin::upload.file')).map(({ path }) => path),
    ).to.include('attributes.folder.inversedBy');
  });

  it('cannot have the attributes that only the server has', () => {
    expect(
      faultsOf(extension({ subject: { type: 'string' } })).map(({ path, message }) => `${path}: ${message}`),
    ).to.deep.equal(['attributes.subject: is an attribute of the server: choose another name']);
  });

  it('cannot have attributes of another type', () => {
    expect(
      faultsOf(extension({ password: { type: 'string' } })).map(({ path, message }) => `${path}: ${message}`),
    ).to.deep.equal(['attributes.password.type: must stay "password": the server itself uses "password"']);
    expect(
      faultsOf(extension({}, { options: { draftAndPublish: true } })).map(({ path }) => path),
    ).to.include('options.draftAndPublish');
    expect(faultsOf(extension({}, {}, 'plugin::other.thing')).map(({ message }) => message)).to.deep.equal([
      'there is no content-type plugin::other.thing to extend: only plugin::i18n.locale, plugin::upload.file, plugin::upload.folder, plugin::users-permissions.role, plugin::users-permissions.user can be extended',
    ]);
  });
});
