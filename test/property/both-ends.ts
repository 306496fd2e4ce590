import { expect } from 'chai';
import type { Store } from '../../src/application/ports/store.js';
import type { ListEdit } from '../../src/domain/relation/list.js';
import type { Json, Schema } from '../../src/domain/schema/schema.js';
import { populate } from '../contract/questions.js';
import { atOnce } from '../contract/store/at-once.js';
import { createWorld, idOf, type World } from '../contract/world.js';
import { bothEndsSchema, endsOf, type Ends } from './both-ends-schema.js';
import { ListModel, otherSide, type ModelSide } from './list-model.js';
import { unexplained, type Observed, type Written } from './serial-order.js';

/** The number of documents at each side, and of concurrent writers and readers. */
const size = 3;
const writers = 4;
const readers = 2;

/**
 * Runs batches of concurrent writes from both ends of a relation, while readers read it. Everything that they read,
 * and the final lists, must be states of one serial order of the writes. `open` returns the stores of one or
 * several processes on one database.
 */
export function describeWritesFromBothEnds(
  name: string,
  open: (schema: Schema) => Promise<readonly Store[]>,
  close: () => Promise<void>,
  batches: number,
): void {
  describe(`writers from both ends of a relation on ${name}`, function () {
    this.timeout(120_000);
    let worlds: readonly World[];
    before(async () => {
      const schema = bothEndsSchema();
      worlds = (await open(schema)).map((store) => createWorld(store, schema));
    });
    after(close);
    for (const [title, ends] of Object.entries(endsOf)) {
      it(`${title}: readers see only states of one serial order`, async () => {
        const setup = await createSetup(worlds, ends);
        for (let round = 0; round < batches; round++) expect(await faultsOfBatch(setup)).to.deep.equal([]);
      });
    }
  });
}

interface Setup {
  readonly worlds: readonly World[];
  readonly ends: Ends;
  readonly ids: Readonly<Record<ModelSide, readonly string[]>>;
  /** The next moment of the logical clock. */
  clock: number;
}

async function createSetup(worlds: readonly World[], ends: Ends): Promise<Setup> {
  const world = worldOf(worlds, 0);
  const names = Array.from({ length: size }, (_, index) => `${index}`);
  const left = await world.createNamed(ends.left.type, ...names);
  return { worlds, ends, ids: { left, right: await world.createNamed(ends.right.type, ...names) }, clock: 0 };
}

const worldOf = (worlds: readonly World[], index: number): World => {
  const world = worlds[index % worlds.length];
  if (world === undefined) throw new Error('no store was opened');
  return world;
};

async function faultsOfBatch(setup: Setup): Promise<readonly unknown[]> {
  const { worlds, ends } = setup;
  const start = new ListModel({ left: ends.left.many, right: ends.right.many });
  start.fill((await observe(setup, worldOf(worlds, 0))).lists);
  const seen: Observed[] = [];
  const progress = { writing: true };
  const reading = atOnce(readers, async (index) => {
    while (progress.writing) seen.push(await observe(setup, worldOf(worlds, index)));
  });
  const writes = await atOnce(writers, (index) => write(setup, worldOf(worlds, index)));
  progress.writing = false;
  await reading;
  const left = await observe(setup, worldOf(worlds, 0));
  const odd = unexplained(start, writes, seen, left);
  const made = writes.filter(({ side, document }) => !setup.ids[side].includes(document));
  for (const { side, document } of made) await worldOf(worlds, 0).delete(ends[side].type, document);
  return odd.map((observed) => ({ start: listsOf(setup, start), writes, left, observed }));
}

const sides = ['left', 'right'] as const;

const listsOf = ({ ids }: Setup, model: ListModel): Observed['lists'] =>
  sides.flatMap((side) =>
    ids[side].map((document) => ({ side, document, list: model.list(side, document) })),
  );

/**
 * Reads all lists of both sides in one request. A document that occurs twice in the answer must have the same list
 * in both places.
 */
async function observe(setup: Setup, world: World): Promise<Observed> {
  const { ends, ids } = setup;
  const began = setup.clock++;
  const inverse = populate({ name: ends.right.attribute, fields: ['documentId'] });
  const found = await world.find(ends.left.type, {
    fields: ['documentId'],
    populate: populate({ name: ends.left.attribute, fields: ['documentId'], populate: inverse }),
  });
  const ended = setup.clock++;
  const lists = { left: new Map<string, string[]>(), right: new Map<string, string[]>() };
  for (const left of found) {
    const rights = linkedIn(left, ends.left.attribute);
    lists.left.set(idOf(left), rights.map(idOf));
    for (const right of rights) {
      const list = linkedIn(right, ends.right.attribute).map(idOf);
      expect(list, 'the same list, shown twice').to.deep.equal(lists.right.get(idOf(right)) ?? list);
      lists.right.set(idOf(right), list);
    }
  }
  const observed = sides.flatMap((side) =>
    ids[side].map((document) => ({ side, document, list: lists[side].get(document) ?? [] })),
  );
  return { began, ended, lists: observed };
}

interface Linked {
  readonly [name: string]: Json;
}

function linkedIn(document: Linked, attribute: string): readonly Linked[] {
  const value = document[attribute] ?? null;
  return (value === null ? [] : Array.isArray(value) ? value : [value]) as readonly Linked[];
}

async function write(setup: Setup, world: World): Promise<Written> {
  const { ends, ids } = setup;
  const side = one(sides);
  const { type, attribute, many } = ends[side];
  const targets = ids[otherSide(side)];
  const began = setup.clock++;
  if (Math.random() < 0.2) {
    const items = some(targets, many ? size : 1);
    const document = await world.create(type, { [attribute]: many ? items : (items[0] ?? null) });
    return { side, document, edit: { kind: 'set', items }, accepted: true, began, ended: setup.clock++ };
  }
  const document = one(ids[side]);
  const edit = many ? someEdit(targets) : { kind: 'set' as const, items: some(targets, 1) };
  const accepted = await update(() => world.update(type, document, { [attribute]: bodyOf(edit, many) }));
  return { side, document, edit, accepted, began, ended: setup.clock++ };
}

/**
 * Returns false if the write is refused because the anchor of a position is not in the list. No other refusal is
 * allowed.
 */
async function update(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    expect(String(error)).to.match(/There is no connection to/);
    return false;
  }
}

const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

const some = <T>(of: readonly T[], most: number): T[] =>
  of
    .map((each) => ({ each, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Math.floor(Math.random() * (most + 1)))
    .map(({ each }) => each);

function someEdit(targets: readonly string[]): ListEdit<string> {
  if (Math.random() < 0.2) return { kind: 'set', items: some(targets, size) };
  const appends = Math.random() < 0.5;
  const connect = some(targets, 2).map((target) => {
    const at = appends ? 'end' : one(['end', 'start', 'before', 'after'] as const);
    const isBeside = at === 'before' || at === 'after';
    return { target, at, anchor: isBeside ? one(targets.filter((each) => each !== target)) : null };
  });
  return { kind: 'change', connect, disconnect: appends ? [] : some(targets, 1) };
}

function bodyOf(edit: ListEdit<string>, many: boolean): unknown {
  if (edit.kind === 'set') return many ? { set: edit.items } : (edit.items[0] ?? null);
  const connect = edit.connect.map(({ target, at, anchor }) => ({
    documentId: target,
    position: { [at]: anchor ?? true },
  }));
  return { connect, disconnect: edit.disconnect };
}
