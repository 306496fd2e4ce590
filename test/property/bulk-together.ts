import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  createBulk,
  type Bulk,
  type BulkDone,
  type BulkOperation,
} from '../../src/application/bulk/run-bulk.js';
import { runOperation, type BulkDependencies } from '../../src/application/bulk/run-operation.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Failure } from '../../src/domain/failure.js';
import { systemPrincipal, type Principal } from '../../src/domain/permission/permission.js';
import { compare } from '../../src/domain/query/compare.js';
import type { Layer } from '../../src/domain/query/query.js';
import { err, ok, type Result } from '../../src/domain/result.js';
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
        main: relation('manyToOne', 'tag', { required: true }),
        next: relation('manyToOne', 'article', { inversedBy: 'previous' }),
        previous: relation('oneToMany', 'article', { mappedBy: 'next' }),
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
        code: { type: 'string', unique: true },
        tags: relation('manyToMany', 'tag', { inversedBy: 'notes' }),
      },
      localized,
    ),
  ],
  components: [component('meta.seo', { title: { type: 'string' }, about: relation('oneToOne', 'tag') })],
});

const kinds = ['article', 'tag', 'note'] as const;
/** How many documents of each kind there are before. */
const beforeCount = 4;

const actions = [
  'create',
  'update',
  'upsert',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
  'where',
] as const;

/** One operation. Numbers are indexes of documents that are there before; one that is too high does not exist. */
interface Item {
  readonly kind: (typeof kinds)[number];
  readonly action: (typeof actions)[number];
  /** What an update changes of its document. */
  readonly about: number;
  readonly edits: 'values' | 'set' | 'connect' | 'disconnect' | 'component';
  readonly tags: readonly number[];
  readonly near: readonly number[];
  readonly lead: number | null;
  readonly main: number | null;
  readonly next: number | null;
  readonly cover: number | null;
  readonly isDraft: boolean;
  readonly rank: number;
  /** Of documents that take part in it, only one can have it. */
  readonly code: number | null;
  readonly locale: string;
  readonly isAtStart: boolean;
  readonly as: string | null;
  /** Links what an earlier operation has created as this. */
  readonly ref: string | null;
}

const tag = fc.nat({ max: beforeCount - 1 });

const arbitraryItem: fc.Arbitrary<Item> = fc.record({
  kind: fc.constantFrom('article', 'article', 'tag', 'note'),
  action: fc.constantFrom('create', 'create', 'update', 'update', 'upsert', 'upsert', 'publish', ...actions),
  about: fc.oneof({ weight: 40, arbitrary: tag }, { weight: 1, arbitrary: fc.constant(beforeCount) }),
  edits: fc.constantFrom('values', 'set', 'set', 'connect', 'disconnect', 'component'),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  near: fc.uniqueArray(tag, { maxLength: 2 }),
  lead: fc.option(
    fc.oneof({ weight: 60, arbitrary: tag }, { weight: 1, arbitrary: fc.constant(beforeCount) }),
  ),
  main: fc.oneof({ weight: 40, arbitrary: tag }, { weight: 1, arbitrary: fc.constant(null) }),
  next: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: tag }),
  cover: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: tag }),
  isDraft: fc.boolean(),
  rank: fc.oneof({ weight: 60, arbitrary: fc.nat({ max: 9 }) }, { weight: 1, arbitrary: fc.constant(10) }),
  code: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat({ max: 9 }) }),
  locale: fc.constantFrom('en', 'en', 'de'),
  isAtStart: fc.boolean(),
  as: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'y') },
  ),
  ref: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'y') },
  ),
});

const plain: Item = {
  kind: 'article',
  action: 'update',
  about: 0,
  edits: 'values',
  tags: [],
  near: [],
  lead: 0,
  main: 0,
  next: null,
  cover: null,
  isDraft: true,
  rank: 1,
  code: null,
  locale: 'en',
  isAtStart: false,
  as: null,
  ref: null,
};

/** What random operations seldom do. */
const rarities: readonly [Item[], boolean][] = [
  // A unique value is taken by one, and given up by another.
  [
    [
      { ...plain, kind: 'note', code: 0 },
      { ...plain, kind: 'note', action: 'create', code: 2 },
      { ...plain, kind: 'note', about: 2, code: 8 },
    ],
    false,
  ],
  // A link that the history shows of one is removed by another.
  [[plain, { ...plain, about: 1, edits: 'set', next: 2 }], true],
  [
    [
      { ...plain, kind: 'tag', action: 'create', as: 'x' },
      { ...plain, kind: 'note', action: 'create', ref: 'x' },
      { ...plain, kind: 'tag', action: 'create', as: 'y', tags: [1] },
      { ...plain, action: 'create', ref: 'y' },
    ],
    true,
  ],
  [
    [
      { ...plain, action: 'upsert', code: 8 },
      { ...plain, action: 'upsert', code: 8, rank: 2 },
    ],
    true,
  ],
  [
    [
      { ...plain, kind: 'note', locale: 'de' },
      { ...plain, kind: 'note', about: 1 },
    ],
    true,
  ],
];

/** Operations that run together or apart, and the documents that are there before. */
interface Run {
  readonly store: Store;
  readonly documents: Documents;
  readonly run: Bulk['run'];
  readonly before: Readonly<Record<Item['kind'], readonly string[]>>;
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
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const bulk = { schema, documents, units: store.units, log, runsCode: () => false };
  const before: Record<Item['kind'], string[]> = { article: [], tag: [], note: [] };
  const make = async (kind: Item['kind'], data: object, layer: Layer = 'published', locale?: string) => {
    const mutation = {
      kind: 'create',
      type: uidOf(kind),
      layer,
      data,
      answer: {},
      ...(locale && { locale }),
    } as const;
    const made = valueOf(await documents.create(systemPrincipal, mutation));
    before[kind].push(textOf(made.answer.documents()[0]?.['documentId']));
  };
  for (let n = 0; n < beforeCount; n += 1) await make('tag', { name: `tag ${n}` });
  for (let n = 0; n < beforeCount; n += 1) {
    const [main = '', other = ''] = [before.tag[n], before.tag[(n + 1) % beforeCount]];
    const links = { tags: [main, other], lead: main, main, cover: main, next: before.article[n - 1] ?? null };
    const data = {
      name: `article ${n} of before`,
      code: `code ${n}`,
      rank: n,
      seo: { title: 'x', about: main },
      ...links,
    };
    await make('article', data, n % 2 === 0 ? 'draft' : 'published');
    await make(
      'note',
      { name: `note ${n} of before`, size: n, tags: [main], code: `code ${n}` },
      'published',
      n % 2 ? 'de' : 'en',
    );
  }
  return {
    store,
    documents,
    before,
    run: isTogether
      ? createBulk({ ...bulk, unitsAtOnce: 2 }).run
      : (principal, operations, isAtomic) => runApart(bulk, principal, operations, isAtomic),
  };
}

/** What `Bulk.run` promises, in the simplest way. */
async function runApart(
  bulk: BulkDependencies,
  principal: Principal,
  operations: readonly BulkOperation[],
  isAtomic: boolean,
): ReturnType<Bulk['run']> {
  const runAll = async (): ReturnType<Bulk['run']> => {
    const named = new Map<string, string>();
    const results: Result<BulkDone>[] = [];
    for (const [index, operation] of operations.entries()) {
      const result = await runOperation(bulk, principal, operation, { named, mayMatch: Infinity });
      if (!result.ok && isAtomic)
        return err({ ...result.failure, details: { ...result.failure.details, operation: index } });
      if (result.ok && 'as' in operation && operation.as !== undefined)
        named.set(operation.as, result.value.documentId ?? '');
      results.push(result);
    }
    return ok(results);
  };
  return isAtomic ? bulk.units.run(runAll) : runAll();
}

function operationOf({ before }: Run, item: Item, index: number): BulkOperation {
  const { kind, isDraft, locale, as, action, about, rank } = item;
  const type = uidOf(kind);
  const at = kind === 'note' ? { locale } : {};
  const answer = { fields: ['documentId'] };
  const documentId = before[kind][about] ?? 'missing';
  const layer = kind === 'article' && isDraft ? 'draft' : 'published';
  const name = `${kind} ${index}`;
  const named = as === null ? {} : { as };
  switch (action) {
    case 'create':
      return {
        kind: 'create',
        mutation: {
          kind: 'create',
          type,
          layer,
          data: { name, ...dataOf(before, item, index) },
          answer,
          ...at,
        },
        ...named,
      };
    case 'upsert': {
      if (kind === 'tag') return { kind: 'delete', mutation: { kind: 'delete', type, documentId } };
      const data = { name, ...dataOf(before, item, index), code: `code ${item.code ?? rank}` };
      return {
        kind: 'upsert',
        mutation: { kind: 'create', type, layer, data, answer, ...at },
        by: ['code'],
        ...named,
      };
    }
    case 'update':
    case 'where': {
      const mutation = {
        kind: 'update',
        type,
        layer,
        data: { name, ...changesOf(before, item) },
        answer,
        ...at,
      } as const;
      const where = compare('name', '$contains', `${rank}`);
      return action === 'where'
        ? { kind: 'update', mutation, where }
        : { kind: 'update', mutation: { ...mutation, documentId } };
    }
    case 'delete':
      return {
        kind: 'delete',
        mutation: { kind: 'delete', type, documentId, ...(rank % 2 ? { locale: '*' } : at) },
      };
    default:
      return {
        kind: 'move',
        mutation: {
          kind: action,
          type: uidOf('article'),
          documentId: before.article[about] ?? 'missing',
          answer,
        },
      };
  }
}

const idsOf = (ids: readonly string[], numbers: readonly number[]): string[] =>
  numbers.map((n) => ids[n] ?? 'missing');

function dataOf(before: Run['before'], item: Item, index: number): object {
  const ids = (numbers: readonly number[]) => idsOf(before.tag, numbers);
  const linked = { connect: [...ids(item.tags), ...(item.ref === null ? [] : [{ $ref: item.ref }])] };
  return {
    article: {
      rank: item.rank,
      price: `${index}.5`,
      extra: { b: [index], a: null },
      ...(item.code !== null && { code: `code ${item.code}` }),
      seo: { title: `of ${index}`, about: ids([item.rank % beforeCount])[0] },
      tags: item.isAtStart
        ? { connect: ids(item.tags).map((documentId) => ({ documentId, position: { start: true } })) }
        : linked,
      lead: item.lead === null ? null : ids([item.lead])[0],
      main: item.main === null ? null : ids([item.main])[0],
      ...(item.next !== null && { next: before.article[item.next] }),
      ...(item.isAtStart && item.ref !== null && { next: { $ref: item.ref } }),
      ...(item.cover !== null && { cover: ids([item.cover])[0] }),
    },
    tag: { near: ids(item.near), nearOf: ids(item.tags) },
    note: {
      tags: linked,
      ...(item.rank < 10 && { size: item.rank }),
      ...(item.code !== null && { code: `code ${item.code}` }),
    },
  }[item.kind];
}

/** What an update changes. */
function changesOf(before: Run['before'], item: Item): object {
  const { kind, edits, rank, code, tags, lead, main, next, cover, near } = item;
  const ids = (numbers: readonly number[]) => idsOf(before.tag, numbers);
  const coded = kind === 'tag' || code === null ? {} : { code: `code ${code}` };
  const ranked = kind === 'article' ? { rank, ...coded } : coded;
  if (edits === 'values') return ranked;
  if (edits === 'component')
    return kind === 'article' ? { seo: { about: ids([rank % beforeCount])[0] } } : {};
  const list = edits === 'set' ? ids(tags) : { [edits]: ids(tags) };
  if (kind === 'tag') return edits === 'set' ? { near: ids(near) } : { nearOf: { [edits]: ids(near) } };
  if (kind === 'note') return { tags: list };
  const single = {
    lead: lead === null ? null : ids([lead])[0],
    main: main === null ? null : ids([main])[0],
    ...(next !== null && { next: before.article[next] }),
    ...(cover !== null && { cover: ids([cover])[0] }),
  };
  return { ...ranked, tags: list, ...(edits === 'set' && single) };
}

/** Everything that a run has left, with the names of documents instead of their ids. */
async function leftBy({ store, documents, before }: Run, outcome: unknown, from: number): Promise<unknown> {
  const log = valueOf(await store.changes.read(from, 1_000));
  const made = log.map(({ type, documentId }) => ({ type, documentId: documentId ?? '' }));
  const names = new Map<string, string>(
    kinds.flatMap((kind) => before[kind].map((id, n) => [id, `${kind} ${n} of before`] as const)),
  );
  const found: unknown[] = [];
  for (const [kind, layer, locale] of contexts) {
    const asked = { layer, populate: populate(...relationsOf(kind)) };
    const rows = await reading(documents, { layer, locale }).find(kind as TypeName, asked);
    for (const { documentId, name } of rows)
      if (!names.has(textOf(documentId))) names.set(textOf(documentId), textOf(name));
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
  describe(`operations of one bulk request on ${name}`, function () {
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
              try {
                const operations = items.map((item, index) => operationOf(run, item, index));
                const outcome = await run.run(systemPrincipal, operations, isAtomic);
                left.push(await leftBy(run, comparable(outcome), from));
              } finally {
                await emptied(run, from);
              }
            }
            expect(left[0]).to.deep.equal(left[1]);
          },
        ),
        { numRuns, examples: [...rarities], ...withinTwoMinutes },
      ));
  });
}

/** Removes what a run has made, so that the next one finds the same codes free. */
async function emptied({ store, documents, before }: Run, from: number): Promise<void> {
  const log = valueOf(await store.changes.read(from, 1_000));
  const there = kinds.flatMap((kind) =>
    before[kind].map((documentId) => ({ type: uidOf(kind), documentId })),
  );
  const made = [...log, ...there];
  for (const { type, documentId } of made)
    if (documentId !== null)
      valueOf(await documents.delete(systemPrincipal, { kind: 'delete', type, documentId, locale: '*' }));
}
