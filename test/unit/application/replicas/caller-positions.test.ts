import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import type { Position } from '../../../../src/application/ports/replicas.js';
import {
  CallerPositions,
  parsePosition,
  positionText,
  type RequestPosition,
} from '../../../../src/application/replicas/caller-positions.js';
import { notingWrites } from '../../../../src/application/replicas/noting-writes.js';
import { ok } from '../../../../src/domain/result.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';
import { createWorld } from '../../../contract/world.js';

/** A database whose position the test sets; null: it does not answer. */
function callersOf(database: { position: Position | null }, maxCallers?: number) {
  const replicas = { position: async () => database.position };
  const positions = new CallerPositions(replicas, new AsyncLocalStorage<RequestPosition>(), maxCallers);
  const request = (key: string, text?: string): RequestPosition => {
    const begun = positions.begin(text);
    begun.calledBy({ key });
    return begun;
  };
  return { positions, request };
}

describe('the positions of callers', () => {
  it('a caller needs what it has written, and no other caller does', async () => {
    const { request } = callersOf({ position: 7n });
    const writing = request('user 1');
    expect(writing.handedOut()).to.equal(null);
    await writing.written();
    expect(writing.handedOut()).to.equal(7n);
    expect(request('user 1').since()).to.equal(7n);
    expect(request('user 2').since()).to.equal(0n);
  });

  it('a position that a client sends counts if it is the later one', async () => {
    const { request } = callersOf({ position: 7n });
    await request('user 1').written();
    expect(request('user 1', '9').since()).to.equal(9n);
    expect(request('user 1', '2').since()).to.equal(7n);
    expect(request('user 2', '2').since()).to.equal(2n);
  });

  it('while the position of a write is not known, only the primary answers its writer', async () => {
    const database: { position: Position | null } = { position: null };
    const { request } = callersOf(database);
    const writing = request('user 1');
    await writing.written();
    expect([writing.handedOut(), writing.since(), request('user 1').since()]).to.deep.equal([
      null,
      undefined,
      undefined,
    ]);
    database.position = 8n;
    // This read goes to the primary, and asks for the position.
    request('user 1').since();
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(request('user 1').since()).to.equal(8n);
  });

  it('a caller that is forgotten still reads its own writes', async () => {
    const database: { position: Position | null } = { position: 7n };
    const { request } = callersOf(database, 2);
    await request('user 1').written();
    database.position = 9n;
    for (const other of ['user 2', 'user 3']) await request(other).written();
    expect(request('user 1').since()).to.equal(7n);
    expect(request('user 4').since()).to.equal(7n);
  });

  it('a request hands out its position while another of its caller waits for its own', async () => {
    const answers: ((position: Position | null) => void)[] = [];
    const position = () => new Promise<Position | null>((resolve) => answers.push(resolve));
    const positions = new CallerPositions({ position }, new AsyncLocalStorage<RequestPosition>());
    const [one, other] = [positions.begin(undefined), positions.begin(undefined)];
    for (const each of [one, other]) each.calledBy({ key: 'user 1' });
    const written = one.written();
    void other.written();
    answers[0]?.(7n);
    await written;
    expect([one.handedOut(), other.handedOut(), one.since()]).to.deep.equal([7n, null, undefined]);
  });

  it('are hexadecimal numbers of 64 bits on the wire', () => {
    expect(parsePosition(positionText(2n ** 64n - 1n))).to.equal(2n ** 64n - 1n);
    for (const text of [undefined, '', '-1', '0x1', 'FF', '1 ', '1'.repeat(17), ['1']])
      expect(parsePosition(text), String(text)).to.equal(0n);
  });
});

describe('a store that notes writes', () => {
  const schema = fixtureSchema();

  it('notes those of a request, in a unit of work after its commit', async () => {
    const database = { position: 3n };
    const { positions, request } = callersOf(database);
    const store = notingWrites(createMemoryStore({ schema }), positions);
    const world = createWorld(store, schema);
    const alone = request('user 1');
    await positions.within(alone, () => world.create('restaurant', { name: 'alone' }));
    expect(alone.handedOut()).to.equal(3n);
    const together = request('user 2');
    const done = positions.within(together, () =>
      store.units.run(async () => {
        await world.create('restaurant', { name: 'together' });
        expect(together.handedOut()).to.equal(null);
        database.position = 5n;
        return ok(null);
      }),
    );
    valueOf(await done);
    expect(together.handedOut()).to.equal(5n);
    await world.create('restaurant', { name: 'of the server' });
    expect(request('user 3').since()).to.equal(0n);
  });

  it('notes several that are written together', async () => {
    const { positions, request } = callersOf({ position: 3n });
    const store = notingWrites(createMemoryStore({ schema }), positions);
    const writing = request('user 1');
    valueOf(await positions.within(writing, () => store.documents.writeAll([])));
    expect(writing.handedOut()).to.equal(3n);
  });

  it('notes a key that is claimed, which may tell of what another request has written', async () => {
    const { positions, request } = callersOf({ position: 3n });
    const store = notingWrites(createMemoryStore({ schema }), positions);
    valueOf(await store.values.claim('key', { documentId: 'made before' }));
    const again = request('user 1');
    const unit = () => store.units.run(() => store.values.claim('key', { documentId: 'not made' }));
    expect(valueOf(await positions.within(again, unit))).to.deep.equal({ documentId: 'made before' });
    expect(again.handedOut()).to.equal(3n);
  });

  it('ends units of work that a request runs at once', async () => {
    const answers: (() => void)[] = [];
    const position = () => new Promise<Position>((resolve) => answers.push(() => resolve(3n)));
    const positions = new CallerPositions({ position }, new AsyncLocalStorage<RequestPosition>());
    const store = notingWrites(createMemoryStore({ schema }), positions);
    const world = createWorld(store, schema);
    const writing = positions.begin(undefined);
    const unit = (name: string) =>
      store.units.run(async () => {
        await world.create('restaurant', { name });
        return ok(null);
      });
    const done = positions.within(writing, () => Promise.all([unit('one'), unit('other')]));
    while (answers.length < 2) await new Promise(setImmediate);
    // Now both units wait.
    await new Promise(setImmediate);
    for (const answer of answers) answer();
    (await done).map(valueOf);
    expect(writing.handedOut()).to.equal(3n);
  });
});
