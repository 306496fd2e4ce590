import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { mostTogether } from '../../../../src/application/documents/write-all.js';
import type { DocumentStore } from '../../../../src/application/ports/document-store.js';
import { failure } from '../../../../src/domain/failure.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { err, ok } from '../../../../src/domain/result.js';
import { createWorld, valueOf } from '../../../contract/world.js';
import { contentType, localized, schemaFrom, uidOf } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [contentType('note', 'notes', { rank: { type: 'integer', max: 9_999 } })],
});

const refusal = failure('STORE.CONFLICT', 'written before');

/** Writes notes with these ranks. Each group of them takes a while, in which others can be prepared. */
function writing(
  ranks: readonly number[],
  written: (group: number, size: number) => Awaited<ReturnType<DocumentStore['writeAll']>> | undefined,
) {
  const groups: number[] = [];
  const running = { now: 0, most: 0 };
  const world = createWorld(createMemoryStore({ schema }), schema);
  const store: DocumentStore = {
    ...world.dependencies.store,
    async writeAll(works) {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      groups.push(works.length);
      const group = groups.length;
      await delay(5);
      running.now -= 1;
      return written(group, works.length) ?? ok(works.map(() => ok(null)));
    },
  };
  const steps = ranks.map((rank) => ({
    mutation: {
      kind: 'create',
      type: uidOf('note'),
      layer: 'published',
      data: { rank },
      answer: {},
    } as const,
  }));
  const results = createDocuments({ ...world.dependencies, store }).writeAll(systemPrincipal, steps);
  return { results, groups, running };
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

describe('many writes', () => {
  it('are written in groups, one after the other', async () => {
    const { results, groups, running } = writing(upTo(2 * mostTogether + 1), () => undefined);
    expect((await results).filter((result) => result.ok)).to.have.length(2 * mostTogether + 1);
    expect(groups).to.deep.equal([mostTogether, mostTogether, 1]);
    expect(running.most).to.equal(1);
  });

  it('end at the first that is refused, although one after it is invalid or being written', async () => {
    const refuse = (group: number) => (group === 1 ? ok([ok(null), err(refusal)]) : undefined);
    const invalid = [...upTo(mostTogether + 10), 10_000, ...upTo(mostTogether)];
    for (const ranks of [invalid, upTo(3 * mostTogether)]) {
      const { results, groups } = writing(ranks, refuse);
      expect((await results).map((result) => (result.ok ? null : result.failure.code))).to.deep.equal([
        null,
        'STORE.CONFLICT',
      ]);
      expect(groups).to.deep.equal([mostTogether]);
    }
  });

  it('write those before one that is invalid', async () => {
    const { results, groups } = writing([...upTo(mostTogether + 10), 10_000, 1], () => undefined);
    const all = await results;
    expect(all).to.have.length(mostTogether + 11);
    expect(all.findIndex((result) => !result.ok)).to.equal(mostTogether + 10);
    expect(groups).to.deep.equal([mostTogether, 10]);
  });

  it('fail if the store does, and nothing of them goes on', async () => {
    const failing = (group: number) => {
      if (group === 1) throw new Error('gone');
      return undefined;
    };
    const { results, groups } = writing(upTo(3 * mostTogether), failing);
    const error: unknown = await results.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).with.property('message', 'gone');
    await delay(20);
    expect(groups).to.deep.equal([mostTogether]);
  });

  it('that make translations are not loaded with all that follow them', async () => {
    const menus = schemaFrom({
      contentTypes: [contentType('menu', 'menus', { rank: { type: 'integer', ...localized } }, localized)],
    });
    const world = createWorld(createMemoryStore({ schema: menus }), menus);
    const groups: number[] = [];
    const store: DocumentStore = {
      ...world.dependencies.store,
      writeAll(works) {
        groups.push(works.length);
        return world.dependencies.store.writeAll(works);
      },
    };
    const documents = createDocuments({ ...world.dependencies, store });
    const menu = { type: uidOf('menu'), layer: 'published', data: { rank: 1 }, answer: {} } as const;
    const made = await documents.writeAll(
      systemPrincipal,
      upTo(40).map(() => ({ mutation: { ...menu, kind: 'create' } as const })),
    );
    const translated = await documents.writeAll(
      systemPrincipal,
      made.map((one) => ({
        mutation: { ...menu, kind: 'update', documentId: valueOf(one), locale: 'fr' } as const,
      })),
    );
    expect(translated.filter((result) => result.ok)).to.have.length(40);
    expect(groups).to.deep.equal([40, 40, ...upTo(39).map(() => 1)]);
  });
});
