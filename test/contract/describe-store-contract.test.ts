import { readFileSync } from 'node:fs';
import { mock } from 'node:test';
import { expect } from 'chai';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { ok } from '../../src/domain/result.js';
import { fixtureSchema } from './fixture-schema.js';
import { auditCases } from './store/audit.contract.js';
import type { Case } from './store/case.js';
import { changeCases } from './store/changes.contract.js';
import { expectFailure, unknownNames } from './store/describe-store-contract.js';
import { deadlineCases } from './store/deadlines.contract.js';
import { emptyStore } from './store/empty-store.js';
import { followerCases } from './store/followers.contract.js';
import { freshnessCases } from './store/freshness.contract.js';
import { rateCountCases } from './store/rate-counts.contract.js';
import { schemaCases } from './store/schema.contract.js';
import { testedMembers } from './store/tested-members.js';
import { totalsCases } from './store/totals.contract.js';
import { createWorld } from './world.js';

const outcome = async (run: () => Promise<void>): Promise<string> => {
  try {
    await expectFailure('a case', run);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('skipping cases of the store contract', () => {
  it('accepts a skipped case that fails', async () => {
    expect(await outcome(() => Promise.reject(new Error('not kept')))).to.equal('accepted');
  });

  it('refuses a skipped case that holds', async () => {
    expect(await outcome(() => Promise.resolve())).to.equal(
      '"a case" holds: take it from the list of skipped cases',
    );
  });

  it('tells names that no case has', () => {
    expect(unknownNames(['null clears a value', 'no such case'])).to.deep.equal(['no such case']);
  });
});

/** A store that breaks a promise, the case that tells, and what it says. */
interface Broken {
  readonly fault: string;
  readonly parts: (store: Store) => Partial<Store>;
  readonly run: Case;
  readonly says: RegExp;
}

const losesEntries = ({ changes }: Store): Partial<Store> => ({
  changes: {
    ...changes,
    async read(after, limit) {
      const found = await changes.read(after, limit);
      return found.ok ? ok(found.value.filter(({ position }) => position % 5 !== 0)) : found;
    },
  },
});

const broken: readonly Broken[] = [
  {
    fault: 'loses entries of the change log beside an open write',
    parts: losesEntries,
    run: changeCases['a reader misses no entry of a write that was open while later ones were committed'],
    says: /^6 entries did not come within a minute. Seen: \[\{.*"action":"create"/,
  },
  {
    fault: 'loses entries of the change log beside other writes',
    parts: losesEntries,
    run: changeCases['4 readers lose and repeat nothing beside 16 writers'],
    says: /^243 entries did not come within a minute. Seen: \[\{.*"action":"create"/,
  },
  {
    fault: 'returns the first page of the audit trail again and again',
    parts: ({ audit }) => ({
      audit: { ...audit, find: ({ after: _after, ...filter }, limit) => audit.find(filter, limit) },
    }),
    run: auditCases['paging after the last entry of a page skips none and repeats none'],
    says: /^The last page did not come within a minute. Seen: \["number 19","number 18"/,
  },
  {
    fault: 'keeps a lease that has ended',
    parts: ({ followers }) => ({
      followers: { ...followers, claim: (name, holder) => followers.claim(name, holder, 3_600_000) },
    }),
    run: followerCases['one holder has a follower until its lease ends or it is given back'],
    says: /^The end of the lease did not come within a minute. Seen: \["one","other"\]/,
  },
  {
    fault: 'sweeps the same window again and again',
    parts: ({ rates }) => ({ rates: { ...rates, sweep: async () => ok(1) } }),
    run: rateCountCases['ended windows are removed, open ones are kept'],
    says: /^A sweep that removes nothing did not come within a minute. Seen: 1/,
  },
  {
    fault: 'deletes nothing',
    parts: ({ documents }) => ({
      documents: {
        ...documents,
        write: async (work) => (work.change?.action === 'delete' ? ok(null) : documents.write(work)),
      },
    }),
    run: async (world) => {
      await world.create('chef', { name: 'kept' });
      await emptyStore(world);
    },
    says: /^The removal of all documents of chef did not come within a minute. Seen: \[\{"id":1/,
  },
  {
    fault: 'says that an answer is right still after a write',
    parts: () => ({
      freshness: {
        mark: async (footprint) => ok({ footprint }),
        renew: async (mark) => ok(mark),
        watch: async () => ok(true),
        fold: async () => ok(undefined),
        unwatch: async () => ok(undefined),
      },
    }),
    run: freshnessCases[
      'a mark stays while nothing is written, and ends with the next write to what it covers'
    ],
    says: /^expected true to equal false/,
  },
  {
    fault: 'ignores deadlines',
    parts: ({ documents }) => ({ documents: { ...documents, read: (plan) => documents.read(plan) } }),
    run: deadlineCases['a read whose client leaves while a writer is at work ends before the writer'],
    says: /^The end of the read did not come within a minute/,
  },
  {
    fault: 'counts what was deleted',
    parts: ({ totals }) => {
      const differences = [
        { type: 'api::restaurant.restaurant', layer: 'draft', locale: '', counted: 6, kept: 7 },
      ] as const;
      return { totals: { ...totals, verify: async () => ok({ types: [], differences }) } };
    },
    run: totalsCases['totals are exact after writes of every kind, whether they are kept or not'],
    says: /^expected \[ \{ …\(5\) \} \] to deeply equal \[\]/,
  },
  {
    fault: 'has pending changes',
    parts: ({ schema }) => ({
      schema: {
        ...schema,
        status: async () => ok([{ kind: 'safe', name: 'dishes', message: 'It is made.' }]),
      },
    }),
    run: schemaCases['the tables match the schema'],
    says: /^expected \[ \{ kind: 'safe'/,
  },
];

describe('a store that breaks a promise', () => {
  // So nobody waits for a minute.
  beforeEach(() => {
    let now = performance.now();
    mock.method(performance, 'now', () => (now += 50));
  });
  afterEach(() => mock.restoreAll());

  for (const { fault, parts, run, says } of broken) {
    it(`fails its case when it ${fault}`, async () => {
      const store = createMemoryStore({ schema: fixtureSchema() });
      const world = createWorld({ ...store, ...parts(store) }, fixtureSchema());
      const failed = await run(world).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
      expect(failed).to.match(says);
    });
  }
});

describe('what the store contract does not test', () => {
  it('is named in the documentation', () => {
    const page = readFileSync(new URL('../../docs/adapters.md', import.meta.url), 'utf8');
    const untested = Object.entries(testedMembers).filter(([, group]) => group === null);
    for (const [member] of untested) expect(page).to.include(`\`${member}\``);
  });
});
