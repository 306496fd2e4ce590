import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import type { OpenApiDocument } from '../../../src/adapters/delivery/openapi/openapi.js';
import { routes } from '../../../src/adapters/delivery/admin/routes.js';
import { signInRoutes } from '../../../src/adapters/delivery/admin/sign-in/sign-in-api.js';
import { describeAdminApi, keepDescriptions } from '../../../src/bootstrap/describe-admin-api.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { note, openAdmin, type AdminWorld } from './admin-world.js';

describe('the OpenAPI document of the admin API', () => {
  let world: AdminWorld;
  let document: OpenApiDocument;

  before(async () => {
    world = await openAdmin();
    document = describeAdminApi(world.parts);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  it('is valid by two validators, with every reference there', async () => {
    const { errors, valid } = await new Validator().validate({ ...document });
    expect({ errors: errors ?? [], valid }).to.deep.equal({ errors: [], valid: true });
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).to.deep.equal([]);
  });

  it('has each route, and no other, under a name of its own', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const served = [...routes, ...signInRoutes].map(
      ({ method, path }) => `${method.toLowerCase()} /admin/api/${path}`,
    );
    expect(described).to.have.members(served);
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).to.equal(names.length);
  });

  it('is made once for those who see the same', () => {
    const { schema } = world.parts;
    const types = [...schema.contentTypes.values()].filter(({ exposed }) => exposed);
    let made = 0;
    const describe = keepDescriptions((seen) => {
      made += 1;
      return describeAdminApi(world.parts, seen);
    });
    const fewer = types.map((type) => ({
      ...type,
      attributes: new Map([...type.attributes].filter(([name]) => name !== 'Name')),
    }));
    const texts = [
      { types, isSecure: true },
      { types: types.map((type) => ({ ...type })), isSecure: true },
      { types: fewer, isSecure: true },
      { types, isSecure: false },
      { types, isSecure: true },
    ].map((seen) => describe(seen));
    expect(made).to.equal(3);
    expect(texts[1]).to.equal(texts[0]).and.equal(texts[4]);
    expect(new Set(texts).size).to.equal(3);
  });

  it('says what a route asks for', () => {
    const at = (path: string) => document.paths[`/admin/api/${path}`];
    expect(at('webhooks')?.post?.description).to.include('Needs `create` on `plugin::webhooks.webhook`');
    expect(at('users/{id}')?.patch?.description).to.include('proof with `email` or `password`');
    expect(at('webhooks')?.post?.security).to.deep.equal([{ session: [], csrf: [] }]);
    expect(at('sign-in')?.post?.security).to.deep.equal([{}]);
    expect(at('documents/{uid}/{id}')?.patch?.responses).to.include.keys('412');
    for (const mail of ['password-link', 'confirmation'])
      expect(at(`users/{id}/${mail}`)?.post?.responses).to.include.keys('204', '429');
    expect(at('types')?.get?.responses).to.include.keys('401', '403').and.not.include.keys('409');
  });

  it('has the schemas of the content-types, without what is private', () => {
    const { schemas } = document.components;
    expect(schemas['EntryValues']?.anyOf).to.deep.include({ $ref: '#/components/schemas/Dish.values' });
    expect(Object.keys(schemas['Dish.values']?.properties ?? {})).to.deep.equal(['Name', 'parts']);
    expect(Object.keys(schemas['Dish.set']?.properties ?? {})).to.deep.equal([
      'Name',
      'parts',
      'picture',
      'pictures',
    ]);
    expect(schemas['ComponentMenuPart']?.properties?.['note']).to.deep.equal({
      $ref: '#/components/schemas/RelationPart',
    });
  });

  it('is read by who is signed in, with the content-types that they may see', async () => {
    const role = { name: 'titles', grants: [{ uid: note, actions: ['find', 'findOne'], fields: ['Title'] }] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, role));
    expect((await world.browser().api('GET', 'openapi.json')).status).to.equal(401);
    const seen = await (await world.signedIn('titles')).api('GET', 'openapi.json');
    expect([seen.status, seen.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(seen.body.paths).to.have.all.keys(Object.keys(document.paths));
    expect(seen.body.components.schemas).not.to.have.any.keys('Dish.values', 'Dish.set');
    expect(Object.keys(seen.body.components.schemas['Note.values'].properties as object)).to.deep.equal([
      'Title',
    ]);
    expect(seen.body.components.securitySchemes.session.name).to.equal('http_quire_admin');
  });
});
