import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { printSchema } from 'graphql';
import type { Documents } from '../../src/application/documents/documents.js';
import { buildSchema } from '../../src/domain/schema/build-schema.js';
import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import { extendSchema } from '../../src/adapters/delivery/graphql/extension/extend-schema.js';
import { readExtension } from '../../src/adapters/delivery/graphql/extension/extension.js';
import { createShadowCrud } from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import { generateSchema } from '../../src/adapters/delivery/graphql/schema/generate-schema.js';
import type { ResponseFormat } from '../../src/adapters/delivery/graphql/shape/shape.js';
import { shapes } from '../../src/adapters/delivery/graphql/shape/shapes.js';
import { component, contentType, relation } from '../schema-builders.js';

/** A schema with every kind of attribute. */
const sources: SchemaSources = {
  contentTypes: [
    contentType('menu-item', 'menu-items', {
      title: { type: 'string', required: true },
      secret: { type: 'string', private: true },
      pass: { type: 'password' },
      kind: { type: 'enumeration', enum: ['main', 'sur-place', '3 stars', 'true'] },
      from: { type: 'date' },
      at: { type: 'time' },
      seen: { type: 'datetime' },
      count: { type: 'integer' },
      long: { type: 'biginteger' },
      price: { type: 'decimal' },
      ratio: { type: 'float' },
      ready: { type: 'boolean' },
      more: { type: 'json' },
      cover: { type: 'media', allowedTypes: ['images'] },
      gallery: { type: 'media', multiple: true, allowedTypes: ['images'] },
      page: relation('oneToOne', 'page'),
      others: relation('manyToMany', 'menu-item'),
      note: { type: 'component', component: 'parts.side-note' },
      notes: { type: 'component', component: 'parts.side-note', repeatable: true },
      zone: { type: 'dynamiczone', components: ['parts.side-note', 'parts.i18n-text'] },
    }),
    contentType(
      'page',
      'pages',
      { body: { type: 'richtext' } },
      {
        kind: 'singleType',
        options: { draftAndPublish: true },
        pluginOptions: { i18n: { localized: true } },
      },
    ),
  ],
  components: [
    component('parts.side-note', { text: { type: 'text' } }),
    component('parts.i18n-text', { text: { type: 'text' }, item: relation('oneToOne', 'menu-item') }),
  ],
};

function generated(given: SchemaSources, format: ResponseFormat = 'v4'): ReturnType<typeof generateSchema> {
  const schema = buildSchema(given);
  if (!schema.ok) throw new Error(JSON.stringify(schema.failure));
  const dependencies = {
    schema: schema.value,
    documents: {} as Documents,
    limits: { defaultLimit: 10, maxLimit: 100 },
    shape: shapes[format],
  };
  return generateSchema(dependencies, createShadowCrud(schema.value));
}

const golden = new URL('schema.golden.sdl', import.meta.url);

describe('the generated GraphQL schema', () => {
  const only = (...contentTypes: SchemaSources['contentTypes']) => ({ contentTypes, components: [] });
  const text = { text: { type: 'string' } };

  it('equals the reviewed schema', () => {
    if (process.env['UPDATE_GOLDEN'] === '1')
      writeFileSync(golden, `${printSchema(generated(sources).schema)}\n`);
    expect(`${printSchema(generated(sources).schema)}\n`).to.equal(readFileSync(golden, 'utf8'));
  });

  it('has a RelationResponseCollection of every content-type, also extended', async () => {
    const base = generated(only(contentType('menu-item', 'menu-items', text))).schema;
    const extension = readExtension('a test', { typeDefs: 'extend type Query { hello: String }' });
    for (const schema of [base, await extendSchema(base, [extension])])
      for (const name of [
        'MenuItem',
        'UploadFile',
        'I18NLocale',
        'UsersPermissionsRole',
        'UsersPermissionsUser',
      ])
        expect(printSchema(schema)).to.contain(
          `type ${name}RelationResponseCollection {\n  data: [${name}Entity!]!\n}`,
        );
  });

  it('has the permission that each root field needs', () => {
    expect(
      [...generated(sources).scopes].map(([field, { type, action }]) => `${field} ${type} ${action}`),
    ).to.deep.equal([
      'Query.menuItem api::menu-item.menu-item findOne',
      'Query.menuItems api::menu-item.menu-item find',
      'Mutation.createMenuItem api::menu-item.menu-item create',
      'Mutation.updateMenuItem api::menu-item.menu-item update',
      'Mutation.deleteMenuItem api::menu-item.menu-item delete',
      'Query.page api::page.page find',
      'Mutation.updatePage api::page.page update',
      'Mutation.deletePage api::page.page delete',
    ]);
  });

  it('names two content-types with the same type name, and one with a reserved name', () => {
    expect(() =>
      generated(
        only(contentType('menu-item', 'menu-items', text), contentType('menuitem', 'menuitems', text)),
      ),
    ).not.to.throw();
    expect(() =>
      generated(
        only(contentType('menu-item', 'menu-items', text), contentType('menu-item-entity', 'entities', text)),
      ),
    ).to.throw(
      'GraphQL: api::menu-item.menu-item and api::menu-item-entity.menu-item-entity both give a type MenuItemEntity: rename one',
    );
    expect(() => generated(only(contentType('query', 'queries', text)))).to.throw(
      'GraphQL: api::query.query and GraphQL itself both give a type Query: rename one',
    );
  });
});
