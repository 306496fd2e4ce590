import { expect } from 'chai';
import { createMemoryStore } from '../../../src/adapters/store/memory/create-memory-store.js';
import type { Result } from '../../../src/domain/result.js';
import type { TypeName } from '../schema-files.js';
import { createWorld, idOf, type World } from '../world.js';

/** DocumentIds of a history's documents, by name. */
export type Cast = Readonly<Record<string, string>>;

/** A write that may be refused. */
export type Act = (world: World, cast: Cast) => Promise<unknown>;

/** Concurrent writes, with the content before them and the content to compare after them. */
export interface History {
  prepare(world: World): Promise<Cast>;
  readonly acts: readonly Act[];
  /** The types whose documents are compared. */
  readonly types: readonly TypeName[];
}

/** Runs the writes concurrently, several times. The result must be that of some serial order in the memory store. */
export async function expectSomeOrder(world: World, history: History, times = 8): Promise<void> {
  const possible = await outcomesOf(world, history);
  for (let time = 0; time < times; time++) {
    const cast = await history.prepare(world);
    const answers = await Promise.all(history.acts.map((act) => answerOf(act, world, cast)));
    const outcome = await outcomeOf(world, history, answers);
    expect(possible.has(outcome), `after no order of ${possible.size} outcomes: ${outcome}`).to.equal(true);
    for (const type of history.types) await removeAll(world, type);
  }
}

/** Caches the expected results, which are the same for every store. */
const known = new WeakMap<History, Promise<ReadonlySet<string>>>();

function outcomesOf(world: World, history: History): Promise<ReadonlySet<string>> {
  const found = known.get(history) ?? outcomes(world, history);
  known.set(history, found);
  return found;
}

async function outcomes({ schema }: World, history: History): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const order of ordersOf(history.acts.map((_, index) => index))) {
    const world = createWorld(createMemoryStore({ schema }), schema);
    const cast = await history.prepare(world);
    const answers: string[] = [];
    for (const index of order) {
      const act = history.acts[index];
      if (act !== undefined) answers[index] = await answerOf(act, world, cast);
    }
    found.add(await outcomeOf(world, history, answers));
  }
  return found;
}

function ordersOf(indexes: readonly number[]): readonly (readonly number[])[] {
  if (indexes.length === 0) return [[]];
  return indexes.flatMap((first) =>
    ordersOf(indexes.filter((index) => index !== first)).map((rest) => [first, ...rest]),
  );
}

/** Returns `done` or the failure's code. */
async function answerOf(act: Act, world: World, cast: Cast): Promise<string> {
  try {
    const result = (await act(world, cast)) as Result<unknown> | undefined;
    return result === undefined || result.ok ? 'done' : result.failure.code;
  } catch (error) {
    return String(error).replace(/^Error: ([A-Z_.]+):.*$/s, '$1');
  }
}

/** Returns all documents of the types in every layer and locale, without ids and times. */
async function outcomeOf(world: World, { types }: History, answers: readonly string[]): Promise<string> {
  const seen: unknown[] = [answers];
  for (const layer of ['draft', 'published'] as const) {
    for (const type of types) seen.push(await shownOf(world, type, layer));
  }
  return JSON.stringify(seen);
}

const kept = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt']);

async function shownOf(world: World, type: TypeName, layer: 'draft' | 'published') {
  const selection = { layer, populate: { all: true, members: [] } } as const;
  const found = await world.in('*').find(type, selection);
  const modified = await world.in('*').find(type, { layer, publication: 'modified', fields: ['id'] });
  const changed = new Set(modified.map(({ id }) => id));
  return found
    .map((document) => ({ changed: changed.has(document['id'] ?? null), ...namesIn(document) }))
    .map((each) => JSON.stringify(each))
    .toSorted();
}

/** Returns a document with the names of its targets. */
const namesIn = (document: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([name]) => !kept.has(name))
      .map(([name, value]) => [name, nameOf(value)]),
  );

function nameOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameOf);
  return typeof value === 'object' && value !== null && 'name' in value
    ? [value.name, 'locale' in value ? value.locale : '']
    : value;
}

async function removeAll(world: World, type: TypeName): Promise<void> {
  const found = await world.in('*').drafts.find(type, { fields: ['documentId'] });
  const ids = new Set(found.map(idOf));
  for (const id of ids) await world.in('*').delete(type, id);
}
