import { expect } from 'chai';
import type { Deadline } from '../../../src/application/ports/document-store.js';
import { planAggregate } from '../../../src/domain/plan/plan-aggregate.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { ok, type Result } from '../../../src/domain/result.js';
import { populate } from '../questions.js';
import { uidOf } from '../schema-files.js';
import { queryOf, valueOf, type World } from '../world.js';
import { atOnce } from './at-once.js';
import type { Cases } from './case.js';
import { holdOpen } from './hold-open.js';
import { until } from './until.js';

const passed = (): Deadline => ({ signal: AbortSignal.abort(), at: performance.now() - 1 });

/** Aborted by a client that leaves before the deadline. */
function leaving(): Deadline {
  const client = new AbortController();
  setImmediate(() => client.abort());
  return { signal: client.signal, at: performance.now() + 60_000 };
}

const far = (): Deadline => ({ signal: new AbortController().signal, at: performance.now() + 60_000 });

const counted = {
  type: uidOf('restaurant'),
  layer: 'published',
  locale: 'en',
  showsCount: true,
  values: [],
  groupBy: [],
  range: { offset: 0, limit: null },
} as const;

const limits = { rows: 1_000, textSize: 100_000, minGroupSize: 1 };

/** A list with its links, and the number of its documents, as reads that return how many there are. */
async function readings(
  world: World,
): Promise<readonly ((deadline: Deadline) => Promise<Result<unknown>>)[]> {
  const { documents } = world.store;
  const query = queryOf('restaurant', { populate: populate('dishes', 'owner') });
  const { plan } = valueOf(await world.documents.find(systemPrincipal, query));
  const groups = valueOf(planAggregate(world.schema, counted, systemPrincipal, limits));
  return [
    async (deadline) => {
      const read = await documents.read(plan, deadline);
      return read.ok ? ok(read.value.documents().length) : read;
    },
    async (deadline) => {
      const read = await documents.aggregate(groups, deadline);
      return read.ok ? ok(read.value.rows[0]?.[0]) : read;
    },
  ];
}

export const deadlineCases = {
  'a read within its deadline has its whole answer': async (world) => {
    await world.createNamed('restaurant', 'a', 'b', 'c');
    for (const read of await readings(world)) expect(valueOf(await read(far()))).to.equal(3);
  },
  'a read whose client has left has its whole answer, or fails with STORE.TIMEOUT': async (world) => {
    await world.createNamed('restaurant', 'a', 'b', 'c');
    for (const read of await readings(world)) {
      const ended = await atOnce(30, (index) => read(index % 2 === 0 ? passed() : leaving()));
      for (const result of ended)
        expect(result.ok ? result.value : result.failure.code).to.be.oneOf([3, 'STORE.TIMEOUT']);
      // What they used is free again.
      expect((await atOnce(30, () => read(far()))).map(valueOf)).to.deep.equal(Array(30).fill(3));
    }
  },
  'a read whose client leaves while a writer is at work ends before the writer': async (world) => {
    await world.createNamed('restaurant', 'a', 'b', 'c');
    const reads = await readings(world);
    const end = await holdOpen(world);
    try {
      for (const read of reads) {
        let ended: Result<unknown> | undefined;
        const reading = read(leaving()).then((result) => (ended = result));
        await until(
          'The end of the read',
          async () => ended !== undefined,
          () => 'none',
        );
        const result = await reading;
        if (!result.ok) expect(result.failure.code).to.equal('STORE.TIMEOUT');
      }
    } finally {
      await end();
    }
    for (const read of reads) expect(valueOf(await read(far()))).to.equal(3);
  },
} satisfies Cases;
