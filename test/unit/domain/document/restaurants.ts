import type { Input } from '../../../../src/domain/document/input.js';
import type { ValidationMode } from '../../../../src/domain/document/validate-data.js';
import { validateInput } from '../../../../src/domain/document/validate-input.js';
import type { Failure } from '../../../../src/domain/failure.js';
import { systemPrincipal, grantsOf, type Principal } from '../../../../src/domain/permission/permission.js';
import { contentTypeOf, type ContentType } from '../../../../src/domain/schema/schema.js';
import { component, contentType, drafts, localized, relation, schemaFrom } from '../../../schema-builders.js';
import { withoutReasons } from '../../../without-reasons.js';

/** Content-types with every kind of attribute and rule. */

const restaurant = {
  Name: { type: 'string', required: true, maxLength: 60 },
  Description: { type: 'text', minLength: 3 },
  Rating: { type: 'integer', min: 0, max: 5 },
  Price: { type: 'decimal' },
  Slug: { type: 'uid' },
  Kind: { type: 'enumeration', enum: ['bistro', 'diner', 'gastro'] },
  Opened: { type: 'date' },
  OpensAt: { type: 'time' },
  LastInspection: { type: 'datetime' },
  Active: { type: 'boolean', default: true },
  Tags: { type: 'json' },
  Words: { type: 'array' },
  Story: { type: 'richtext' },
  Blocks: { type: 'blocks' },
  Email: { type: 'email' },
  Big: { type: 'biginteger', max: '9223372036854775806' },
  Score: { type: 'float' },
  Code: { type: 'string', regex: '^[A-Z]+$' },
  Note: { type: 'string' },
  Pin: { type: 'password', minLength: 4, regex: '^[0-9]+$' },
  categories: relation('manyToMany', 'category'),
  owner: relation('manyToOne', 'chef'),
  Cover: { type: 'media', multiple: false },
  Gallery: { type: 'media', multiple: true },
  seo: { type: 'component', component: 'shared.seo', repeatable: false },
  Openings: { type: 'component', component: 'shared.opening', repeatable: true, min: 1, max: 3 },
  Doors: { type: 'component', component: 'shared.door', repeatable: true },
  sections: { type: 'dynamiczone', components: ['sections.quote', 'sections.picks'] },
};

export const schema = schemaFrom({
  contentTypes: [
    contentType('restaurant', 'restaurants', restaurant, drafts),
    contentType('category', 'categories', {
      Name: { type: 'string', required: true },
      parent: relation('manyToOne', 'category'),
    }),
    contentType('chef', 'chefs', { Name: { type: 'string', required: true } }, drafts),
    contentType(
      'article',
      'articles',
      {
        title: { type: 'string', ...localized },
        related: relation('manyToMany', 'article'),
      },
      { ...drafts, ...localized },
    ),
    contentType('shelf', 'shelves', {
      label: { type: 'string', required: true, default: 'new' },
      weight: { type: 'integer', required: true },
      keeper: relation('oneToOne', 'chef', { required: true }),
      articles: relation('oneToMany', 'article'),
      first: relation('oneToOne', 'article'),
      picks: { type: 'component', component: 'sections.picks', required: true },
    }),
  ],
  components: [
    component('shared.seo', {
      metaTitle: { type: 'string', required: true },
      metaDescription: { type: 'text', default: 'none' },
      social: { type: 'component', component: 'shared.social', repeatable: false },
    }),
    component('shared.social', { handle: { type: 'string' }, chef: relation('oneToOne', 'chef') }),
    component('shared.opening', {
      day: { type: 'enumeration', enum: ['mon', 'tue'] },
      from: { type: 'time' },
    }),
    component('shared.door', { Lock: { type: 'password', maxLength: 4 } }),
    component('sections.quote', { text: { type: 'text' } }),
    component('sections.picks', { title: { type: 'string' }, picked: relation('oneToMany', 'article') }),
  ],
});

export const typeOf = (name: string): ContentType => contentTypeOf(schema, `api::${name}.${name}`);

export const client: Principal = { kind: 'token', name: 'client', grants: { kind: 'all' } };

/** May do everything with restaurants and nothing with the types that they link to. */
export const confined: Principal = {
  kind: 'public',
  name: 'public',
  grants: grantsOf([['api::restaurant.restaurant', ['create', 'update']]]),
};

export const system = systemPrincipal;

export interface Asked {
  readonly name?: string;
  readonly mode?: Partial<ValidationMode>;
  readonly principal?: Principal;
}

export function validate(data: unknown, { name = 'restaurant', mode = {}, principal = client }: Asked = {}) {
  return validateInput(
    schema,
    typeOf(name),
    data,
    { kind: 'update', draft: false, fields: null, privateInside: true, ...mode },
    principal,
  );
}

export function accepted(data: unknown, asked?: Asked): Input {
  const result = validate(data, asked);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

export function refused(data: unknown, asked?: Asked): Omit<Failure, 'reasons'> {
  const result = validate(data, asked);
  if (result.ok) throw new Error('it was accepted');
  return withoutReasons(result.failure);
}

export const create: Asked = { mode: { kind: 'create' } };
