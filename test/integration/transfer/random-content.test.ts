import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Documents } from '../../../src/application/documents/documents.js';
import type { Sides } from '../../property/agreement.js';
import { lifecycleSchema } from '../../property/lifecycle-schema.js';
import { arbitraryFocus, arbitrarySteps, type Step } from '../../property/arbitrary-life.js';
import { liveThrough, type Made } from '../../property/live-through.js';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { withinTwoMinutes } from '../../time-limits.js';
import { openEmpty, openReady, type Opened, type StoreKind } from './opened-stores.js';
import { copy, differences, documentsNamed, everything } from './transfer-world.js';

const pairs: readonly (readonly [StoreKind, StoreKind])[] = [
  ['memory', 'PostgreSQL'],
  ['PostgreSQL', 'memory'],
  ['memory', 'MongoDB'],
  ['MongoDB', 'memory'],
  ['PostgreSQL', 'MongoDB'],
  ['MongoDB', 'PostgreSQL'],
];

for (const [from, to] of pairs) {
  describe(`whatever was written to ${from}, a copy in ${to}`, function () {
    this.timeout(120_000);
    const schema = lifecycleSchema();
    let [source, target]: Partial<Opened>[] = [];
    before(async function () {
      if ([from, to].includes('MongoDB')) await skipWithoutMongo(this);
    });
    afterEach(async () => {
      await source?.close?.();
      await target?.close?.();
    });

    it('is equal, answers the same, and goes on as the original does', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(arbitraryFocus.chain(arbitrarySteps), { minLength: 12, maxLength: 12 }),
          async (lives) => {
            const [ours, theirs] = [await openReady(from, schema), await openEmpty(to, schema)];
            [source, target] = [ours, theirs];
            const made: Made = new Map();
            const alone = withItself(documentsNamed('before', ours.store, schema));
            for (const steps of lives.slice(0, 9)) await live(alone, made, steps);

            const copied = valueOf(await copy(schema, ours.store, theirs.store));
            expect(copied).to.deep.include({ before: 0, leftOut: [], changedMeanwhile: [] });
            expect((await differences(schema, ours.store, theirs.store)).join('\n')).to.equal('');

            const both = [ours, theirs].map(({ store }) => documentsNamed('after', store, schema));
            const [original, copies] = both as [(typeof both)[0], (typeof both)[0]];
            const said = await everything(schema, copies);
            for (const [index, text] of (await everything(schema, original)).entries())
              expect(said[index]).to.equal(text);
            for (const steps of lives.slice(9)) await live([original, copies], made, steps);
          },
        ),
        { numRuns: 1, endOnFailure: true, ...withinTwoMinutes },
      ));
  });
}

const named = { fields: ['name', 'code'] };

/** Each write is done once; what it answers is compared with itself. */
function withItself(documents: Documents): Sides {
  let answer: unknown;
  const doing = new Proxy(documents, {
    get: (_, name: keyof Documents) => (asker: never, asked: never) =>
      (answer = (documents[name] as (asker: never, asked: never) => unknown)(asker, asked)),
  });
  const saying = new Proxy(documents, { get: () => () => answer });
  return [doing, saying];
}

async function live(sides: Sides, made: Made, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await liveThrough(sides, made, step, named);
}
