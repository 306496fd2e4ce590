import type { Schema } from '../../src/domain/schema/schema.js';
import { contentType, relation, type Attributes, type TypeName } from '../contract/schema-files.js';
import type { ModelSide } from './list-model.js';
import { schemaFrom } from '../schema-builders.js';

interface End {
  readonly type: TypeName;
  readonly attribute: string;
  /** Whether a document at this end holds a list or a single document. */
  readonly many: boolean;
}

export type Ends = Readonly<Record<ModelSide, End>>;

/**
 * Relations, each between two types of its own. On types without drafts, a store appends a link in a single step.
 */
export const endsOf: Readonly<Record<string, Ends>> = {
  'many to many': {
    left: { type: 'shelf', attribute: 'topics', many: true },
    right: { type: 'topic', attribute: 'shelves', many: true },
  },
  'one to many': {
    left: { type: 'hall', attribute: 'events', many: true },
    right: { type: 'event', attribute: 'hall', many: false },
  },
  'many to many, of which one end has drafts': {
    left: { type: 'restaurant', attribute: 'categories', many: true },
    right: { type: 'category', attribute: 'restaurants', many: true },
  },
};

const named = (attributes: Attributes): Attributes => ({ name: { type: 'string' }, ...attributes });

export const bothEndsSchema = (): Schema =>
  schemaFrom({
    contentTypes: [
      contentType(
        'shelf',
        'shelves',
        {},
        named({ topics: relation('manyToMany', 'topic', { inversedBy: 'shelves' }) }),
      ),
      contentType(
        'topic',
        'topics',
        {},
        named({ shelves: relation('manyToMany', 'shelf', { mappedBy: 'topics' }) }),
      ),
      contentType(
        'hall',
        'halls',
        {},
        named({ events: relation('oneToMany', 'event', { mappedBy: 'hall' }) }),
      ),
      contentType(
        'event',
        'events',
        {},
        named({ hall: relation('manyToOne', 'hall', { inversedBy: 'events' }) }),
      ),
      contentType(
        'restaurant',
        'restaurants',
        { drafts: true },
        named({ categories: relation('manyToMany', 'category', { inversedBy: 'restaurants' }) }),
      ),
      contentType(
        'category',
        'categories',
        {},
        named({ restaurants: relation('manyToMany', 'restaurant', { mappedBy: 'categories' }) }),
      ),
    ],
  });
