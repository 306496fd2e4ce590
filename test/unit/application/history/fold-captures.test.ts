import { expect } from 'chai';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import type { CapturedVersion } from '../../../../src/application/ports/captured-versions.js';
import { defaultLimits } from '../../../../src/application/documents/limits.js';
import { createAdmission } from '../../../../src/application/admission/admission.js';
import { entriesOf } from '../../../../src/application/history/entries-of.js';
import { foldCaptures } from '../../../../src/application/history/fold-captures.js';
import { readContent, readList, readRecord } from '../../../../src/application/history/history-records.js';
import type { ReadableHistory } from '../../../../src/application/history/readable-history.js';
import { pruneHistory } from '../../../../src/application/history/prune-history.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import type { Limits } from '../../../../src/domain/plan/read-plan.js';
import { Canceller } from '../../../../src/domain/cancellation.js';
import { nobody, type Principal } from '../../../../src/domain/permission/permission.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { contentTypeOf } from '../../../../src/domain/schema/schema.js';
import { ok } from '../../../../src/domain/result.js';
import { contentType, schemaFrom } from '../../../schema-builders.js';
import { valueOf } from '../../../contract/results.js';

const type = 'api::page.page';
const documentId = 'p'.repeat(24);

/** A history of one document, of which each `write` is captured and folded at once. */
function createWorld(history: unknown = true, limits: Limits = defaultLimits) {
  const options = { draftAndPublish: true, history };
  const attributes = { title: { type: 'string' }, body: { type: 'text' } };
  const schema = schemaFrom({ contentTypes: [contentType('page', 'pages', attributes, { options })] });
  const { documents: store, units } = createMemoryStore({ schema });
  let now = '2030-01-01T00:00:00.000Z';
  let ids = 0;
  const clock = { now: () => now };
  const rows = {
    schema,
    store,
    clock,
    ids: { documentId: () => `a${String((ids += 1)).padStart(23, '0')}` },
  };
  const documents = createDocuments({
    ...rows,
    passwords: { hash: async (password) => password },
    limits,
    admission: createAdmission(),
  });
  const write = (...given: Parameters<typeof captured>): Promise<void> => fold([captured(...given)]);
  const fold = async (captures: readonly CapturedVersion[]): Promise<void> => {
    let waiting = captures;
    const take = async () => {
      const taken = waiting;
      waiting = [];
      return ok(taken);
    };
    valueOf(await foldCaptures({ schema, documents, units, rows, captured: { take } }, []));
  };
  /** The titles, the latest first. */
  const titles = async (): Promise<readonly unknown[]> => {
    const all = await readList(documents, { type, of: documentId }, [], { offset: 0, limit: null });
    const found = [];
    for (const { documentId: id } of valueOf(all).records) {
      const record = valueOf(await readRecord(documents, id));
      if (record !== null) found.push(valueOf(await readContent(documents, record))['title']);
    }
    return found;
  };
  const prune = async (at: string): Promise<void> => {
    now = at;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    await pruneHistory({ schema, documents, clock, log }, () => true);
  };
  const records = async () => {
    const all = await readList(documents, { type, of: documentId }, [], { offset: 0, limit: null });
    return valueOf(all).records.map(({ documentId: _id, content: _content, ...record }) => record);
  };
  /** What a reader of published versions sees, with the number of reads. */
  const published = async (principal: Principal, limit: number) => {
    const readers: Principal[] = [];
    const find: typeof documents.find = (reader, query) => {
      readers.push(reader);
      return documents.find(reader, query);
    };
    const visible = compare('layer', '$eq', 'published');
    const chain = { type, of: documentId };
    const list = valueOf(await readList(documents, chain, [visible], { offset: 0, limit }));
    const seen: ReadableHistory = {
      type: contentTypeOf(schema, type),
      documentId,
      exists: true,
      layers: new Set(['published']),
      covers: (layer) => layer === 'published',
      visible,
      shows: () => true,
    };
    const entries = await entriesOf({ ...documents, find }, principal, seen, list.records);
    return { entries, readers };
  };
  return { write, fold, titles, prune, records, published };
}

const captured = (title: string, at: string, more: Partial<CapturedVersion> = {}): CapturedVersion => ({
  at: `2026-01-01T${at}.000Z`,
  type,
  documentId,
  locale: null,
  action: 'update',
  layers: ['draft'],
  actor: { kind: 'user', name: 'kai', documentId: null },
  content: JSON.stringify([{ title, body: null }]),
  ...more,
});

const published = { action: 'publish', layers: ['published'] } as const;

describe('entries of the history', () => {
  it('edits of one author in one minute are one entry', async () => {
    const { write, titles } = createWorld();
    await write('a', '10:00:00', { action: 'create' });
    await write('b', '10:00:59');
    await write('c', '10:01:00');
    await write('d', '10:01:01', { actor: { kind: 'user', name: 'lea', documentId: null } });
    await write('e', '10:01:02', { actor: { kind: 'user', name: 'lea', documentId: null } });
    expect(await titles()).to.deep.equal(['e', 'c', 'b']);
  });

  it('captures that are folded together leave the same entries as one by one', async () => {
    const captures = [
      captured('a', '10:00:00', { action: 'create' }),
      captured('b', '10:00:01'),
      captured('b', '10:00:02', { ...published }),
      captured('c', '10:00:03'),
      captured('d', '10:00:04'),
      captured('e', '10:01:00'),
      captured('f', '10:01:01', { ...published }),
      captured('f', '10:01:02', { action: 'delete', layers: ['draft', 'published'], content: null }),
      captured('g', '10:02:00', { action: 'create' }),
    ];
    for (const kept of [true, { versions: 3 }])
      for (const size of [2, 5, captures.length]) {
        const [one, many] = [createWorld(kept), createWorld(kept)];
        for (const each of captures) await one.fold([each]);
        for (let from = 0; from < captures.length; from += size)
          await many.fold(captures.slice(from, from + size));
        expect(await many.records()).to.deep.equal(await one.records());
        expect(await many.titles()).to.deep.equal(await one.titles());
      }
  });

  it('every published version is an entry of its own', async () => {
    const { write, titles } = createWorld();
    for (const title of ['a', 'b', 'c']) {
      await write(title, '10:00:00');
      await write(title, '10:00:00', { ...published });
    }
    expect(await titles()).to.deep.equal(['c', 'c', 'b', 'b', 'a', 'a']);
  });

  it('an update that changes nothing is no entry', async () => {
    const { write, titles } = createWorld();
    await write('a', '10:00:00');
    await write('a', '10:05:00');
    expect(await titles()).to.deep.equal(['a']);
  });

  it('all of many versions can be read, of which most are kept as differences', async () => {
    const { write, titles } = createWorld();
    const all = Array.from({ length: 50 }, (_, index) => `title ${index}`);
    for (const title of all) await write(title, '10:00:00', { ...published });
    expect(await titles()).to.deep.equal([...all].reverse());
  });

  it('versions of several locales may be larger together than an answer', async () => {
    const { write, titles } = createWorld(true, { ...defaultLimits, textSize: 4_000 });
    const text = (name: string): string => name.repeat(1_000);
    for (const [locale, name] of Object.entries({ de: 'd', en: 'e', fr: 'f', nb: 'n' }))
      await write(text(name), '10:00:00', { locale });
    await write(text('E'), '10:02:00', { locale: 'en' });
    expect(await titles()).to.deep.equal(['E', 'n', 'f', 'e', 'd'].map(text));
  });

  it('as many entries are kept as the type says', async () => {
    const { write, titles } = createWorld({ versions: 2 });
    for (const title of ['a', 'b', 'c', 'd']) await write(title, '10:00:00', { ...published });
    expect(await titles()).to.deep.equal(['d', 'c']);
  });

  it('old entries are removed, but not the newest one of a document that is there', async () => {
    const { write, titles, prune } = createWorld({ days: 10 });
    await write('a', '10:00:00', { ...published });
    await write('b', '10:00:00', { ...published });
    await prune('2026-01-10T00:00:00.000Z');
    expect(await titles()).to.deep.equal(['b', 'a']);
    await prune('2026-01-20T00:00:00.000Z');
    expect(await titles()).to.deep.equal(['b']);
    await write('b', '10:00:00', { action: 'delete', layers: ['draft', 'published'], content: null });
    await prune('2026-01-20T00:00:00.000Z');
    expect(await titles()).to.deep.equal([]);
  });

  describe('for readers of published versions', () => {
    const signal = new Canceller();
    const reader: Principal = { ...nobody, caller: { key: 'reader', signal } };

    it('name what differs between published versions, and read each content once', async () => {
      const { write, published: seen } = createWorld();
      for (let index = 0; index < 100; index += 1) {
        const body = index < 80 ? null : 'text';
        const content = (title: string) => JSON.stringify([{ title, body }]);
        await write('', '10:00:00', { content: content(`draft ${index}`) });
        await write('', '10:00:00', { ...published, content: content(index % 2 === 0 ? 'a' : 'b') });
      }
      const { entries, readers } = await seen(reader, 40);
      const names = valueOf(entries).map((entry) => entry.names);
      expect(names.length).to.equal(40);
      expect(names[19]).to.deep.equal(['title', 'body']);
      expect(names.filter((each) => each.join() === 'title').length).to.equal(39);
      expect(readers.length).to.be.lessThan(10);
      expect(readers.every(({ caller }) => caller === reader.caller)).to.equal(true);
    });

    it('are read no further once the client has left', async () => {
      const { write, published: seen } = createWorld();
      for (const title of ['a', 'b']) await write(title, '10:00:00', { ...published });
      signal.abort();
      const { entries, readers } = await seen(reader, 10);
      expect(entries.ok).to.equal(false);
      expect(readers.length).to.equal(1);
    });
  });
});
