import type { ArchivedLink, ArchivedVersion } from '../../../src/application/ports/archive-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import type { SchemaSources } from '../../../src/domain/schema/schema-source.js';
import { contentTypeOf, type Json, type Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/world.js';
import {
  appFiles,
  component,
  contentType,
  drafts,
  relation,
  schemaFrom,
  type Attributes,
} from '../../schema-builders.js';

export const thing = 'api::thing.thing';
export const shop = 'api::shop.shop';

const things: Attributes = {
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
  shops: relation('manyToMany', 'shop', { inversedBy: 'things' }),
};

const parts: Attributes = {
  label: { type: 'string' },
  weight: { type: 'decimal' },
  at: { type: 'time' },
  seen: { type: 'datetime' },
  big: { type: 'biginteger' },
  more: { type: 'json' },
  shop: relation('oneToOne', 'shop'),
};

interface Gone {
  /** Attributes of things, and of parts, that are not there any more. */
  readonly without: readonly string[];
  readonly partWithout: readonly string[];
}

const sourcesOf = ({ without, partWithout }: Gone): SchemaSources => ({
  contentTypes: [
    contentType('thing', 'things', omit(things, without), drafts),
    contentType('shop', 'shops', {
      name: { type: 'string' },
      things: relation('manyToMany', 'thing', { mappedBy: 'shops' }),
    }),
  ],
  components: [component('made.part', omit(parts, partWithout))],
});

function omit(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));
}

const complete: Gone = { without: [], partWithout: [] };

/** The schema files of an app, by their paths. */
export const shopFiles = appFiles(sourcesOf(complete));

export const shopSchema = (gone: Gone = complete): Schema => schemaFrom(sourcesOf(gone));

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
