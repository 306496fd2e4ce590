import { expect } from 'chai';
import * as fc from 'fast-check';
import { createBulk, type Bulk, type BulkOperation } from '../../src/application/bulk/run-bulk.js';
import { writeInTurn } from '../../src/application/documents/write-in-turn.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Failure } from '../../src/domain/failure.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { contentTypeOf, type Schema } from '../../src/domain/schema/schema.js';
import { populate } from '../contract/questions.js';
import type { TypeName } from '../contract/schema-files.js';
import { reading } from '../contract/world-reading.js';
import { createWorld, textOf, valueOf } from '../contract/world.js';
import {
  component,
  contentType,
  drafts,
  localized,
  relation,
  schemaFrom,
  uidOf,
} from '../schema-builders.js';
import { withinTwoMinutes } from '../time-limits.js';

const schema = schemaFrom({
  contentTypes: [
    contentType(
      'article',
      'articles',
      {
        name: { type: 'string' },
        code: { type: 'string', unique: true },
        rank: { type: 'integer', max: 9 },
        price: { type: 'decimal' },
        extra: { type: 'json' },
        seo: { type: 'component', component: 'meta.seo' },
        tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
        lead: relation('manyToOne', 'tag'),
        cover: relation('oneToOne', 'tag', { inversedBy: 'covers' }),
      },
      drafts,
    ),
    contentType('tag', 'tags', {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
      covers: relation('oneToOne', 'article', { mappedBy: 'cover' }),
      near: relation('manyToMany', 'tag', { inversedBy: 'nearOf' }),
      nearOf: relation('manyToMany', 'tag', { mappedBy: 'near' }),
      notes: relation('manyToMany', 'note', { mappedBy: 'tags' }),
    }),
    contentType(
      'note',
      'notes',
      {
        name: { type: 'string', ...localized },
        size: { type: 'integer', required: true },
        tags: relation('manyToMany', 'tag', { inversedBy: 'notes' }),
      },
      localized,
    ),
  ],
  components: [component('meta.seo', { title: { type: 'string' }, about: relation('oneToOne', 'tag') })],
});

const kinds = ['article', 'tag', 'note'] as const;
const tagCount = 4;

/** A create, an update or a deletion. Numbers are indexes of tags; one that is too high does not exist. */
interface Item {
  readonly kind: (typeof kinds)[number];
  readonly tags: readonly number[];
  readonly near: readonly number[];
  readonly lead: number | null;
  readonly cover: number | null;
  readonly isDraft: boolean;
  readonly rank: number;
  /** Of articles that take part in it, only one can have it. */
  readonly code: number | null;
  readonly locale: string;
  readonly isAtStart: boolean;
  readonly as: string | null;
  /** Links what an earlier operation has created as this. */
  readonly ref: string | null;
  readonly deletes: boolean;
}

const tag = fc.nat({ max: tagCount - 1 });

const arbitraryItem: fc.Arbitrary<Item> = fc.record({
  kind: fc.constantFrom('article', 'article', 'tag', 'note'),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  near: fc.uniqueArray(tag, { maxLength: 2 }),
  lead: fc.option(fc.oneof({ weight: 60, arbitrary: tag }, { weight: 1, arbitrary: fc.constant(tagCount) })),
  cover: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: tag }),
  isDraft: fc.boolean(),
  rank: fc.oneof({ weight: 60, arbitrary: fc.nat({ max: 9 }) }, { weight: 1, arbitrary: fc.constant(10) }),
  code: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat({ max: 60 }) }),
  locale: fc.constantFrom('en', 'en', 'de'),
  isAtStart: fc.boolean(),
  as: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'y') },
  ),
  ref: fc.oneof(
    { weight: 20, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'y') },
  ),
  deletes: fc.oneof(
    { weight: 20, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

/** A bulk whose creates run together or apart, and the tags that they link. */
interface Run {
  readonly store: Store;
  readonly documents: Documents;
  readonly bulk: Bulk;
  readonly tags: readonly string[];
}

const still = { now: () => '2030-01-01T00:00:00.000Z' };

async function beginRun(store: Store, isTogether: boolean): Promise<Run> {
  const { dependencies } = createWorld(store, schema);
  const documents = createDocuments({
    ...dependencies,
    clock: still,
    audit: { record: async () => {} },
    keepsHistory: true,
  });
  const apart: Documents = { ...documents, writeAll: writeInTurn(documents) };
  const tags: string[] = [];
  for (let n = 0; n < tagCount; n += 1) {
    const mutation = { kind: 'create', type: uidOf('tag'), layer: 'published', answer: {} } as const;
    const made = valueOf(
      await documents.create(systemPrincipal, { ...mutation, data: { name: `tag ${n}` } }),
    );
    tags.push(textOf(made.answer.documents()[0]?.['documentId']));
  }
  return {
    store,
    documents,
    tags,
    bulk: createBulk({ schema, documents: isTogether ? documents : apart, units: store.units }),
  };
}

function operationOf({ tags }: Run, item: Item, index: number): BulkOperation {
  const { kind, isDraft, locale, as } = item;
  const ids = (numbers: readonly number[]) => numbers.map((n) => tags[n] ?? 'missing');
  const answer = { fields: ['documentId'] };
  if (item.deletes) {
    const documentId = tags[item.rank % tagCount] ?? 'missing';
    return { kind: 'delete', mutation: { kind: 'delete', type: uidOf('tag'), documentId } };
  }
  const linked = { connect: [...ids(item.tags), ...(item.ref === null ? [] : [{ $ref: item.ref }])] };
  const own = {
    article: {
      rank: item.rank,
      price: `${index}.5`,
      extra: { b: [index], a: null },
      ...(item.code !== null && { code: `code ${item.code}` }),
      seo: { title: `of ${index}`, about: ids([item.rank % tagCount])[0] },
      tags: item.isAtStart
        ? { connect: ids(item.tags).map((documentId) => ({ documentId, position: { start: true } })) }
        : linked,
      lead: item.lead === null ? null : ids([item.lead])[0],
      ...(item.cover !== null && { cover: ids([item.cover])[0] }),
    },
    tag: { near: ids(item.near), nearOf: ids(item.tags) },
    note: { tags: linked, ...(item.rank < 10 && { size: item.rank }) },
  }[kind];
  const data = { name: `${kind} ${index}`, ...own };
  const layer = kind === 'article' && isDraft ? 'draft' : 'published';
  const at = kind === 'note' ? { locale } : {};
  return {
    kind: 'create',
    mutation: { kind: 'create', type: uidOf(kind), layer, data, answer, ...at },
    ...(as !== null && { as }),
  };
}

/** Everything that a run has left, with the names of documents instead of their ids. */
async function leftBy({ store, documents, tags }: Run, outcome: unknown, from: number): Promise<unknown> {
  const log = valueOf(await store.changes.read(from, 1_000));
  const made = log.map(({ type, documentId }) => ({ type, documentId: documentId ?? '' }));
  const names = new Map(tags.map((id, n) => [id, `tag ${n}`]));
  const found: unknown[] = [];
  for (const [kind, layer, locale] of contexts) {
    const asked = { layer, populate: populate(...relationsOf(kind)) };
    const rows = await reading(documents, { layer, locale }).find(kind as TypeName, asked);
    for (const { documentId, name } of rows) names.set(textOf(documentId), textOf(name));
    found.push({ kind, layer, locale, rows });
  }
  const captured = valueOf(await store.captured.take(made, 1_000));
  const trail: unknown[] = [];
  for (const documentId of new Set(made.map((one) => one.documentId)))
    trail.push(
      valueOf(await store.audit.find({ documentId }, 100)).map(({ cursor: _cursor, ...entry }) => entry),
    );
  const logged = log.map(({ position: _p, transaction: _t, ...entry }) => entry);
  const contents = captured.map(({ content, ...capture }) => ({
    ...capture,
    content: JSON.parse(content ?? '[]') as unknown,
  }));
  const left = JSON.stringify({ outcome, found, logged, contents, trail });
  // Numbers and ids of documents differ between the runs, also of those that are gone.
  return JSON.parse(
    left.replaceAll(/"id":\d+/g, '"id":0').replaceAll(/\b[a-z]{24}\b/g, (id) => names.get(id) ?? 'gone'),
  );
}

/** Of several documents that are missing, the one whose id comes first is named, and ids are made at random. */
function comparable(outcome: unknown): unknown {
  return JSON.parse(JSON.stringify(outcome), (key, value: unknown) => {
    if (key !== 'failure' || typeof value !== 'object' || value === null) return value;
    const { code, message, details } = value as Failure;
    const isMissing = message.startsWith('Document with id ');
    return isMissing ? { code, message: 'missing', operation: details?.['operation'] } : value;
  });
}

const contexts = [
  ['article', 'draft', 'en'],
  ['article', 'published', 'en'],
  ['tag', 'published', 'en'],
  ['note', 'published', 'en'],
  ['note', 'published', 'de'],
] as const;

const relationsOf = (kind: string): readonly string[] =>
  [...contentTypeOf(schema, uidOf(kind)).attributes.values()]
    .filter((each) => each.kind === 'relation' && each.place.kind === 'link')
    .map(({ name }) => name);

/** Each operation together with others leaves what it leaves alone. */
export function describeBulkTogether(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`creates of one bulk request on ${name}`, function () {
    this.timeout(120_000);
    let store: Store;
    before(async () => {
      store = await open(schema);
    });
    after(() => close(store));

    it('leave together the documents, links, entries and captures that they leave one by one', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(arbitraryItem, { minLength: 2, maxLength: 25 }),
          fc.boolean(),
          async (items, isAtomic) => {
            const left: unknown[] = [];
            for (const isTogether of [true, false]) {
              const run = await beginRun(store, isTogether);
              const from = valueOf(await store.changes.end());
              const operations = items.map((item, index) => operationOf(run, item, index));
              const outcome = await run.bulk.run(systemPrincipal, operations, isAtomic);
              left.push(await leftBy(run, comparable(outcome), from));
              await emptied(run, from);
            }
            expect(left[0]).to.deep.equal(left[1]);
          },
        ),
        { numRuns, ...withinTwoMinutes },
      ));
  });
}

/** Removes what a run has made, so that the next one finds the same codes free. */
async function emptied({ store, documents, tags }: Run, from: number): Promise<void> {
  const log = valueOf(await store.changes.read(from, 1_000));
  const made = [...log, ...tags.map((documentId) => ({ type: uidOf('tag'), documentId }))];
  for (const { type, documentId } of made)
    if (documentId !== null)
      valueOf(await documents.delete(systemPrincipal, { kind: 'delete', type, documentId, locale: '*' }));
}
