import { expect } from 'chai';
import { createDocuments, type Documents } from '../../../src/application/documents/documents.js';
import type { CapturedVersion } from '../../../src/application/ports/captured-versions.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err, ok } from '../../../src/domain/result.js';
import { findAsSystem } from '../../../src/application/documents/system-query.js';
import { saveRows, type SavedRow } from '../../../src/application/documents/save-rows.js';
import { historyType } from '../../../src/domain/schema/built-in-uids.js';
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
  'what publishes or discards edits captures the links that the draft then has': async (world) => {
    const [a, b] = [await world.create('dish', { name: 'a' }), await world.create('dish', { name: 'b' })];
    const id = await create(world, { name: 'r', dishes: [a] });
    const documents = capturing(world);
    const move = { type, documentId: id, answer: { fields: ['documentId'] } };
    valueOf(await documents.publish(systemPrincipal, { kind: 'publish', ...move }));
    valueOf(await update(world, id, { dishes: [b] }));
    valueOf(await documents.discardDraft(systemPrincipal, { kind: 'discardDraft', ...move }));
    valueOf(await update(world, id, { dishes: [b, a] }));
    valueOf(await documents.publish(systemPrincipal, { kind: 'publish', ...move }));
    const dishesIn = (captured: CapturedVersion): readonly unknown[] =>
      ((versionIn(captured)?.['dishes'] ?? []) as { documentId: string }[]).map(
        ({ documentId }) => documentId,
      );
    const captures = await take(world, id);
    expect(captures.map((captured) => [captured.action, dishesIn(captured)])).to.deep.equal([
      ['create', [a]],
      ['publish', [a]],
      ['update', [b]],
      ['discardDraft', [a]],
      ['update', [b, a]],
      ['publish', [b, a]],
    ]);
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
  'many rows are added and changed together, and taken back with their unit': async (world) => {
    const rowOf = (of: string, content: string): SavedRow => ({
      documentId: of.padEnd(24, '0'),
      data: {
        of,
        number: 1,
        newest: true,
        at: '2030-01-02T03:04:05.678Z',
        type: 'x',
        action: 'update',
        layer: 'draft',
        actor: '{}',
        names: ['a', '"b"'],
        content,
      },
    });
    const changed = (row: SavedRow) => ({ ...row, data: { newest: false, names: [], content: 'changed' } });
    const save = (rows: Parameters<typeof saveRows>[2]) => saveRows(world.dependencies, historyType, rows);
    const rows = ['a', 'b', 'c'].map((of) => rowOf(of, `{"${of}": "ü\\n"}`));
    valueOf(await save({ changed: [], added: rows }));
    const stored = async () =>
      valueOf(
        await findAsSystem(capturing(world), historyType, { sort: [{ path: ['of'], direction: 'asc' }] }),
      );
    const before = await stored();
    expect(before.map(({ of, names, content }) => ({ of, names, content }))).to.deep.equal(
      rows.map(({ data }) => ({ of: data['of'], names: data['names'], content: data['content'] })),
    );
    await world.store.units.run(async () => {
      valueOf(await save({ changed: rows.map(changed), added: [rowOf('d', '{}')] }));
      return err(failure('INPUT.INVALID', 'taken back'));
    });
    expect(await stored()).to.deep.equal(before);
    const missing = changed(rowOf('z', ''));
    expect(
      (await world.store.units.run(() => save({ changed: [missing, ...rows.map(changed)], added: [] }))).ok,
    ).to.equal(false);
    expect(await stored()).to.deep.equal(before);
    valueOf(await save({ changed: rows.slice(1).map(changed), added: [rowOf('d', '{}'), rowOf('e', '{}')] }));
    const after = await stored();
    expect(after.map(({ of, newest, at, names, content }) => [of, newest, at, names, content])).to.deep.equal(
      [
        ...before.slice(0, 1).map(({ of, newest, at, names, content }) => [of, newest, at, names, content]),
        ...['b', 'c'].map((of) => [of, false, '2030-01-02T03:04:05.678Z', [], 'changed']),
        ...['d', 'e'].map((of) => [of, true, '2030-01-02T03:04:05.678Z', ['a', '"b"'], '{}']),
      ],
    );
    expect(new Set(after.map(({ id }) => id)).size).to.equal(5);
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
