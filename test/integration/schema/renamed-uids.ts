import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createClock } from '../../../src/adapters/host/create-clock.js';
import { createIds } from '../../../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../../../src/application/documents/documents.js';
import { findAsSystem } from '../../../src/application/documents/system-query.js';
import { createHistory } from '../../../src/application/history/create-history.js';
import { foldCaptures } from '../../../src/application/history/fold-captures.js';
import type { HistoryService } from '../../../src/application/history/history-service.js';
import type { Store } from '../../../src/application/ports/store.js';
import { textOf } from '../../../src/domain/document/text-of.js';
import { ok } from '../../../src/domain/result.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { bulkJobType, releaseType, viewType, webhookType } from '../../../src/domain/schema/built-in-uids.js';
import { valueOf } from '../../contract/results.js';
import type { SchemaDatabase } from './schema-database.js';
import { schemaOf, type Files } from './schema-files.js';

const [book, tome, chef] = ['api::book.book', 'api::tome.tome', 'api::chef.chef'];
const attributes = { title: { type: 'string' } };
const chefs = { chef: { attributes } };

const ofBook = (more: object = {}): Files => ({
  types: { ...chefs, book: { attributes, draftAndPublish: true, ...more } },
});
const ofTome = (more: object): Files => ({
  types: { ...chefs, tome: { attributes, draftAndPublish: true, ...more } },
});

interface Opened {
  readonly store: Store;
  readonly documents: Documents;
  readonly history: HistoryService;
  /** Makes entries of the history from what was captured. */
  fold(type: string, documentId: string): Promise<void>;
}

/** Works on a database as a server with these files does. */
async function withServer<T>(
  database: SchemaDatabase,
  files: Files,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const schema = schemaOf(files);
  const store = valueOf(await database.openStore(schema));
  try {
    valueOf(await store.schema.apply());
    const rows = { schema, store: store.documents, clock: createClock(), ids: createIds() };
    const addressing = {
      ...rows,
      passwords: { hash: (password: string) => Promise.resolve(password) },
      keepsHistory: true,
    };
    const documents = createDocuments(addressing);
    const folding = { schema, documents, captured: store.captured, units: store.units, rows };
    const fold = async (type: string, documentId: string): Promise<void> =>
      valueOf(await foldCaptures(folding, [{ type, documentId }]));
    const history = createHistory({ ...folding, clientDocuments: documents, addressing });
    return await work({ store, documents, history, fold });
  } finally {
    await store.close();
  }
}

const answer = { fields: ['documentId'] };

async function create({ documents }: Opened, type: string, data: object, layer: 'draft' | 'published') {
  const made = valueOf(
    await documents.create(systemPrincipal, { kind: 'create', type, layer, data, answer }),
  );
  return textOf(made.answer.documents()[0]?.['documentId']);
}

async function retitle({ documents }: Opened, documentId: string, title: string): Promise<void> {
  const asked = { kind: 'update', type: book, documentId, layer: 'published', answer } as const;
  valueOf(await documents.update(systemPrincipal, { ...asked, data: { title } }));
}

/** Leaves all that is kept by the uid. Returns the documentIds of a document, and of one that is deleted. */
async function fill(opened: Opened): Promise<readonly [kept: string, gone: string]> {
  const kept = await create(opened, book, { title: 'one' }, 'draft');
  await retitle(opened, kept, 'two');
  const gone = await create(opened, book, { title: 'gone' }, 'published');
  valueOf(await opened.documents.delete(systemPrincipal, { kind: 'delete', type: book, documentId: gone }));
  await opened.fold(book, kept);
  await opened.fold(book, gone);
  // Waits for its entry in the history.
  await retitle(opened, kept, 'three');
  await plan(opened, kept);
  return [kept, gone];
}

async function plan(opened: Opened, documentId: string): Promise<void> {
  const planned = { planner: { kind: 'system' }, owner: 'o', revision: 'r' };
  const publish = (type: string) => ({ action: 'publish', type, documentId, locale: null });
  const rows: readonly (readonly [type: string, data: object])[] = [
    [releaseType, { ...planned, name: 'n', state: 'open', actions: [publish(book), publish(chef)] }],
    [releaseType, { ...planned, name: 'other', state: 'open', actions: [publish(chef)] }],
    [
      bulkJobType,
      {
        ...planned,
        type: book,
        change: { kind: 'update', type: book, layer: 'draft', data: { title: book }, answer: {} },
        match: {},
        total: 1,
        state: 'waiting',
        done: 0,
        refused: 0,
        attempts: 0,
      },
    ],
    [webhookType, { name: 'some', url: 'https://a.test', events: [], types: [chef, book], secrets: 's' }],
    [webhookType, { name: 'all', url: 'https://a.test', events: [], types: null, secrets: 's' }],
    [
      viewType,
      { owner: 'o', type: book, name: 'v', search: {}, roles: [], isShared: true, isDefault: false },
    ],
  ];
  for (const [type, data] of rows) await create(opened, type, data, 'published');
}

const typesIn = (value: unknown): unknown => (value as { readonly type: unknown } | null)?.type;

/** What is planned and set, by the uids that it names. */
async function planned({ documents }: Opened) {
  const all = async (type: string) =>
    valueOf(await findAsSystem(documents, type, { sort: [{ path: ['id'], direction: 'asc' }] }));
  const [job] = await all(bulkJobType);
  return {
    releases: (await all(releaseType)).map(({ actions }) => (actions as unknown[]).map(typesIn)),
    job: [job?.['type'], job?.['change']],
    webhooks: (await all(webhookType)).map(({ types }) => types),
    views: (await all(viewType)).map(({ type }) => type),
  };
}

const all = { offset: 0, limit: 100 };

/** What every store does with what is kept beside documents when their content-type gets another uid. */
export function describeRenamedUids(database: () => SchemaDatabase): void {
  describe('a content-type with another uid', () => {
    const ways: readonly (readonly [name: string, after: Files, back: Files])[] = [
      [
        'with renamedFrom',
        ofTome({ collectionName: 'tomes2', renamedFrom: 'books' }),
        ofBook({ renamedFrom: 'tomes2' }),
      ],
      ['in the same table or collection', ofTome({ collectionName: 'books' }), ofBook()],
    ];
    for (const [way, after, back] of ways)
      it(`takes its history and what is planned along, ${way}`, async () => {
        const [kept, gone] = await withServer(database(), ofBook(), fill);
        const pending = await database().status(after);
        expect(pending.map(({ message }) => message)).to.include(
          `The history, releases, bulk jobs, views and webhooks of "${book}" become those of "${tome}". Its grants stay, and so does what servers with the former files note from now on.`,
        );
        await withServer(database(), after, async (opened) => {
          const { history, documents, store } = opened;
          const address = { type: tome, documentId: kept };
          const list = valueOf(await history.list(systemPrincipal, address, all));
          expect(list.entries.map(({ action }) => action)).to.deep.equal(['update', 'update', 'create']);
          const first = list.entries.at(-1)?.id ?? '';
          valueOf(await history.restore(systemPrincipal, address, first, answer));
          const asked = { filters: { kind: 'and', filters: [] }, layer: 'draft' } as const;
          const drafts = valueOf(await findAsSystem(documents, tome, asked));
          expect(drafts.map(({ title }) => title)).to.deep.equal(['one']);
          expect(valueOf(await history.list(systemPrincipal, address, all)).total).to.equal(4);
          const deleted = valueOf(await history.deleted(systemPrincipal, tome, all));
          expect(deleted.entries.map(({ documentId }) => documentId)).to.deep.equal([gone]);
          expect(await planned(opened)).to.deep.equal({
            releases: [[tome, chef], [chef]],
            job: [tome, { kind: 'update', type: tome, layer: 'draft', data: { title: book }, answer: {} }],
            webhooks: [[chef, tome], null],
            views: [tome],
          });
          const logged = valueOf(await store.changes.read(0, 1000)).map(({ type }) => type);
          expect(logged).to.include(tome).and.not.include(book);
        });
        expect(await database().status(after)).to.deep.equal([]);
        await withServer(database(), back, async ({ history }) => {
          const address = { type: book, documentId: kept };
          expect(valueOf(await history.list(systemPrincipal, address, all)).total).to.equal(4);
        });
      });

    it('takes along what a server with the former files makes of captures meanwhile', async () => {
      const after = ofTome({ collectionName: 'tomes2', renamedFrom: 'books' });
      const kept = await withServer(database(), ofBook(), async (opened) => {
        const documentId = await create(opened, book, { title: 'one' }, 'published');
        await opened.fold(book, documentId);
        await retitle(opened, documentId, 'two');
        let applied: Promise<unknown> = Promise.resolve();
        const folded = await opened.store.units.run(async () => {
          await opened.fold(book, documentId);
          applied = database().apply(after);
          await setTimeout(1_000);
          return ok(null);
        });
        valueOf(folded);
        await applied;
        return documentId;
      });
      await withServer(database(), after, async ({ history }) => {
        const list = await history.list(systemPrincipal, { type: tome, documentId: kept }, all);
        expect(valueOf(list).total).to.equal(2);
      });
    });

    it('leaves them where the former uid is still one of the schema, and says so', async () => {
      const both: Files = {
        types: {
          ...ofTome({ collectionName: 'books' }).types,
          book: { attributes, draftAndPublish: true, collectionName: 'books2' },
        },
      };
      const [kept] = await withServer(database(), ofBook(), fill);
      const found = (await database().status(both)).find(({ name }) => name === 'books');
      expect(found).to.deep.equal({
        kind: 'safe',
        name: 'books',
        message: `The documents of "${book}" become those of "${tome}". Their history, releases, bulk jobs, views and webhooks stay with "${book}", which is still in the schema.`,
        isDoubtful: true,
      });
      await withServer(database(), both, async ({ history, store }) => {
        const moved = await history.list(systemPrincipal, { type: tome, documentId: kept }, all);
        expect(valueOf(moved).total).to.equal(0);
        expect(valueOf(await store.schema.status())).to.deep.equal([]);
      });
    });
  });
}
