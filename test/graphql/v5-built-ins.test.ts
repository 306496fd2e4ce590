import { expect } from 'chai';
import { startV5World, type AskOptions, type V5World } from './v5-world.js';

const user = { username: 'ann', email: 'ann@example.com', password: 'a quiet otter sings' };
const forbidden = 'Forbidden access';

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('files, locales, users and roles in the flat format', () => {
  let world: V5World;

  const asked = async (query: string, options?: AskOptions) => {
    const { body } = await world.ask(query, options);
    return body;
  };
  const data = async (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const body = await asked(query, { variables });
    expect(body.errors).to.equal(undefined);
    return body.data;
  };

  before(async () => {
    world = await startV5World();
  });

  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.stop();
  });

  it('register and log in, and answer the role only to users who are signed in', async () => {
    const { register } = await data(
      'mutation($i: UsersPermissionsRegisterInput!) { register(input: $i) { jwt user { id documentId username email confirmed blocked role { id name description type } } } }',
      { i: user },
    );
    expect(register.jwt).to.be.a('string');
    expect(register.user.id).to.match(/^\d+$/);
    expect(register.user.role).to.include({ name: 'Authenticated', type: 'authenticated' });
    const { login } = await data(
      'mutation { login(input: { identifier: "ann", password: "a quiet otter sings" }) { jwt user { username role { type } } } }',
    );
    expect(login.user).to.deep.equal({ username: 'ann', role: { type: 'authenticated' } });
    const wrong = await asked('mutation { login(input: { identifier: "ann", password: "x" }) { jwt } }');
    expect([wrong.data, wrong.errors[0].message]).to.deep.equal([null, 'Invalid identifier or password']);
    const me = await asked('{ me { username } }', { token: '' });
    expect([me.data, me.errors[0].message]).to.deep.equal([{ me: null }, forbidden]);
    const changed = await asked(
      'mutation { changePassword(currentPassword: "a quiet otter sings", password: "another otter sings", passwordConfirmation: "another otter sings") { jwt user { username } } }',
      { token: login.jwt },
    );
    expect(changed.data.changePassword.user).to.deep.equal({ username: 'ann' });
    expect(await data('mutation { forgotPassword(email: "nobody@example.com") { ok } }')).to.deep.equal({
      forgotPassword: { ok: true },
    });
  });

  it('manage users by numeric id or documentId, with their grants', async () => {
    const { createUsersPermissionsUser: created } = await data(
      'mutation($x: UsersPermissionsUserInput!) { createUsersPermissionsUser(data: $x) { data { documentId username confirmed role { type } } } }',
      { x: { ...user, username: 'bob', email: 'bob@example.com', confirmed: true } },
    );
    expect(created.data).to.include({ username: 'bob', confirmed: true });
    expect(created.data.role).to.deep.equal({ type: 'authenticated' });
    const { documentId } = created.data;
    const { body } = await world.rest('GET', `/users/${documentId}`);
    const update =
      'mutation($id: ID!) { updateUsersPermissionsUser(id: $id, data: { username: "bobby" }) { data { username } } }';
    for (const id of [String(body.id), documentId])
      expect((await data(update, { id })).updateUsersPermissionsUser).to.deep.equal({
        data: { username: 'bobby' },
      });
    expect(
      await data('query($d: ID!) { usersPermissionsUser(documentId: $d) { username email provider } }', {
        d: documentId,
      }),
    ).to.deep.equal({
      usersPermissionsUser: { username: 'bobby', email: 'bob@example.com', provider: 'local' },
    });
    expect(
      (await data('{ usersPermissionsUsers_connection { pageInfo { total } } }'))
        .usersPermissionsUsers_connection,
    ).to.deep.equal({ pageInfo: { total: 2 } });
    for (const query of [
      `mutation { deleteUsersPermissionsUser(id: "${documentId}") { data { username } } }`,
      'mutation { createUsersPermissionsUser(data: { username: "eve" }) { data { username } } }',
      '{ usersPermissionsUsers { username } }',
    ]) {
      const refused = await asked(query, { token: '' });
      expect([refused.data, refused.errors[0].message]).to.deep.equal([null, forbidden]);
    }
    const stray = await asked(
      'mutation { updateUsersPermissionsUser(id: "1", data: { resetPasswordToken: "x" }) { data { username } } }',
    );
    expect(stray.errors[0].extensions.code).to.equal('GRAPHQL_VALIDATION_FAILED');
    expect(
      (await data(`mutation { deleteUsersPermissionsUser(id: "${documentId}") { data { username } } }`))
        .deleteUsersPermissionsUser,
    ).to.deep.equal({ data: { username: 'bobby' } });
  });

  it('delete users, and show what the caller could read of them', async () => {
    const add = async (username: string): Promise<{ readonly id: string; readonly documentId: string }> => {
      const { documentId } = (
        await data(
          'mutation($x: UsersPermissionsUserInput!) { createUsersPermissionsUser(data: $x) { data { documentId } } }',
          { x: { ...user, username, email: `${username}@example.com` } },
        )
      ).createUsersPermissionsUser.data;
      const { body } = await world.rest('GET', `/users/${documentId}`);
      return { id: String(body.id), documentId };
    };
    const remove = (id: string, fields: string): string =>
      `mutation { deleteUsersPermissionsUser(id: "${id}") { data { ${fields} } } }`;
    const { token } = await world.app.access.createToken({
      name: 'janitor',
      access: 'custom',
      grants: [{ uid: 'plugin::users-permissions.user', actions: ['delete'] }],
    });
    const [carol, dora, emil] = [await add('carol'), await add('dora'), await add('emil')];
    for (const [id, fields] of [
      [carol.id, 'username'],
      [dora.documentId, 'documentId role { name }'],
    ] as const)
      expect(await asked(remove(id, fields), { token })).to.deep.equal({
        data: { deleteUsersPermissionsUser: { data: null } },
      });
    const shown = 'name: username role { type } again: role { type }';
    expect((await data(remove(emil.id, shown))).deleteUsersPermissionsUser.data).to.deep.equal({
      name: 'emil',
      role: { type: 'authenticated' },
      again: { type: 'authenticated' },
    });
    for (const id of ['abc', '99999', '99999999999', carol.documentId, emil.id])
      for (const fields of ['username', 'documentId'])
        for (const who of [world.token, token]) {
          const refused = await asked(remove(id, fields), { token: who });
          expect([refused.data, refused.errors[0].extensions.code], id).to.deep.equal([
            null,
            'STRAPI_NOT_FOUND_ERROR',
          ]);
        }
  });

  it('manage roles, and answer their grants', async () => {
    const done = { ok: true };
    expect(
      await data(
        'mutation { createUsersPermissionsRole(data: { name: "Editor", description: "Edits" }) { ok } }',
      ),
    ).to.deep.equal({ createUsersPermissionsRole: done });
    await world.app.access.grant('editor', 'api::dish.dish', ['find', 'create']);
    const read =
      '{ usersPermissionsRoles(filters: { type: { eq: "editor" } }) { documentId name description type permissions { action role { name } } permissions_connection { nodes { action } } users { username } } }';
    const { usersPermissionsRoles } = await data(read);
    const [{ documentId, ...role }] = usersPermissionsRoles;
    const actions = ['api::dish.dish.find', 'api::dish.dish.create'];
    expect(role).to.deep.equal({
      name: 'Editor',
      description: 'Edits',
      type: 'editor',
      permissions: actions.map((action) => ({ action, role: { name: 'Editor' } })),
      permissions_connection: { nodes: actions.map((action) => ({ action })) },
      users: [],
    });
    const pages =
      'query($p: PaginationArg) { usersPermissionsRole(documentId: "ID") { permissions(pagination: $p) { action } permissions_connection(pagination: $p) { nodes { action } } } }';
    const page = async (p: object) => asked(pages.replace('ID', documentId), { variables: { p } });
    const shown = (names: readonly string[]) => {
      const nodes = names.map((action) => ({ action }));
      return { data: { usersPermissionsRole: { permissions: nodes, permissions_connection: { nodes } } } };
    };
    expect(await page({ start: 1, limit: 1 })).to.deep.equal(shown(actions.slice(1)));
    expect(await page({ limit: -1 })).to.deep.equal(shown(actions));
    expect((await page({ page: 1, limit: 1 })).errors[0].extensions.code).to.equal('STRAPI_PAGINATION_ERROR');
    const update =
      'mutation($id: ID!) { updateUsersPermissionsRole(id: $id, data: { name: "Writer" }) { ok } }';
    expect(await data(update, { id: documentId })).to.deep.equal({ updateUsersPermissionsRole: done });
    const remove = `mutation { deleteUsersPermissionsRole(id: "${documentId}") { ok } }`;
    const refused = await asked(remove, { token: '' });
    expect([refused.data, refused.errors[0].message]).to.deep.equal([
      { deleteUsersPermissionsRole: null },
      forbidden,
    ]);
    expect(await data(remove)).to.deep.equal({ deleteUsersPermissionsRole: done });
  });

  it('read, describe and delete files', async () => {
    const form = new FormData();
    form.append('files', new Blob([pixel], { type: 'image/png' }), 'pixel.png');
    const uploaded = await fetch(`${world.url}/api/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.token}` },
      body: form,
    });
    const [file] = (await uploaded.json()) as readonly { readonly id: number; readonly documentId: string }[];
    if (file === undefined) throw new Error('no file');
    const { restaurant } = await data(
      'mutation($x: RestaurantInput!) { restaurant: createRestaurant(data: $x) { Cover { documentId name mime size url } Gallery { name } Gallery_connection { nodes { name } } } }',
      { x: { Name: 'With files', Cover: file.documentId, Gallery: [file.documentId] } },
    );
    expect(restaurant.Cover).to.include({
      documentId: file.documentId,
      name: 'pixel.png',
      mime: 'image/png',
    });
    expect(restaurant.Gallery).to.deep.equal([{ name: 'pixel.png' }]);
    expect(restaurant.Gallery_connection).to.deep.equal({ nodes: [{ name: 'pixel.png' }] });
    expect(
      await data(
        '{ uploadFiles(filters: { mime: { contains: "png" } }) { name } restaurants(filters: { Cover: { name: { eq: "pixel.png" } } }) { Name } }',
      ),
    ).to.deep.equal({ uploadFiles: [{ name: 'pixel.png' }], restaurants: [{ Name: 'With files' }] });
    const describe =
      'mutation($id: ID!, $i: FileInfoInput) { updateUploadFile(id: $id, info: $i) { name caption } }';
    for (const id of [String(file.id), file.documentId])
      expect(await data(describe, { id, i: { caption: `by ${id}` } })).to.deep.equal({
        updateUploadFile: { name: 'pixel.png', caption: `by ${id}` },
      });
    const { createMediaFolder: folder } = await data(
      'mutation { createMediaFolder(data: { name: "Trips" }) { documentId } }',
    );
    const isIn = async (place: string): Promise<boolean> => {
      const { body } = await world.rest('GET', `/upload/files?folder=${place}`);
      return body.some(({ documentId }: { documentId: string }) => documentId === file.documentId);
    };
    for (const [place, id] of [
      [folder.documentId, folder.documentId],
      ['root', null],
    ]) {
      await data(describe, { id: file.documentId, i: { folder: id } });
      expect(await isIn(place)).to.equal(true);
    }
    const focus =
      'mutation($id: ID!, $i: FileInfoInput) { updateUploadFile(id: $id, info: $i) { focalPoint } }';
    for (const focalPoint of [{ x: 12.5, y: 100 }, null])
      expect(await data(focus, { id: file.documentId, i: { focalPoint } })).to.deep.equal({
        updateUploadFile: { focalPoint },
      });
    const outside = await asked(focus, {
      variables: { id: file.documentId, i: { focalPoint: { x: 0, y: 101 } } },
    });
    expect(outside.errors[0].message).to.contain('from 0 to 100');
    const nowhere = await asked(describe, { variables: { id: file.documentId, i: { folder: 'x' } } });
    expect(nowhere.errors[0].message).to.equal('There is no such folder');
    const related = await asked('{ uploadFiles { related { __typename } } }');
    expect(related.errors[0].extensions.code).to.equal('BAD_USER_INPUT');
    const remove = 'mutation($id: ID!) { deleteUploadFile(id: $id) { name } }';
    const refused = await asked(remove, { variables: { id: file.documentId }, token: '' });
    expect(refused.errors[0].message).to.equal(forbidden);
    expect(await data(remove, { id: file.documentId })).to.deep.equal({
      deleteUploadFile: { name: 'pixel.png' },
    });
    expect(await data(remove, { id: file.documentId })).to.deep.equal({ deleteUploadFile: null });
  });

  it('read locales', async () => {
    await world.app.locales.add('fr', 'French');
    expect(await data('{ i18NLocales(sort: "code") { code name } }')).to.deep.equal({
      i18NLocales: [
        { code: 'en', name: 'English (en)' },
        { code: 'fr', name: 'French' },
      ],
    });
  });
});
