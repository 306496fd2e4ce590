import { expect } from 'chai';
import { parse } from 'graphql';
import type { ResolverContext } from '../../src/adapters/delivery/graphql/extension/resolver-context.js';
import { shapes } from '../../src/adapters/delivery/graphql/shape/shapes.js';
import { createRunTogether } from '../../src/adapters/delivery/graphql/write/run-together.js';
import type { Documents } from '../../src/application/documents/documents.js';
import { failure } from '../../src/domain/failure.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { err } from '../../src/domain/result.js';
import { fixtureSchema } from '../contract/fixture-schema.js';
import { plainGraphqlSchema } from './graphql-world.js';
import { startV5World, type V5World } from './v5-world.js';

const extension = `module.exports = { register({ strapi }) {
  strapi.plugin('graphql').service('extension').use({
    typeDefs: 'extend type Mutation { ring: Int }',
    resolvers: { Mutation: { ring: { resolve: () => 1 } } },
    resolversConfig: { 'Mutation.ring': { auth: false } },
  });
} };`;

describe('atomic mutations', function () {
  this.timeout(60_000);
  let world: V5World;

  before(async () => {
    world = await startV5World({ 'src/index.js': extension });
  });
  after(() => world.stop());

  const namesOf = async (): Promise<readonly string[]> => {
    const { body } = await world.ask('{ categories(sort: "Name") { Name } }');
    return body.data.categories.map(({ Name }: { Name: string }) => Name);
  };
  const create = (name: string, key = name): string =>
    `${key}: createCategory(data: { Name: "${name}" }) { documentId Name }`;

  it('happen all together', async () => {
    const { status, body } = await world.ask(`mutation @atomic { ${create('a')} ${create('b')} }`);
    expect(status).to.equal(200);
    expect(body.errors).to.equal(undefined);
    expect(Object.keys(body.data)).to.deep.equal(['a', 'b']);
    expect(body.data.b.Name).to.equal('b');
    expect(await namesOf()).to.deep.equal(['a', 'b']);
    const id = body.data.a.documentId;
    const moved = await world.ask(
      `mutation M($Name: String!) @atomic { a: updateCategory(documentId: "${id}", data: { Name: "c" }) { Name }
        b: createCategory(data: { Name: $Name }) { Name } d: deleteCategory(documentId: "${body.data.b.documentId}") { documentId } }`,
      { variables: { Name: 'a' } },
    );
    expect(moved.body.errors).to.equal(undefined);
    expect(moved.body.data).to.deep.equal({
      a: { Name: 'c' },
      b: { Name: 'a' },
      d: { documentId: body.data.b.documentId },
    });
    expect(await namesOf()).to.deep.equal(['a', 'c']);
  });

  it('or not at all', async () => {
    const before = await namesOf();
    for (const fields of [
      `${create('x')} ${create('a', 'again')}`,
      `${create('a', 'again')} ${create('x')}`,
      `${create('x')} y: updateCategory(documentId: "none", data: { Name: "y" }) { Name }`,
    ])
      for (const format of ['v4', 'v5']) {
        const inner =
          format === 'v5'
            ? fields
            : fields
                .replaceAll(/\{ (documentId )?Name \}/g, '{ data { id } }')
                .replaceAll('documentId:', 'id:');
        const { status, body } = await world.ask(`mutation @atomic { ${inner} }`, { format });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body.data).to.equal(null);
        expect(body.errors).to.have.length(1);
        expect(body.errors[0].path).to.have.length(1);
        expect(body.errors[0].extensions.error.name).to.match(/^(ValidationError|NotFoundError)$/);
        expect(await namesOf()).to.deep.equal(before);
      }
  });

  it('are each for themselves without the directive', async () => {
    await world.ask(`mutation { ${create('z')} ${create('a', 'again')} }`);
    expect(await namesOf()).to.include('z');
  });

  it('do not see each other half done', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        world.ask(`mutation @atomic { ${create(name)} ${create('same')} }`),
      ),
    );
    const done = answers.filter(({ body }) => body.errors === undefined);
    expect(done).to.have.length(1);
    const names = await namesOf();
    expect(names.filter((name) => ['one', 'two', 'three', 'same'].includes(name))).to.have.length(2);
  });

  it('need a caller who is known, and their grants', async () => {
    const before = await namesOf();
    const { body } = await world.ask(`mutation @atomic { ${create('p')} }`, { token: '' });
    expect(body.errors[0].message).to.equal('Forbidden access');
    const { token } = await world.app.access.createToken({ name: 'reader', access: 'read-only' });
    const reader = await world.ask(`mutation @atomic { ${create('p')} }`, { token });
    expect(reader.body.errors[0].message).to.equal('Forbidden access');
    expect(await namesOf()).to.deep.equal(before);
  });

  it('have mutations of content-types only', async () => {
    const before = await namesOf();
    for (const field of ['ring', 'login(input: { identifier: "a", password: "b" }) { jwt }']) {
      const { status, body } = await world.ask(`mutation @atomic { ${create('q')} ${field} }`);
      expect(status).to.equal(400);
      expect(body.errors[0].message).to.match(
        /^@atomic is for mutations of content-types only, and \w+ is none$/,
      );
    }
    const query = await world.ask('query @atomic { categories { Name } }');
    expect(query.status).to.equal(400);
    const wrong = await world.ask(
      'mutation ($Name: String!) @atomic { createCategory(data: { Name: $Name }) { Name } }',
      { variables: { Name: 1 } },
    );
    expect(wrong.status).to.equal(400);
    expect(wrong.body.errors[0].extensions.code).to.equal('BAD_USER_INPUT');
    expect(await namesOf()).to.deep.equal(before);
    expect(world.errors).to.deep.equal([]);
  });

  it('name what they write before the first of them, up to one with wrong arguments', async () => {
    const schema = await plainGraphqlSchema(fixtureSchema(), {} as Documents, 'v5');
    const ahead: unknown[] = [];
    const bulk = {
      async together(_principal: unknown, mutations: () => Promise<readonly unknown[]>) {
        ahead.push(...(await mutations()));
        return err(failure('INPUT.INVALID', 'no'));
      },
    };
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const run = createRunTogether(schema, bulk, { suggestions: false, shape: shapes.v5, log });
    const document = parse(`mutation M($id: ID!) @atomic {
      u: updateCategory(documentId: $id, data: { name: "n", restaurants: ["r"] }) { name }
      d: deleteDish(documentId: "d") { documentId }
      c: createChef(data: { name: "c" }) { name }
      wrong: deleteDish(documentId: "e", ifMatch: "no time") { documentId }
      f: deleteDish(documentId: "f") { documentId }
    }`);
    const request = { document, variables: { id: 'x' }, operationName: undefined };
    await run(request as never, { principal: systemPrincipal } as ResolverContext);
    expect(ahead[0]).to.deep.equal({
      kind: 'update',
      type: 'api::category.category',
      documentId: 'x',
      layer: 'published',
      data: { name: 'n', restaurants: ['r'] },
      answer: {},
    });
    expect(ahead.map((each) => (each as { kind: string }).kind)).to.deep.equal([
      'update',
      'delete',
      'create',
    ]);
  });
});
