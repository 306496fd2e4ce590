import { buildSchema } from '../../../src/domain/schema/build-schema.js';
import type { Schema } from '../../../src/domain/schema/schema.js';

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const uidOf = (name: string): string => `api::${name}.${name}`;

interface Traits {
  readonly single?: boolean;
  readonly drafts?: boolean;
  readonly locales?: boolean;
}

const contentType = (
  name: string,
  { single = false, drafts = false, locales = false }: Traits,
  attributes: Attributes,
) => ({
  uid: uidOf(name),
  file: `src/api/${name}/content-types/${name}/schema.json`,
  definition: {
    kind: single ? 'singleType' : 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: drafts },
    pluginOptions: { i18n: { localized: locales } },
    attributes,
  },
});

const relation = (kind: string, target: string, other: Readonly<Record<string, string>> = {}) => ({
  type: 'relation',
  relation: kind,
  target: uidOf(target),
  ...other,
});

const translated = { pluginOptions: { i18n: { localized: true } } };

const contentTypes = [
  contentType(
    'article',
    { drafts: true, locales: true },
    {
      name: { type: 'string', ...translated },
      slug: { type: 'uid', ...translated },
      edition: { type: 'integer' },
      facts: { type: 'json' },
      opensAt: { type: 'time' },
      tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
      shelf: relation('manyToOne', 'shelf', { inversedBy: 'articles' }),
      page: relation('oneToOne', 'page', { inversedBy: 'article' }),
      related: relation('manyToMany', 'article', { inversedBy: 'relatedBy' }),
      relatedBy: relation('manyToMany', 'article', { mappedBy: 'related' }),
    },
  ),
  contentType(
    'tag',
    { drafts: true },
    {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
      parent: relation('oneToOne', 'tag', { inversedBy: 'child' }),
      child: relation('oneToOne', 'tag', { mappedBy: 'parent' }),
      shelves: relation('manyToMany', 'shelf', { inversedBy: 'tags' }),
    },
  ),
  contentType(
    'page',
    { locales: true },
    {
      name: { type: 'string', ...translated },
      article: relation('oneToOne', 'article', { mappedBy: 'page' }),
    },
  ),
  contentType(
    'home',
    { single: true, drafts: true, locales: true },
    { name: { type: 'string', ...translated }, edition: { type: 'integer' } },
  ),
  contentType(
    'shelf',
    {},
    {
      name: { type: 'string' },
      articles: relation('oneToMany', 'article', { mappedBy: 'shelf' }),
      tags: relation('manyToMany', 'tag', { mappedBy: 'shelves' }),
      pages: relation('manyToMany', 'page'),
    },
  ),
];

/** Types with drafts and locales (article), drafts alone (tag), locales alone (page) and neither (shelf), and a single one (home). */
export function lifeSchema(): Schema {
  const built = buildSchema({ contentTypes, components: [] });
  if (!built.ok) throw new Error(`${built.failure.message} ${JSON.stringify(built.failure.details)}`);
  return built.value;
}
