import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { overloaded } from '../../../../src/application/admission/lane.js';
import type { Documents } from '../../../../src/application/documents/use-cases.js';
import { createLiveChanges } from '../../../../src/application/live-changes/create-live-changes.js';
import type { LiveChanges, LiveEvent } from '../../../../src/application/live-changes/live-changes.js';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import type { Principal } from '../../../../src/domain/permission/permission.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Query } from '../../../../src/domain/query/query.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { err, ok } from '../../../../src/domain/result.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';
import { createWorld, type World } from '../../../contract/world.js';
import { useProcessor } from '../../../use-processor.js';

const schema = fixtureSchema();

/** A read of this attribute is expensive, and ends when the test lets it. */
const isExpensive = ({ fields }: Query): boolean => fields?.includes('vegan') ?? false;

interface Hearing {
  readonly events: readonly LiveEvent[];
  readonly close: () => void;
  readonly isEnded: () => boolean;
}

describe('expensive listeners', () => {
  let world: World;
  let live: LiveChanges;
  let [reading, most]: number[] = [];
  /** Callers for whose expensive reads the server has no room. */
  let busy: Set<string>;
  let letGo: () => void;
  /** Called at each read of a document that is not expensive. */
  let onRead: () => void;
  beforeEach(() => {
    world = createWorld(createMemoryStore({ schema }), schema);
    let isOpen = false;
    const waiting: (() => void)[] = [];
    letGo = () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    };
    [reading, most] = [0, 0];
    busy = new Set();
    onRead = () => {};
    const find: Documents['find'] = async (principal, query) => {
      const found = await world.documents.find(principal, query);
      if (!isExpensive(query) && query.documentId !== '-') onRead();
      if (!found.ok || !isExpensive(query)) return found;
      if (query.documentId === '-') return ok({ ...found.value, plan: { ...found.value.plan, cost: 200 } });
      if (busy.has(principal.caller?.key ?? '')) return err(overloaded);
      reading = (reading ?? 0) + 1;
      most = Math.max(most ?? 0, reading);
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      reading -= 1;
      return found;
    };
    const ignore = (): void => {};
    live = createLiveChanges({
      schema,
      documents: { find },
      changes: world.store.changes,
      signal: world.store.changeSignal,
      positions: { write: (_log, position) => String(position), read: (_log, text) => Number(text) },
      defaultLocale: () => 'en',
      isApart: () => false,
      longCost: 100,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      observations: createObservations([]),
      limits: { maxListeners: 100, maxListenersPerCaller: 100 },
    });
    live.start();
  });
  afterEach(() => {
    letGo();
    live.stop();
  });

  const open = async (
    who: Principal,
    asked: readonly Pick<Query, 'type' | 'fields' | 'filters'>[],
    after?: string,
  ): Promise<Hearing> => {
    const events: LiveEvent[] = [];
    let isEnded = false;
    const interests = asked.map((each) => ({
      query: {
        ...each,
        action: 'find' as const,
        layer: 'published' as const,
        range: { offset: 0, limit: 1 },
        count: false,
      },
      credential: who.name,
      judge: async () => ok(who),
    }));
    const close = valueOf(
      await live.listen({ interests, after }, () => ({
        send: (event) => events.push(event) > 0,
        hasRoom: () => true,
        beat: () => true,
        end: () => void (isEnded = true),
      })),
    );
    return { events, close, isEnded: () => isEnded };
  };
  const principalOf = (caller: string): Principal => ({
    ...systemPrincipal,
    name: caller,
    caller: { key: caller, signal: new AbortController().signal },
  });
  /** Listens as a caller, and returns what it hears. */
  const listen = async (caller: string, ...asked: readonly Pick<Query, 'type' | 'fields'>[]) =>
    (await open(principalOf(caller), asked)).events;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const positionsOf = (events: readonly LiveEvent[]): readonly number[] =>
    events.map(({ position }) => Number(position));
  const dish = (fields: readonly string[]) => ({ type: uidOf('dish'), fields });
  const chef = { type: uidOf('chef'), fields: ['name'] };

  it('are told in several turns of the event loop if they are many, also of what they have missed', async () => {
    let turn = 0;
    const count = (): void => {
      turn += 1;
      turns = setImmediate(count);
    };
    let turns = setImmediate(count);
    const start = valueOf(await world.store.changes.end());
    const listenAll = (after?: string): Promise<readonly Hearing[]> =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          open(principalOf('a'), [{ ...dish(['name']), filters: compare('name', '$ne', `${n}`) }], after),
        ),
      );
    const readsInTurns = new Map<number, number>();
    const listeners = await listenAll();
    onRead = () => {
      readsInTurns.set(turn, (readsInTurns.get(turn) ?? 0) + 1);
      // Longer than a turn may take.
      useProcessor(11);
    };
    await world.create('dish', { name: 'x' });
    await until(() => listeners.every(({ events }) => events.length === 1));
    const again = await listenAll(String(start));
    await until(() => again.every(({ events }) => events.length === 1));
    clearImmediate(turns);
    expect(Math.max(...readsInTurns.values())).to.be.below(10);
  });

  it('do not keep others waiting, and hear everything in its order', async () => {
    const slow = await listen('a', dish(['vegan']));
    const quick = await listen('b', dish(['name']));
    for (const name of ['1', '2', '3']) await world.create('dish', { name });
    await until(() => quick.length === 3);
    expect(slow).to.deep.equal([]);
    letGo();
    await until(() => slow.length === 3);
    expect(positionsOf(slow)).to.deep.equal(positionsOf(quick));
  });

  it('are read for one by one for each caller, and two at once in all', async () => {
    const listeners = [
      await listen('a', dish(['vegan'])),
      await listen('a', dish(['vegan', 'name'])),
      await listen('b', dish(['documentId', 'vegan'])),
      await listen('c', dish(['name', 'vegan', 'documentId'])),
    ];
    await world.create('dish', {});
    await until(() => reading === 2);
    letGo();
    await until(() => listeners.every(({ length }) => length === 1));
    expect(most).to.equal(2);
  });

  it('get ids after which no change is left out', async () => {
    const both = await listen('a', dish(['vegan']), chef);
    await world.create('dish', { name: '1' });
    await world.create('chef', { name: '2' });
    await until(() => both.length === 1);
    const [first] = both;
    expect(first).to.include({ kind: 'change', type: uidOf('chef') });
    letGo();
    await until(() => both.length === 2);
    const [before, after] = positionsOf(both);
    const logged = valueOf(await world.store.changes.read(before ?? 0, 10));
    expect(logged.map(({ type }) => type)).to.deep.equal([uidOf('dish'), uidOf('chef')]);
    expect(after).to.equal(logged[0]?.position);
  });

  it('are told to read anew when too many changes wait for them', async () => {
    const slow = await listen('a', dish(['vegan']));
    const quick = await listen('b', dish(['documentId']));
    for (let count = 0; count < 1_050; count += 1) await world.create('dish', {});
    await until(() => quick.length === 1_050);
    letGo();
    await world.create('dish', {});
    await until(() => slow.at(-1)?.position === quick.at(-1)?.position && quick.length === 1_051);
    expect(slow[0]?.kind).to.equal('reset');
    expect(slow.slice(1).every(({ kind }) => kind === 'change')).to.equal(true);
    expect(positionsOf(slow)).to.deep.equal(positionsOf(quick).slice(1_000));
  });

  it('are read for at the expense of another one of them while the server has no room for the first', async () => {
    const hearings = [
      await open(principalOf('a'), [dish(['vegan'])]),
      await open(principalOf('b'), [dish(['vegan'])]),
    ];
    busy.add('a');
    letGo();
    await world.create('dish', {});
    await until(() => hearings.every(({ events }) => events.length === 1));
    expect(hearings.some(({ isEnded }) => isEnded())).to.equal(false);
  });

  it('catch up with other changes while expensive reads take long', async () => {
    await listen('a', dish(['vegan']));
    await listen('b', dish(['vegan', 'name']));
    await world.create('dish', {});
    await until(() => reading === 2);
    const before = valueOf(await world.store.changes.end());
    await world.create('chef', { name: '1' });
    const { events } = await open(principalOf('c'), [dish(['vegan']), chef], String(before));
    await until(() => events.length === 1);
    expect(events[0]).to.include({ kind: 'change', type: uidOf('chef') });
  });

  it('hear of what they can see no longer, although nobody was told that they could', async () => {
    const permission = { fields: null, filter: compare('vegan', '$eq', true) };
    const granted = new Map([[uidOf('dish'), new Map([['find' as const, permission]])]]);
    const who = (caller: string): Principal => ({
      ...principalOf(caller),
      kind: 'user',
      grants: { kind: 'listed', listed: granted },
    });
    const documentId = await world.create('dish', { vegan: false });
    const first = await open(who('a'), [dish(['vegan'])]);
    await world.create('dish', { vegan: true });
    await until(() => reading === 1);
    await world.update('dish', documentId, { vegan: true });
    const quick = await listen('c', chef);
    await world.create('chef', {});
    await until(() => quick.length === 1);
    const second = await open(who('b'), [dish(['vegan'])]);
    first.close();
    letGo();
    await until(() => reading === 0);
    await world.update('dish', documentId, { vegan: false });
    await until(() => second.events.length > 0);
    expect(second.events.map(({ kind }) => kind)).to.deep.equal(['leave']);
  });
});
