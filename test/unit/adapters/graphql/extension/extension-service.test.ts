import { build } from 'esbuild';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createGraphqlExtensions,
  type GraphqlExtensions,
} from '../../../../../src/adapters/delivery/graphql/extension/create-extension-service.js';
import { shadowActions } from '../../../../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import { instance, schema } from './menu-schema.js';

const restaurant = 'api::restaurant.restaurant';
const dish = 'api::dish.dish';
const bundle = { createGraphqlExtensions };
const service = '../../../../../src/adapters/delivery/graphql/extension/create-extension-service.ts';

describe('the extension service', () => {
  let extensions: GraphqlExtensions;
  const crud = (uid = restaurant) => extensions.service.shadowCRUD(uid);
  const generated = () =>
    shadowActions.filter((action) => extensions.shadow.isActionEnabled(restaurant, action));

  beforeEach(() => (extensions = createGraphqlExtensions(schema)));

  it('generates everything unless told otherwise', () => {
    const type = crud();
    expect(type.isEnabled()).to.equal(true);
    expect(type.isDisabled()).to.equal(false);
    expect(type.areQueriesEnabled()).to.equal(true);
    expect(type.areQueriesDisabled()).to.equal(false);
    expect(type.areMutationsEnabled()).to.equal(true);
    expect(type.areMutationsDisabled()).to.equal(false);
    for (const action of shadowActions) {
      expect(type.isActionEnabled(action), action).to.equal(true);
      expect(type.isActionDisabled(action), action).to.equal(false);
    }
    const field = type.field('Name');
    expect(field.isEnabled()).to.equal(true);
    expect(field.isDisabled()).to.equal(false);
    expect(field.hasInputEnabled()).to.equal(true);
    expect(field.hasOutputEnabled()).to.equal(true);
    expect(field.hasFiltersEnabled()).to.equal(true);
  });

  it('disable: nothing of the content-type is left, and others are as they were', () => {
    const type = crud().disable();
    expect([type.isEnabled(), type.isDisabled()]).to.deep.equal([false, true]);
    expect([type.areQueriesDisabled(), type.areMutationsDisabled()]).to.deep.equal([true, true]);
    expect(generated()).to.deep.equal([]);
    expect(extensions.shadow.isEnabled(restaurant)).to.equal(false);
    expect(crud(dish).isEnabled()).to.equal(true);
  });

  it('disableQueries: mutations only', () => {
    const type = crud().disableQueries();
    expect([type.areQueriesEnabled(), type.areQueriesDisabled()]).to.deep.equal([false, true]);
    expect([type.areMutationsEnabled(), type.isEnabled()]).to.deep.equal([true, true]);
    expect(generated()).to.deep.equal(['create', 'update', 'delete']);
  });

  it('disableMutations: queries only', () => {
    const type = crud().disableMutations();
    expect([type.areMutationsEnabled(), type.areMutationsDisabled()]).to.deep.equal([false, true]);
    expect([type.areQueriesEnabled(), type.isEnabled()]).to.deep.equal([true, true]);
    expect(generated()).to.deep.equal(['find', 'findOne']);
  });

  it('disableAction and disableActions: all but those', () => {
    expect(crud().disableAction('find').isActionDisabled('find')).to.equal(true);
    expect(crud().isActionEnabled('find'), 'asked anew').to.equal(false);
    crud().disableActions(['update', 'delete']).disableActions();
    expect(generated()).to.deep.equal(['create', 'findOne']);
    expect(crud().areQueriesEnabled()).to.equal(true);
  });

  it('fields: fully, or as output, input or filter', () => {
    const state = (name: string) => {
      const field = crud().field(name);
      return [
        field.isEnabled(),
        field.hasOutputEnabled(),
        field.hasInputEnabled(),
        field.hasFiltersEnabled(),
      ];
    };
    crud().field('Name').disableOutput();
    expect(state('Name')).to.deep.equal([true, false, true, true]);
    crud().field('Rating').disableInput().disableFilters();
    expect(state('Rating')).to.deep.equal([true, true, false, false]);
    crud().field('categories').disable();
    expect(state('categories')).to.deep.equal([false, false, false, false]);
    expect(crud().field('categories').isDisabled()).to.equal(true);
    crud().field('Name').disableFilters().disableInput();
    expect(state('Name'), 'one by one').to.deep.equal([false, false, false, false]);
    expect(extensions.shadow.field(restaurant, 'Rating')).to.deep.equal({
      isEnabled: true,
      hasInputEnabled: false,
      hasOutputEnabled: true,
      hasFiltersEnabled: false,
    });
  });

  it('knows components too', () => {
    const [component = ''] = schema.components.keys();
    const [name = ''] = schema.components.get(component)?.attributes.keys() ?? [];
    crud(component).field(name).disableInput();
    expect(extensions.shadow.field(component, name).hasInputEnabled).to.equal(false);
  });

  it('refuses what the schema does not have, and lists what it has', () => {
    expect(() => crud('api::nope.nope')).to.throw(
      /no content-type "api::nope.nope"; there are: .*api::dish\.dish/,
    );
    expect(() => crud().field('nope')).to.throw(
      /no field of api::restaurant\.restaurant "nope"; there are: .*Name/,
    );
    expect(() => crud().disableAction('findMany' as 'find')).to.throw(
      /no action "findMany"; there are: create, /,
    );
    expect(() => crud().disableActions(['x' as 'find'])).to.throw(/no action "x"/);
    expect(() => crud().isActionEnabled('x' as 'find')).to.throw(/no action "x"/);
    expect(() => crud('__proto__')).to.throw(/no content-type/);
  });

  it('is chained, and closed once the schema is built', async () => {
    const { service } = extensions;
    expect(service.use({ typeDefs: 'type A { a: Int }' }).use(() => ({ typeDefs: ' ' }))).to.equal(service);
    const type = crud();
    const field = type.field('Name');
    const read = await extensions.close(instance);
    expect(read.map(({ typeDefs }) => typeDefs)).to.deep.equal([['type A { a: Int }'], []]);
    for (const late of [
      () => service.use({}),
      () => type.disable(),
      () => field.disableInput(),
      () => type.disableActions(['find']),
    ])
      expect(late).to.throw('extend it in register');
    expect([type.isEnabled(), field.isEnabled()]).to.deep.equal([true, true]);
  });

  // The package joins its modules into files of other names.
  it('names the line that registered an extension, also where it runs from a bundle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    const outfile = join(folder, 'ABCD1234.mjs');
    try {
      await build({
        entryPoints: [fileURLToPath(import.meta.resolve(service))],
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
        external: ['nexus', 'graphql'],
      });
      const bundled = (await import(pathToFileURL(outfile).href)) as typeof bundle;
      for (const create of [createGraphqlExtensions, bundled.createGraphqlExtensions]) {
        const made = create(schema);
        [5].forEach(made.service.use);
        const message = await made.close(instance).catch((error: Error) => error.message);
        expect(message).to.match(/^graphql extension 1 \(extension\/extension-service\.test\.ts:\d+\): /);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
