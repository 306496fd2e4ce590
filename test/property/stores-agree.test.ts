import * as fc from 'fast-check';
import type { Documents } from '../../src/application/documents/documents.js';
import type { Store } from '../../src/application/ports/store.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { fixtureSchema, uidOf } from '../contract/fixture-schema.js';
import { postgresStores } from '../contract/postgres-stores.js';
import { valueOf } from '../contract/world.js';
import { documentsOn, expectEqualAnswers } from './agreement.js';
import { arbitraryContent, arbitraryValue } from './arbitrary-content.js';
import { arbitraryQuery } from './arbitrary-query.js';
import { fill, type Made } from './fill.js';

/** Both stores get the same documents, under the same documentIds, at the same times. */
describe('memory and PostgreSQL', function () {
  this.timeout(60_000);
  const schema = fixtureSchema();
  const { open, close } = postgresStores();
  let postgres: Store;
  before(async () => {
    postgres = await open(schema);
  });
  after(() => close(postgres));

  const queries = arbitraryQuery({
    schema,
    types: [...schema.contentTypes.keys()].filter((uid) => uid.startsWith('api::')),
    locales: ['en', 'fr'],
    depth: 2,
    valueOf: arbitraryValue,
    // Numeric ids are each store's own.
    skips: ({ name }) => name === 'id',
    fitting: true,
  });

  it('give equal answers to random questions about random content', () =>
    fc.assert(
      fc.asyncProperty(
        arbitraryContent,
        fc.array(queries, { minLength: 1, maxLength: 40, size: 'max' }),
        async (content, asked) => {
          const memory = createMemoryStore({ schema });
          const sides = [documentsOn(memory, schema), documentsOn(postgres, schema)] as const;
          const ids = await Promise.all(sides.map((documents) => fill(documents, content)));
          try {
            for (const query of asked) await expectEqualAnswers(sides, query);
          } finally {
            await empty(sides[1], ids[1] ?? []);
          }
        },
      ),
      { numRuns: 20 },
    ));
});

async function empty(documents: Documents, made: readonly Made[]): Promise<void> {
  await Promise.all(
    made.map(async ({ type, documentId }) =>
      valueOf(
        await documents.delete(systemPrincipal, {
          kind: 'delete',
          type: uidOf(type),
          documentId,
        }),
      ),
    ),
  );
}
