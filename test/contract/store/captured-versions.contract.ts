import { expect } from 'chai';
import { createDocuments, type Documents } from '../../../src/application/documents/documents.js';
import type { CapturedVersion } from '../../../src/application/ports/captured-versions.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err, ok } from '../../../src/domain/result.js';
import { uidOf } from '../schema-files.js';
import { textOf, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

/** It has drafts, and so a history. */
const type = uidOf('restaurant');

const capturing = ({ dependencies }: World): Documents =>
  createDocuments({ ...dependencies, keepsHistory: true });

const create = async (world: World, data: object): Promise<string> => {
  const answer = { fields: ['documentId'] };
  const mutation = { kind: 'create', type, layer: 'draft', data, answer } as const;
  const made = valueOf(await capturing(world).create(systemPrincipal, mutation));
  return textOf(made.answer.documents()[0]?.['documentId']);
};

const update = (world: World, documentId: string, data: object, layer: 'draft' | 'published' = 'draft') =>
  capturing(world).update(systemPrincipal, {
    kind: 'update',
    type,
    documentId,
    layer,
    data,
    answer: { fields: ['documentId'] },
  });

const take = async ({ store }: World, ...ids: readonly string[]): Promise<readonly CapturedVersion[]> =>
  valueOf(
    await store.captured.take(
      ids.map((documentId) => ({ type, documentId })),
      100,
    ),
  );

const versionIn = ({ content }: CapturedVersion): { readonly [name: string]: unknown } | undefined =>
  (JSON.parse(content ?? '[]') as { readonly [name: string]: unknown }[])[0];

const namesOf = (captures: readonly CapturedVersion[]): readonly unknown[] =>
  captures.map((captured) => versionIn(captured)?.['name']);

export const capturedVersionCases = {
  'a write captures its version as it leaves it, with its links': async (world) => {
    const dishes = [await world.create('dish', { name: 'a' }), await world.create('dish', { name: 'b' })];
    const id = await create(world, { name: 'first' });
    valueOf(await update(world, id, { dishes: [...dishes].reverse() }));
    valueOf(await update(world, id, { name: 'second' }, 'published'));
    const captures = await take(world, id);
    expect(captures.map(({ action, layers }) => [action, layers])).to.deep.equal([
      ['create', ['draft']],
      ['update', ['draft']],
      ['update', ['draft', 'published']],
    ]);
    expect(namesOf(captures)).to.deep.equal(['first', 'first', 'second']);
    const linked = versionIn(captures[2] ?? expect.fail('there is no capture'))?.['dishes'];
    expect((linked as { documentId: string }[]).map(({ documentId }) => documentId)).to.deep.equal(
      [...dishes].reverse(),
    );
    expect(captures[0]).to.deep.include({ type, documentId: id, locale: null });
    expect(captures[0]?.actor).to.deep.equal({ kind: 'system', name: 'system', documentId: null });
    expect(await take(world, id)).to.deep.equal([]);
  },
  'a deletion is captured without content, once': async (world) => {
    const id = await create(world, { name: 'a' });
    const mutation = { kind: 'delete', type, documentId: id } as const;
    valueOf(await capturing(world).delete(systemPrincipal, mutation));
    valueOf(await capturing(world).delete(systemPrincipal, mutation));
    const captures = await take(world, id);
    expect(captures.map(({ action, content }) => [action, content === null])).to.deep.equal([
      ['create', false],
      ['delete', true],
    ]);
  },
  'a write that is refused, finds nothing or is taken back captures nothing': async (world) => {
    const id = await create(world, { name: 'a' });
    await take(world, id);
    const [missing, refused] = ['m'.repeat(24), failure('INPUT.INVALID', 'taken back')];
    expect((await update(world, missing, { name: 'b' })).ok).to.equal(false);
    expect((await update(world, id, { dishes: [missing] })).ok).to.equal(false);
    await world.store.units.run(async () => {
      valueOf(await update(world, id, { name: 'c' }));
      return err(refused);
    });
    expect(await take(world, id, missing)).to.deep.equal([]);
  },
  'captures that a unit has taken come back with it': async (world) => {
    const id = await create(world, { name: 'a' });
    await world.store.units.run(async () => {
      expect(namesOf(await take(world, id))).to.deep.equal(['a']);
      expect(await take(world, id)).to.deep.equal([]);
      return err(failure('INPUT.INVALID', 'taken back'));
    });
    expect(namesOf(await take(world, id))).to.deep.equal(['a']);
  },
  'of two that take at once, each capture goes to one': async (world) => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await create(world, { name }));
    const takers = [1, 2].map(() =>
      world.store.units.run(async () => ok(namesOf(await take(world, ...ids)))),
    );
    const taken = (await Promise.all(takers)).flatMap((names) => valueOf(names));
    expect(taken).to.have.members(['a', 'b', 'c']);
  },
} satisfies Cases;
