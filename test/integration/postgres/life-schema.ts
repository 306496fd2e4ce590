import type { Schema } from '../../../src/domain/schema/schema.js';
import { contentType, drafts, localized, relation, schemaFrom } from '../../schema-builders.js';

const contentTypes = [
  contentType(
    'article',
    'articles',
    {
      name: { type: 'string', ...localized },
      slug: { type: 'uid', ...localized },
      edition: { type: 'integer' },
      facts: { type: 'json' },
      opensAt: { type: 'time' },
      tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
      shelf: relation('manyToOne', 'shelf', { inversedBy: 'articles' }),
      page: relation('oneToOne', 'page', { inversedBy: 'article' }),
      related: relation('manyToMany', 'article', { inversedBy: 'relatedBy' }),
      relatedBy: relation('manyToMany', 'article', { mappedBy: 'related' }),
    },
    { ...drafts, ...localized },
  ),
  contentType(
    'tag',
    'tags',
    {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
      parent: relation('oneToOne', 'tag', { inversedBy: 'child' }),
      child: relation('oneToOne', 'tag', { mappedBy: 'parent' }),
      shelves: relation('manyToMany', 'shelf', { inversedBy: 'tags' }),
    },
    drafts,
  ),
  contentType(
    'page',
    'pages',
    {
      name: { type: 'string', ...localized },
      article: relation('oneToOne', 'article', { mappedBy: 'page' }),
    },
    localized,
  ),
  contentType(
    'home',
    'homes',
    { name: { type: 'string', ...localized }, edition: { type: 'integer' } },
    { kind: 'singleType', ...drafts, ...localized },
  ),
  contentType('shelf', 'shelfs', {
    name: { type: 'string' },
    articles: relation('oneToMany', 'article', { mappedBy: 'shelf' }),
    tags: relation('manyToMany', 'tag', { mappedBy: 'shelves' }),
    pages: relation('manyToMany', 'page'),
  }),
];

/** Types with drafts and locales (article), only drafts (tag), only locales (page), neither (shelf), and a single type (home). */
export const lifeSchema = (): Schema => schemaFrom({ contentTypes });
