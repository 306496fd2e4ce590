import { expect } from 'chai';
import * as fc from 'fast-check';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { fixtureSchema, uidOf } from '../contract/fixture-schema.js';
import { documentsOn, expectSame } from './agreement.js';
import { arbitraryContent, arbitraryValue } from './arbitrary-content.js';
import { arbitraryQuery } from './arbitrary-query.js';
import { fill } from './fill.js';
import { arbitraryReader } from './hidden-content.js';

/**
 * Non-interference (Goguen and Meseguer, 1982): content that a principal may not find has no effect on any answer
 * to that principal: not on what is shown, counted, ordered, filtered or refused. The test therefore needs no list
 * of ways to ask.
 */
describe('content that a principal may not find', () => {
  const schema = fixtureSchema();
  const queries = (depth: number) =>
    arbitraryQuery({
      schema,
      types: ['restaurant', 'dish', 'chef', 'category'].map((name) => uidOf(name as 'chef')),
      locales: ['en'],
      depth,
      layers: ['draft', 'published'],
      valueOf: arbitraryValue,
      skips: ({ name }) => name === 'id',
      fitting: true,
    });

  it('has no effect on any answer', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitraryContent,
        arbitraryReader,
        fc.array(fc.oneof(queries(0), queries(1), queries(2)), { minLength: 10, maxLength: 60, size: 'max' }),
        async (content, { principal, disguise }, asked) => {
          const stores = [createMemoryStore({ schema }), createMemoryStore({ schema })] as const;
          const sides = [documentsOn(stores[0], schema), documentsOn(stores[1], schema)] as const;
          await fill(sides[0], content);
          await fill(sides[1], disguise(content));
          for (const query of asked) {
            const answer = await expectSame(sides, query, (documents) => documents.find(principal, query));
            if (answer.ok && (answer.value?.answer.size ?? 0) > 0) answered++;
          }
        },
      ),
      { numRuns: 120 },
    );
    expect(answered, 'answers that hold documents').to.be.greaterThan(40);
  });
});
