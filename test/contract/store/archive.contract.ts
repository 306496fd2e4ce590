import { expect } from 'chai';
import type {
  ArchiveBatch,
  ArchiveCounters,
  ArchivedLink,
  ArchivedVersion,
  Inventory,
  TransferMark,
} from '../../../src/application/ports/archive-store.js';
import { partsOf } from '../../../src/application/transfer/parts.js';
import { failure } from '../../../src/domain/failure.js';
import { err, ok } from '../../../src/domain/result.js';
import { contentTypeOf, type Link } from '../../../src/domain/schema/schema.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { failureOf, idOf, randomDocumentId, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';
import { emptyStore } from './empty-store.js';
import { showing, shown, shownIn } from './halls.js';

const now = '2024-01-02T03:04:05.678Z';
const zero: ArchiveCounters = { sequenceKey: 0, itemId: 0, versionIds: {} };

/** Returns a mark of a new run. */
const markOf = (at: TransferMark['at'] = null, run = randomDocumentId()): TransferMark => ({
  run,
  source: 'elsewhere',
  startedAt: now,
  inventory: {},
  at,
  rows: 0,
  completedAt: null,
});

const typeOf = ({ schema }: World, name: TypeName) => contentTypeOf(schema, uidOf(name));

function shows({ schema }: World): Link {
  const relation = contentTypeOf(schema, uidOf('hall')).attributes.get('shown');
  if (relation?.kind !== 'relation' || relation.place.kind !== 'link') throw new Error('halls show nothing');
  return relation.place.link;
}

async function gathered<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    expect(batch).to.have.length.above(0);
    rows.push(...batch);
  }
  return rows;
}

const versionsOf = async (world: World, name: TypeName, after = 0): Promise<ArchivedVersion[]> =>
  valueOf(
    await world.store.archive.read(async (reader) =>
      ok(await gathered(reader.versions(typeOf(world, name), after))),
    ),
  );

const linksOf = async (world: World, after = 0): Promise<ArchivedLink[]> =>
  valueOf(
    await world.store.archive.read(async (reader) => ok(await gathered(reader.links(shows(world), after)))),
  );

const inventoryOf = async ({ store }: World): Promise<Inventory> =>
  valueOf(await store.archive.read(async (reader) => ok(await reader.inventory())));

const countersOf = async ({ store }: World): Promise<ArchiveCounters> =>
  valueOf(await store.archive.read(async (reader) => ok(await reader.counters())));

/** Returns all rows of all parts, in batches for `put`. */
async function everything(world: World): Promise<readonly ArchiveBatch[]> {
  const batches: ArchiveBatch[] = [];
  const read = await world.store.archive.read(async (reader) => {
    for (const part of partsOf(world.schema))
      if (part.kind === 'links') {
        for await (const rows of reader.links(part.link, 0)) batches.push({ ...part, rows });
      } else for await (const rows of reader.versions(part.type, 0)) batches.push({ ...part, rows });
    return ok(null);
  });
  valueOf(read);
  return batches;
}

const event = (world: World, rows: readonly Partial<ArchivedVersion>[]): ArchiveBatch => ({
  kind: 'versions',
  type: typeOf(world, 'event'),
  rows: rows.map((row, index) => ({
    id: 1_000_000 + index,
    documentId: randomDocumentId(),
    locale: '',
    layer: 'published',
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
    publishedId: null,
    hasChanges: false,
    isPublished: false,
    values: { name: `e${index}` },
    ...row,
  })),
});

export const archiveCases = {
  'the archive names the parts that hold rows, and no others': async (world) => {
    const before = valueOf(await world.store.archive.contents());
    const id = await world.create('event', { name: 'e' });
    const filled = valueOf(await world.store.archive.contents()).filter((name) => !before.includes(name));
    expect(filled).to.have.length(1);
    await world.delete('event', id);
    expect(valueOf(await world.store.archive.contents())).to.deep.equal(before);
  },
  'archived versions contain all content, ordered by id, starting after a given id': async (world) => {
    const id = await world.create('article', { name: 'one', mood: 'm', teaser: { text: 't' } });
    await world.drafts.update('article', id, { name: 'two', style: null });
    const [live, draft] = [await world.one('article', id), await world.drafts.one('article', id)];
    const rows = await versionsOf(world, 'article');
    expect(rows.map((row) => row.id)).to.deep.equal(rows.map((row) => row.id).toSorted((a, b) => a - b));
    const [published, edited] = ['published', 'draft'].map((layer) =>
      rows.find((row) => row.layer === layer),
    );
    const common = { documentId: id, locale: 'en' };
    expect(published).to.deep.include({ ...common, id: live['id'], publishedId: null, hasChanges: false });
    expect(published).to.deep.include({ createdAt: live['createdAt'], publishedAt: live['publishedAt'] });
    expect(edited).to.deep.include({
      ...common,
      id: draft['id'],
      publishedId: live['id'],
      publishedAt: null,
    });
    expect(edited).to.deep.include({ hasChanges: true, isPublished: true, updatedAt: draft['updatedAt'] });
    expect(edited?.values).to.deep.include({ name: 'two', mood: 'm', stars: 3 });
    expect(Object.keys(edited?.values ?? {})).not.to.include('style');
    expect(published?.values['teaser']).to.deep.include({ text: 't' });
    expect(await versionsOf(world, 'article', rows[0]?.id)).to.deep.equal(rows.slice(1));
  },
  'archived links contain their order keys in both layers and their pending flags': async (world) => {
    const { h, a } = await showing(world);
    await world.drafts.update('hall', h, { shown: { disconnect: [a] } });
    const links = await linksOf(world);
    expect(links).to.have.length(6);
    const gone = links.find(({ source, target }) => source.documentId === h && target.documentId === a);
    expect([gone?.draft, gone?.pending]).to.deep.equal([null, { source: true, target: false }]);
    const others = links.filter((link) => link !== gone);
    for (const { draft, published, pending } of others) {
      expect(draft).to.deep.equal(published);
      expect(pending).to.deep.equal({ source: false, target: false });
    }
    expect(await linksOf(world, links[3]?.id)).to.deep.equal(links.slice(4));
  },
  'every write changes the inventory': async (world) => {
    const seen: Inventory[] = [await inventoryOf(world)];
    const step = async (write: Promise<unknown>): Promise<void> => {
      await write;
      const found = await inventoryOf(world);
      for (const each of seen) expect(found).not.to.deep.equal(each);
      seen.push(found);
    };
    const { h, a } = await showing(world);
    await step(world.drafts.update('hall', h, { name: 'other' }));
    await step(world.drafts.update('hall', h, { name: 'again' }));
    await step(world.drafts.update('hall', h, { shown: { disconnect: [a] } }));
    await step(world.publish('hall', h));
    await step(world.unpublish('hall', h));
    await step(world.create('event', { name: 'd' }));
    await step(world.delete('hall', h));
  },
  'the result of the work with a reader is returned, also a failure': async (world) => {
    const said = failure('INPUT.MISMATCH', 'said');
    expect(failureOf(await world.store.archive.read(async () => err(said)))).to.deep.equal(said);
    expect(valueOf(await world.store.archive.read(async () => ok('it')))).to.equal('it');
  },
  'imported rows keep their ids and places, and later rows follow them': async (world) => {
    const { store } = world;
    const { h, a, b } = await showing(world);
    await world.drafts.update('hall', h, {
      shown: { connect: [{ documentId: b, position: { start: true } }] },
    });
    await world.create('article', { name: 'one', teaser: { text: 't' }, sections: [] });
    const lists = async () => [await shown(world, h), await shownIn(world, a)];
    const [batches, said, counters] = [await everything(world), await lists(), await countersOf(world)];
    await emptyStore(world);
    const mark = markOf();
    valueOf(await store.archive.claim(mark));
    for (const batch of batches)
      valueOf(await store.archive.put(batch, { ...mark, rows: batch.rows.length }));
    const last = { ...mark, completedAt: now };
    valueOf(await store.archive.finish(counters, last));
    expect(valueOf(await store.archive.mark())).to.deep.equal(last);
    expect(await everything(world)).to.deep.equal(batches);
    expect(await lists()).to.deep.equal(said);
    await world.publish('hall', h);
    await world.update('hall', h, { shown: { connect: [await world.create('event', { name: 'd' })] } });
    expect(await world.list('hall', h, 'shown')).to.deep.equal(['b', 'a', 'c', 'd']);
  },
  'counters are raised to the given values and the imported rows, and never lowered': async (world) => {
    const { archive } = world.store;
    const mark = markOf();
    valueOf(await archive.claim(mark));
    const { sequenceKey, itemId, versionIds } = await countersOf(world);
    const top = Math.max(...Object.values(versionIds)) + 1_000;
    valueOf(await archive.put(event(world, [{ id: top, layer: 'draft', publishedId: top + 3 }]), mark));
    const told = {
      sequenceKey: sequenceKey + 5_000,
      itemId: itemId + 5_000,
      versionIds: { [uidOf('hall')]: top + 7 },
    };
    valueOf(await archive.finish(told, mark));
    valueOf(await archive.finish(zero, mark));
    const raised = await countersOf(world);
    expect(raised.sequenceKey).to.be.at.least(told.sequenceKey);
    expect(raised.itemId).to.be.at.least(told.itemId);
    expect(raised.versionIds[uidOf('hall')]).to.be.at.least(top + 7);
    expect(raised.versionIds[uidOf('event')]).to.be.at.least(top + 3);
  },
  'rows before the mark stay when the transfer is claimed again': async (world) => {
    const { archive } = world.store;
    const at = { part: `versions ${uidOf('event')}`, after: 1_000_001 };
    const mark = markOf();
    valueOf(await archive.claim(mark));
    const batch = event(world, [{}, {}]);
    valueOf(await archive.put(batch, { ...mark, at, rows: 2 }));
    expect(valueOf(await archive.mark())).to.deep.equal({ ...mark, at, rows: 2 });
    valueOf(await archive.claim(markOf(at)));
    expect(await versionsOf(world, 'event')).to.deep.equal(batch.rows);
  },
  'a run cannot continue after another run has claimed the transfer': async (world) => {
    const { archive } = world.store;
    const [first, second] = [markOf(), markOf()];
    valueOf(await archive.claim(first));
    valueOf(await archive.claim(second));
    for (const late of [archive.put(event(world, [{ id: 7 }]), first), archive.finish(zero, first)])
      expect(failureOf(await late).code).to.equal('STORE.CONFLICT');
    expect(valueOf(await archive.mark())).to.deep.equal(second);
    expect(await versionsOf(world, 'event')).to.deep.equal([]);
  },
  'of runs that begin at once, the last one to claim stores its rows, and the others leave none': async (
    world,
  ) => {
    const { archive } = world.store;
    const batch = event(world, [{}, {}, {}]);
    const ended = await Promise.all(
      [markOf(), markOf(), markOf()].map(async (mark) => {
        valueOf(await archive.claim(mark));
        return archive.put(batch, { ...mark, rows: 3 });
      }),
    );
    const refused = ended.filter(({ ok: isDone }) => !isDone);
    expect(refused).to.have.length.below(3);
    for (const one of refused) expect(failureOf(one).code).to.equal('STORE.CONFLICT');
    expect(await versionsOf(world, 'event')).to.deep.equal(batch.rows);
  },
  'colliding rows are refused': async (world) => {
    const { archive } = world.store;
    const mark = markOf();
    valueOf(await archive.claim(mark));
    const documentId = randomDocumentId();
    valueOf(await archive.put(event(world, [{ id: 7, documentId }]), mark));
    for (const row of [{ id: 7 }, { id: 8, documentId }])
      expect(failureOf(await archive.put(event(world, [row]), mark)).code).to.equal('INPUT.MISMATCH');
    expect((await world.find('event')).map(idOf)).to.deep.equal([documentId]);
  },
} satisfies Cases;
