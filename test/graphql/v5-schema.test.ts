import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { printSchema } from 'graphql';
import type { Documents } from '../../src/application/documents/documents.js';
import { createShadowCrud } from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import { generateSchema } from '../../src/adapters/delivery/graphql/schema/generate-schema.js';
import { shapes } from '../../src/adapters/delivery/graphql/shape/shapes.js';
import { printGraphql } from '../../src/bootstrap/print-graphql.js';
import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import { component, contentType, localized, relation, schemaFrom } from '../schema-builders.js';

const golden = new URL('v5-restaurants.golden.sdl', import.meta.url);
const restaurants = fileURLToPath(new URL('../../examples/restaurants', import.meta.url));

function printed(...contentTypes: SchemaSources['contentTypes']): string {
  return printedWith([], ...contentTypes);
}

function printedWith(
  components: SchemaSources['components'],
  ...contentTypes: SchemaSources['contentTypes']
): string {
  const schema = schemaFrom({ contentTypes, components });
  const limits = { defaultLimit: 10, maxLimit: 100 };
  const dependencies = { schema, documents: {} as Documents, limits, shape: shapes.v5 };
  return printSchema(generateSchema(dependencies, createShadowCrud(schema)).schema);
}

/** The lines of one definition, without its braces. */
function definition(sdl: string, opening: string): readonly string[] {
  const [, body] = `\n${sdl}`.split(`\n${opening} {\n`);
  if (body === undefined) throw new Error(`no ${opening} in\n${sdl}`);
  return (body.split('\n}')[0] ?? '').split('\n').map((line) => line.trim());
}

const text = { type: 'string' };

describe('the schema of the flat format', () => {
  it('equals the reviewed schema of the restaurants', async () => {
    const schema = await printGraphql(restaurants, { NODE_ENV: 'test' }, 'v5');
    if (!schema.ok) throw new Error(schema.failure.message);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, `${schema.value}\n`);
    expect(`${schema.value}\n`).to.equal(readFileSync(golden, 'utf8'));
  });

  it('derives the names of types and root fields from words, which end at capitals, digits and punctuation', () => {
    const one = (name: string, plural: string) => contentType(name, plural, { name: text });
    const sdl = printed(
      one('menu-item', 'menu-items'),
      one('faq-2s', 'faq-2ss'),
      one('abc2def', 'abc2defs'),
      one('h1-2nd-x', 'h1-2nd-xs'),
      one('news-item', 'news'),
    );
    const fields = definition(sdl, 'type Query').map((line) => line.split(/[(:]/)[0]);
    expect(fields).to.include.members([
      'menuItem',
      'menuItems_connection',
      'menuItems',
      'faq2S',
      'abc2Def',
      'h12ndX',
      'newsItem',
      'news_connection',
      'news',
      'i18NLocale',
      'i18NLocales_connection',
      'i18NLocales',
      'uploadFile',
      'uploadFiles',
      'usersPermissionsUser',
      'usersPermissionsUsers',
      'usersPermissionsRole',
    ]);
    const types = [...sdl.matchAll(/^type (\w+)/gm)].map(([, name]) => name);
    expect(types).to.include.members(['MenuItem', 'Faq2S', 'Abc2Def', 'H12ndX', 'NewsItem', 'I18NLocale']);
    expect(definition(sdl, 'type Mutation').join()).to.contain('createNewsItem(');
  });

  it('names components, enumerations and zones after the type and attribute that have them', () => {
    const sdl = printedWith(
      [component('my-blocks.rich-text2x', { day: { type: 'enumeration', enum: ['mon'] } })],
      contentType('menu-item', 'menu-items', {
        price_range: { type: 'enumeration', enum: ['low'] },
        HTMLBody2: { type: 'enumeration', enum: ['low'], enumName: 'Body' },
        pageBlocks: { type: 'dynamiczone', components: ['my-blocks.rich-text2x'] },
      }),
    );
    expect(definition(sdl, 'type MenuItem')).to.deep.equal([
      'documentId: ID!',
      'price_range: ENUM_MENUITEM_PRICE_RANGE',
      'HTMLBody2: Body',
      'pageBlocks: [MenuItemPageBlocksDynamicZone]',
      'createdAt: DateTime',
      'updatedAt: DateTime',
      'publishedAt: DateTime',
    ]);
    expect(sdl).to.contain('union MenuItemPageBlocksDynamicZone = ComponentMyBlocksRichText2X | Error\n');
    expect(sdl).to.contain('enum ENUM_COMPONENTMYBLOCKSRICHTEXT2X_DAY');
    const input = definition(sdl, 'input MenuItemInput');
    expect(input).to.include('pageBlocks: [MenuItemPageBlocksDynamicZoneInput!]');
    expect(input.slice(-2)).to.deep.equal(['publishedAt: DateTime', 'locale: String']);
  });

  it('names values of enumerations in ASCII', () => {
    const values = ['sur-place', 'Très bon', 'ÄÖ ü', 'R&B', 'a__b', '_x', '3 stars', 'true'];
    const sdl = printed(contentType('dish', 'dishes', { Kind: { type: 'enumeration', enum: values } }));
    expect(definition(sdl, 'enum ENUM_DISH_KIND')).to.deep.equal([
      'sur_place',
      'Tres_bon',
      'AeOe_ue',
      'R_and_B',
      'a_b',
      'x',
      '_3_stars',
      '_true',
    ]);
  });

  it('has relations to many as lists and collections, with the non-null types of required attributes', () => {
    const list = '(filters: TagFiltersInput, pagination: PaginationArg = {}, sort: [String] = [])';
    const sdl = printedWith(
      [component('parts.note', { text: { ...text, required: true } })],
      contentType('tag', 'tags', { Name: text }),
      contentType(
        'post',
        'posts',
        {
          Name: { ...text, required: true },
          tags: relation('manyToMany', 'tag', { required: true }),
          others: relation('manyToMany', 'tag'),
          main: relation('manyToOne', 'tag', { required: true }),
          note: { type: 'component', component: 'parts.note', required: true },
          notes: { type: 'component', component: 'parts.note', repeatable: true, required: true },
        },
        localized,
      ),
    );
    const posts = list.replace('Tag', 'Post');
    expect(definition(sdl, 'type Post').filter((line) => !line.startsWith('notes'))).to.deep.equal([
      'documentId: ID!',
      'Name: String!',
      `tags_connection${list}: TagRelationResponseCollection!`,
      `tags${list}: [Tag]!`,
      `others_connection${list}: TagRelationResponseCollection`,
      `others${list}: [Tag]!`,
      'main: Tag!',
      'note: ComponentPartsNote!',
      'createdAt: DateTime',
      'updatedAt: DateTime',
      'publishedAt: DateTime',
      'locale: String',
      `localizations_connection${posts}: PostRelationResponseCollection`,
      `localizations${posts}: [Post]!`,
    ]);
    expect(definition(sdl, 'input PostInput')).to.deep.equal([
      'Name: String',
      'tags: [ID]',
      'others: [ID]',
      'main: ID',
      'note: ComponentPartsNoteInput',
      'notes: [ComponentPartsNoteInput]',
      'publishedAt: DateTime',
    ]);
    expect(definition(sdl, 'type TagRelationResponseCollection')).to.deep.equal(['nodes: [Tag!]!']);
    expect(definition(sdl, 'type TagEntityResponseCollection')).to.deep.equal([
      'nodes: [Tag!]!',
      'pageInfo: Pagination!',
    ]);
    expect(definition(sdl, 'input TagFiltersInput')).to.deep.equal([
      'documentId: IDFilterInput',
      'Name: StringFilterInput',
      'createdAt: DateTimeFilterInput',
      'updatedAt: DateTimeFilterInput',
      'publishedAt: DateTimeFilterInput',
      'and: [TagFiltersInput]',
      'or: [TagFiltersInput]',
      'not: TagFiltersInput',
    ]);
  });

  it('omits types to which nothing leads', () => {
    const sdl = printedWith(
      [component('parts.note', { text })],
      contentType('tag', 'tags', {
        Name: text,
        zone: { type: 'dynamiczone', components: ['parts.note'] },
      }),
      contentType('home', 'homes', { Name: text }, { kind: 'singleType' }),
    );
    expect(sdl).to.contain('type ComponentPartsNote ');
    for (const name of ['TagRelationResponseCollection', 'ComponentPartsNoteInput', 'HomeFiltersInput'])
      expect(sdl).not.to.contain(name);
  });

  it('gives a single type no filter by documentId and localizations without arguments', () => {
    const sdl = printed(
      contentType('home', 'homes', { Name: text }, { kind: 'singleType', ...localized }),
      contentType('tag', 'tags', { home: relation('manyToOne', 'home') }),
    );
    expect(definition(sdl, 'input HomeFiltersInput')[0]).to.equal('Name: StringFilterInput');
    expect(definition(sdl, 'type Home').slice(-2)).to.deep.equal([
      'localizations_connection: HomeRelationResponseCollection',
      'localizations: [Home]!',
    ]);
  });

  it('refuses names that are ambiguous', () => {
    const one = (name: string, plural: string, attributes = { name: text }) =>
      contentType(name, plural, attributes);
    const refused = (fragment: string, ...types: SchemaSources['contentTypes']) =>
      expect(() => printed(...types)).to.throw(fragment);
    refused('already used by', one('news', 'newses'), one('item', 'news'));
    refused('both give', one('n-2ews', 'newses'), one('item', 'n2ews'));
    for (const name of ['error', 'pagination', 'date', 'string', 'upload-file', 'query', 'mutation'])
      refused('rename one', one(name, `${name}-list`));
    refused(
      'the name of the collection of tags',
      one('tag', 'tags'),
      contentType('post', 'posts', { tags: relation('manyToMany', 'tag'), tags_connection: text }),
    );
    refused(
      'are both named a_b',
      contentType('dish', 'dishes', { kind: { type: 'enumeration', enum: ['a b', 'a-b'] } }),
    );
  });

  it('lists operators in the order of Strapi 5', () => {
    const sdl = printed(contentType('tag', 'tags', { Name: text }));
    const names = definition(sdl, 'input StringFilterInput').map((line) => line.split(':')[0]);
    expect(names.filter((name) => name !== 'startsWithi' && name !== 'endsWithi').join(' ')).to.equal(
      'and or not eq eqi ne nei startsWith endsWith contains notContains containsi notContainsi gt gte lt lte null notNull in notIn between',
    );
  });
});
