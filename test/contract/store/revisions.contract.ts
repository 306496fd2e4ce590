import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { updatedAtOf, type Revision } from '../../../src/domain/document/revision.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Expected, RowWrite } from '../../../src/domain/query/mutation.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { failureOf, queryOf, textOf, valueOf, type Data, type World } from '../world.js';
import { atOnce } from './at-once.js';
import type { Cases } from './case.js';

/** A writer who expects something of the version. */
const expecting = (world: World, type: TypeName, documentId: string) => {
  const about = { type: uidOf(type), documentId, answer: { fields: ['documentId'] } };
  const { documents } = world;
  return {
    update: (data: Data, expected?: Expected, locale?: string) =>
      documents.update(systemPrincipal, {
        kind: 'update',
        ...about,
        layer: 'draft',
        data,
        ...(expected !== undefined && { expected }),
        ...(locale !== undefined && { locale }),
      }),
    publish: (expected: Expected) =>
      documents.publish(systemPrincipal, { kind: 'publish', ...about, expected }),
    unpublish: (expected: Expected) =>
      documents.unpublish(systemPrincipal, { kind: 'unpublish', ...about, expected }),
    discard: (expected: Expected) =>
      documents.discardDraft(systemPrincipal, { kind: 'discardDraft', ...about, expected }),
    remove: (expected: Expected) =>
      documents.delete(systemPrincipal, { kind: 'delete', type: about.type, documentId, expected }),
  };
};

const seen = (revision: Revision | undefined): Expected => [updatedAtOf(revision ?? '') ?? ''];

async function revisionOf(world: World, type: TypeName, documentId: string): Promise<Revision> {
  const query = { ...queryOf(type, { documentId, layer: 'draft', fields: ['documentId'] }), revision: true };
  const { revision, answer } = valueOf(await world.documents.findOne(systemPrincipal, query));
  expect(answer.documents()).to.have.length(1);
  expect(Object.keys(answer.documents()[0] ?? {})).to.deep.equal(['id', 'documentId']);
  return revision ?? '';
}

/** A world whose clock stands still, as it seems to for two writes in one millisecond, or goes back. */
const atTime = (world: World, now: string): World => {
  const documents = createDocuments({ ...world.dependencies, clock: { now: () => now } });
  return { ...world, documents };
};

export const revisionCases = {
  'a write that expects the revision that was read succeeds once': async (world) => {
    const id = await world.create('restaurant', { name: 'a' });
    const read = await revisionOf(world, 'restaurant', id);
    const writer = expecting(world, 'restaurant', id);
    const first = valueOf(await writer.update({ name: 'b' }, seen(read)));
    expect(first.revision)
      .to.equal(await revisionOf(world, 'restaurant', id))
      .and.not.equal(read);
    const failure = failureOf(await writer.update({ name: 'c' }, seen(read)));
    expect(failure.code).to.equal('DOCUMENT.CHANGED');
    expect(failure.details).to.include({ version: first.revision });
    expect(await world.drafts.one('restaurant', id)).to.include({ name: 'b' });
    valueOf(await writer.update({ name: 'd' }, [seen(read), seen(first.revision)].flat()));
  },
  'of writers that expect the same revision, one succeeds': async (world) => {
    const id = await world.create('restaurant', { name: 'a' });
    const expected = seen(await revisionOf(world, 'restaurant', id));
    const writer = expecting(world, 'restaurant', id);
    const results = await atOnce(6, (n) => writer.update({ name: `n${n}` }, expected));
    expect(results.filter(({ ok }) => ok)).to.have.length(1);
    const winner = results.findIndex(({ ok }) => ok);
    expect(await world.drafts.one('restaurant', id)).to.include({ name: `n${winner}` });
    for (const result of results) if (!result.ok) expect(result.failure.code).to.equal('DOCUMENT.CHANGED');
  },
  'writes at the same time, or by a clock that is behind, have other revisions': async (world) => {
    const id = await world.create('event', { name: 'a', note: 'x' });
    const still = atTime(world, textOf((await world.drafts.one('event', id))['updatedAt']));
    const behind = atTime(world, '2001-01-01T00:00:00.000Z');
    const revisions = [await revisionOf(world, 'event', id)];
    for (const at of [still, still, behind]) {
      valueOf(await expecting(at, 'event', id).update({ name: `n${revisions.length}` }));
      revisions.push(await revisionOf(world, 'event', id));
    }
    const published = { kind: 'update', layer: 'published', documentId: id, answer: {} } as const;
    valueOf(
      await still.documents.update(systemPrincipal, {
        ...published,
        type: uidOf('event'),
        data: { name: 'p' },
      }),
    );
    revisions.push(await revisionOf(world, 'event', id));
    expect(new Set(revisions)).to.have.property('size', 5);
    expect([...revisions].sort()).to.deep.equal(revisions);
  },
  'a row whose time is kept, or given as it is, has another revision': async (world) => {
    const id = await world.create('restaurant', { name: 'a' });
    const at = async () => textOf((await world.one('restaurant', id))['updatedAt']);
    const write = async (row: RowWrite) =>
      valueOf(
        await world.documents.update(systemPrincipal, {
          kind: 'update',
          type: uidOf('restaurant'),
          documentId: id,
          layer: 'published',
          row,
          data: { name: 'b' },
          answer: {},
        }),
      );
    const first = await at();
    await write({ updatedAt: null });
    const second = await at();
    expect(Date.parse(second)).to.equal(Date.parse(first) + 1);
    await write({ updatedAt: second });
    expect(Date.parse(await at())).to.equal(Date.parse(second) + 1);
    await write({ updatedAt: '2001-01-01T00:00:00.000Z' });
    expect(await at()).to.equal('2001-01-01T00:00:00.000Z');
  },
  'publishing, unpublishing, discarding and deleting expect the draft that was read': async (world) => {
    const id = await world.create('event', { name: 'a' });
    const old = seen(await revisionOf(world, 'event', id));
    const writer = expecting(world, 'event', id);
    valueOf(await writer.update({ name: 'b' }));
    for (const refused of [
      await writer.publish(old),
      await writer.unpublish(old),
      await writer.discard(old),
      await writer.remove(old),
    ])
      expect(failureOf(refused).code).to.equal('DOCUMENT.CHANGED');
    expect(await world.one('event', id)).to.include({ name: 'a' });
    expect(await world.drafts.one('event', id)).to.include({ name: 'b' });
    const current = async () => seen(await revisionOf(world, 'event', id));
    valueOf(await writer.publish(await current()));
    valueOf(await writer.update({ name: 'c' }, await current()));
    valueOf(await writer.discard(await current()));
    valueOf(await writer.unpublish(await current()));
    valueOf(await writer.remove(await current()));
    expect(await world.drafts.version('event', id)).to.equal(null);
  },
  'a version that is expected is not made, and one that must not exist is': async (world) => {
    const id = await world.create('article', { name: 'hello' });
    const writer = expecting(world, 'article', id);
    for (const expected of [seen(await revisionOf(world, 'article', id)), 'any'] as const)
      expect(failureOf(await writer.update({ name: 'salut' }, expected, 'fr')).code).to.equal(
        'DOCUMENT.CHANGED',
      );
    valueOf(await writer.update({ name: 'salut' }, 'none', 'fr'));
    expect(failureOf(await writer.update({ name: 'non' }, 'none', 'fr')).code).to.equal('DOCUMENT.CHANGED');
    valueOf(await writer.update({ name: 'bonjour' }, 'any', 'fr'));
    expect(failureOf(await writer.update({ name: 'hi' }, 'none')).code).to.equal('DOCUMENT.CHANGED');
  },
} satisfies Cases;
