import type { ArchivedLink, ArchivedVersion } from '../../../src/application/ports/archive-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import { contentTypeOf, type Json, type Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/world.js';
import { schemaFrom } from '../../schema-builders.js';

export const thing = 'api::thing.thing';
export const shop = 'api::shop.shop';

/** The schema files of an app, by their paths. */
export const shopFiles: Readonly<Record<string, string>> = {
  'src/api/thing/content-types/thing/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'things',
    info: { singularName: 'thing', pluralName: 'things', displayName: 'Thing' },
    options: { draftAndPublish: true },
    attributes: {
      name: { type: 'string', unique: true },
      secret: { type: 'password' },
      big: { type: 'biginteger' },
      float: { type: 'float' },
      price: { type: 'decimal' },
      yes: { type: 'boolean' },
      day: { type: 'date' },
      at: { type: 'time' },
      seen: { type: 'datetime' },
      data: { type: 'json' },
      parts: { type: 'component', component: 'made.part', repeatable: true },
      zone: { type: 'dynamiczone', components: ['made.part'] },
      shops: { type: 'relation', relation: 'manyToMany', target: shop, inversedBy: 'things' },
    },
  }),
  'src/api/shop/content-types/shop/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'shops',
    info: { singularName: 'shop', pluralName: 'shops', displayName: 'Shop' },
    attributes: {
      name: { type: 'string' },
      things: { type: 'relation', relation: 'manyToMany', target: thing, mappedBy: 'shops' },
    },
  }),
  'src/components/made/part.json': JSON.stringify({
    collectionName: 'components_made_parts',
    info: { displayName: 'part' },
    attributes: {
      label: { type: 'string' },
      weight: { type: 'decimal' },
      at: { type: 'time' },
      seen: { type: 'datetime' },
      big: { type: 'biginteger' },
      more: { type: 'json' },
      shop: { type: 'relation', relation: 'oneToOne', target: shop },
    },
  }),
};

interface Gone {
  /** Attributes of things, and of parts, that are not there any more. */
  readonly without: readonly string[];
  readonly partWithout: readonly string[];
}

export function shopSchema({ without, partWithout }: Gone = { without: [], partWithout: [] }): Schema {
  const gone = (path: string): readonly string[] =>
    path.includes('thing') ? without : path.includes('part') ? partWithout : [];
  const definitionOf = (path: string): unknown => {
    const definition = JSON.parse(shopFiles[path] ?? '') as { readonly attributes: Record<string, unknown> };
    for (const name of gone(path)) delete definition.attributes[name];
    return definition;
  };
  const type = (name: string) => {
    const file = `src/api/${name}/content-types/${name}/schema.json`;
    return { uid: `api::${name}.${name}`, file, definition: definitionOf(file) };
  };
  const file = 'src/components/made/part.json';
  return schemaFrom({
    contentTypes: [type('thing'), type('shop')],
    components: [{ uid: 'made.part', file, definition: definitionOf(file) }],
  });
}

/** Puts `count` published things in the store, with a link each to one of ten shops: faster than by writing them. */
export async function fill(schema: Schema, store: Store, count: number): Promise<void> {
  const mark = {
    run: 'filling',
    source: 'a test',
    startedAt: time,
    inventory: {},
    at: null,
    rows: 0,
    completedAt: null,
  };
  const { archive } = store;
  valueOf(await archive.claim(mark));
  const [things, shops] = [contentTypeOf(schema, thing), contentTypeOf(schema, shop)];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const link = schema.links.find(({ source }) => source.type === thing);
  if (link === undefined) throw new Error('things have shops');
  const [few, rest] = [numbers.slice(0, 10), [...numbers]];
  valueOf(
    await archive.put({ kind: 'versions', type: shops, rows: few.map((n) => version('shop', n, {})) }, mark),
  );
  while (rest.length > 0) {
    const some = rest.splice(0, 500);
    const rows = some.map((n) => version('thing', n, { name: `Thing ${n}`, price: n / 100 }));
    valueOf(await archive.put({ kind: 'versions', type: things, rows }, mark));
    valueOf(await archive.put({ kind: 'links', link, rows: some.map(linkTo) }, mark));
  }
  valueOf(
    await archive.finish({ sequenceKey: count, itemId: 0, versionIds: {} }, { ...mark, completedAt: time }),
  );
}

const time = '2024-01-02T03:04:05.678Z';

export const documentIdOf = (name: string, number: number): string =>
  `${name}${String(number).padStart(24 - name.length, '0')}`;

const version = (name: string, id: number, values: Readonly<Record<string, Json>>): ArchivedVersion => ({
  id,
  documentId: documentIdOf(name, id),
  locale: '',
  layer: 'published',
  createdAt: time,
  updatedAt: time,
  publishedAt: time,
  publishedId: null,
  hasChanges: false,
  isPublished: false,
  values,
});

const key = (number: number): string => `k${number.toString(16).padStart(11, '0')}`;

const linkTo = (number: number): ArchivedLink => ({
  id: number,
  source: { documentId: documentIdOf('thing', number), locale: '' },
  target: { documentId: documentIdOf('shop', (number % 10) + 1), locale: '' },
  draft: null,
  published: { source: key(number), target: key(number) },
  pending: { source: false, target: false },
});
