import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Queryable } from '../../../../src/adapters/store/postgres/connection.js';
import { LagClock } from '../../../../src/adapters/store/postgres/replicas/lag-clock.js';
import { createPrimaryPosition } from '../../../../src/adapters/store/postgres/replicas/primary-position.js';
import {
  openReplicaSet,
  type ReplicaSet,
} from '../../../../src/adapters/store/postgres/replicas/replica-set.js';
import { Replica } from '../../../../src/adapters/store/postgres/replicas/replica.js';
import type { SentStatement } from '../../../../src/adapters/store/postgres/send-statement.js';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import type { ReplicaProblem } from '../../../../src/application/ports/replicas.js';
import { valueOf } from '../../../contract/results.js';
import { silent } from '../../../integration/postgres/scratch-store.js';
import { until } from '../../../until.js';

/** What a server says; the test changes it. */
interface Server {
  position: bigint;
  isGone?: boolean;
  timeline?: number;
  /** Its answers wait for this. */
  held?: Promise<void>;
  asked?: number;
}

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });

function connectionTo(server: Server): Connection {
  const query = (async ({ text }: SentStatement): Promise<unknown> => {
    server.asked = (server.asked ?? 0) + 1;
    await server.held;
    if (server.isGone === true) throw errorOf('ECONNREFUSED');
    const position = String(server.position);
    if (text.includes('place')) return [{ place: 'one database' }];
    const timeline = server.timeline ?? 1;
    return [{ isReplica: true, replayed: position, timeline, position, flushed: position }];
  }) as Queryable['query'];
  const unused = (): never => {
    throw new Error('not used here');
  };
  return {
    query,
    session: (work) => work({ query }),
    close: async () => {},
    retried: unused,
    together: unused,
    transaction: unused,
    claim: unused,
    migrate: unused,
  };
}

describe('a replica', () => {
  async function replicaOf(server: Server, primary: Server): Promise<Replica> {
    const clock = new LagClock();
    clock.add(0n, performance.now());
    const replica = new Replica(
      {
        name: 'replica',
        connect: async () => connectionTo(server),
        place: async () => 'one database',
        primary: createPrimaryPosition(connectionTo(primary)),
        maxLagMs: 600_000,
        log: silent,
      },
      clock,
    );
    await replica.check();
    return replica;
  }

  const failing = (replica: Replica, code: string): Promise<string> =>
    replica.read(0n, () => Promise.reject(errorOf(code))).catch((error: Error) => error.message);

  /** After the checks that have begun. */
  async function problemOf(replica: Replica): Promise<ReplicaProblem | null> {
    await replica.check();
    return replica.state().problem;
  }

  it('is kept when a statement fails that needs more than the server has', async () => {
    const server: Server = { position: 5n };
    const replica = await replicaOf(server, { position: 5n });
    for (const code of ['53400', '53200', '53100']) {
      server.isGone = true;
      expect(await failing(replica, code)).to.equal(code);
      server.isGone = false;
      expect(await problemOf(replica), code).to.equal(null);
    }
  });

  it('is kept when one connection is lost, and left when the server is gone', async () => {
    const server: Server = { position: 5n };
    const replica = await replicaOf(server, { position: 5n });
    expect(await failing(replica, '57P01')).to.equal('57P01');
    expect(replica.state().problem).to.equal(null);
    expect(await problemOf(replica)).to.equal(null);
    server.isGone = true;
    await failing(replica, '57P01');
    while (replica.state().problem === null) await new Promise(setImmediate);
    expect(replica.state().problem).to.equal('unreachable');
  });

  it('is left with the reason why it cannot be reached', async () => {
    const warned: string[] = [];
    const replica = new Replica(
      {
        name: 'replica',
        connect: () => Promise.reject(new Error('role "nobody" does not exist')),
        place: async () => 'one database',
        primary: createPrimaryPosition(connectionTo({ position: 5n })),
        maxLagMs: 600_000,
        log: { ...silent, warn: (line) => void warned.push(line) },
      },
      new LagClock(),
    );
    await replica.check();
    expect(warned).to.deep.equal([
      'the replica replica answers no reads: it cannot be reached (role "nobody" does not exist)',
    ]);
  });

  it('is left when it says nothing, and those who wait for it are told', async () => {
    const server: Server = { position: 5n };
    const replica = await replicaOf(server, { position: 5n });
    server.held = new Promise(() => {});
    const read = replica.read(0n, ({ query }) => query({ text: '', values: [] })).catch(() => 'told');
    const problem = problemOf(replica);
    // Three times as long as it takes, and less than one answer may take.
    expect(await Promise.race([problem, pause(1_500, 'waits still')])).to.equal('unreachable');
    expect(await read).to.equal('told');
  });

  it('is kept while it answers others and is late with one', async () => {
    const server: Server = { position: 5n };
    const replica = await replicaOf(server, { position: 5n });
    let answer = (): void => {};
    server.held = new Promise((resolve) => (answer = resolve));
    const problem = problemOf(replica);
    await pause(0);
    delete server.held;
    for (let read = 0; read < 12; read += 1) {
      await replica.read(0n, ({ query }) => query({ text: '', values: [] }));
      await pause(100);
    }
    answer();
    expect(await problem).to.equal(null);
  });

  it('that has more than the primary has followed another one', async () => {
    const server: Server = { position: 5n };
    const primary: Server = { position: 5n };
    const replica = await replicaOf(server, primary);
    expect(replica.has(5n)).to.equal(true);
    primary.position = 4n;
    expect(await problemOf(replica)).to.equal('other-database');
    expect(replica.has(0n)).to.equal(false);
  });

  it('that is on an earlier timeline than the primary is left until it has come to the same one', async () => {
    const server: Server = { position: 5n };
    const primary: Server = { position: 5n };
    const replica = await replicaOf(server, primary);
    // A promoted one that has written more than the former primary, whose replica this is.
    Object.assign(primary, { timeline: 2, position: 9n });
    expect(await problemOf(replica)).to.equal('earlier-timeline');
    expect(replica.has(0n)).to.equal(false);
    server.timeline = 2;
    await until(async () => (await problemOf(replica)) === null);
    expect(replica.has(5n)).to.equal(true);
  });

  it('that is on a later timeline than the primary has followed another one', async () => {
    const server: Server = { position: 5n };
    const primary: Server = { position: 5n };
    const replica = await replicaOf(server, primary);
    [server.timeline, primary.timeline] = [2, 2];
    expect(await problemOf(replica)).to.equal(null);
    // The primary may have written more than the other one.
    [server.timeline, primary.position] = [3, 6n];
    expect(await problemOf(replica)).to.equal('other-database');
  });
});

describe('the replicas of a database', () => {
  async function setOf(primary: Server, servers: readonly Server[]): Promise<ReplicaSet> {
    const replicas = servers.map((server, at) => ({
      name: `replica ${at}`,
      connect: async () => connectionTo(server),
    }));
    const opening = openReplicaSet({
      primary: connectionTo(primary),
      replicas,
      maxLagMs: 600_000,
      log: silent,
      observations: createObservations([]),
    });
    const set = valueOf(await opening);
    await set.requireLatest();
    return set;
  }

  it('are checked while one of them does not answer', async () => {
    const hung: Server = { position: 5n };
    const other: Server = { position: 5n };
    const set = await setOf({ position: 5n }, [hung, other]);
    let release = (): void => {};
    hung.held = new Promise((resolve) => (release = resolve));
    hung.asked = 0;
    await until(() => hung.asked !== 0);
    other.isGone = true;
    await until(() => set.states()[1]?.problem === 'unreachable');
    expect(set.states()[0]?.problem).to.equal(null);
    release();
    await set.close();
  });

  it('answer nothing from the moment that the primary is known to have been replaced', async () => {
    const primary: Server = { position: 5n };
    const set = await setOf(primary, [{ position: 5n }]);
    const connection = connectionTo(primary);
    const isOnPrimary = (): Promise<boolean> =>
      set.read(connection, { since: 5n, signal: undefined }, async (reader) => reader === connection);
    await until(async () => !(await isOnPrimary()));
    Object.assign(primary, { timeline: 2, position: 9n });
    // As after a write.
    await set.position();
    expect(await isOnPrimary()).to.equal(true);
    await set.close();
  });

  it('leave to the primary what they lack the memory for, but not what is beyond a limit', async () => {
    const set = await setOf({ position: 5n }, [{ position: 5n }]);
    const primary = connectionTo({ position: 5n });
    const wanted = { since: 0n, signal: undefined };
    await until(async () => !(await set.read(primary, wanted, async (reader) => reader === primary)));
    for (const [code, times] of [
      ['53200', 2],
      ['53400', 1],
    ] as const) {
      let asked = 0;
      const reading = set.read(primary, wanted, () => {
        asked += 1;
        return Promise.reject(errorOf(code));
      });
      expect(await reading.catch((error: Error) => error.message)).to.equal(code);
      expect(asked, code).to.equal(times);
    }
    await set.close();
  });
});
