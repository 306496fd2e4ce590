import * as fc from 'fast-check';
import type { Documents } from '../../src/application/documents/documents.js';
import type { Store } from '../../src/application/ports/store.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Predicate } from '../../src/domain/plan/read-plan.js';
import type { Query } from '../../src/domain/query/query.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { fixtureSchema, uidOf } from '../contract/fixture-schema.js';
import { valueOf } from '../contract/world.js';
import { withinTwoMinutes } from '../time-limits.js';
import { documentsOn, expectEqualAnswers } from './agreement.js';
import { arbitraryContent, arbitraryValue, type Content } from './arbitrary-content.js';
import { arbitraryQuery } from './arbitrary-query.js';
import { fill, type Made } from './fill.js';

const schema = fixtureSchema();

const queries = arbitraryQuery({
  schema,
  types: [...schema.contentTypes.keys()].filter((uid) => uid.startsWith('api::')),
  locales: ['en', 'fr'],
  depth: 2,
  layers: ['draft', 'published', 'any'],
  valueOf: arbitraryValue,
  // Each store assigns numeric ids in its own way.
  skips: ({ name }) => name === 'id',
  fitting: true,
});

/** Tests that a store gives the same answers about random content as the memory store. */
export function describeAgreement(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`memory and ${name}`, function () {
    this.timeout(120_000);
    let store: Store;
    before(async () => {
      store = await open(schema);
    });
    after(() => close(store));

    it('give equal answers to random questions about random content', () =>
      fc.assert(
        fc.asyncProperty(
          arbitraryContent,
          fc.array(queries, { minLength: 1, maxLength: 40, size: 'max' }),
          (content, asked) => compare(store, content, asked),
        ),
        { numRuns, ...withinTwoMinutes },
      ));
  });
}

/** Creates the same documents in both stores, with the same documentIds and times. */
async function compare(store: Store, content: Content, asked: readonly Query[]): Promise<void> {
  const sides = [documentsOn(createMemoryStore({ schema }), schema), documentsOn(store, schema)] as const;
  const ids = await Promise.all(sides.map((documents) => fill(documents, content)));
  const once = documentsOn(checkingOnce(store), schema);
  try {
    for (const query of asked) {
      await expectEqualAnswers(sides, query);
      if (query.filters !== undefined) await expectEqualAnswers([sides[0], once], query);
    }
  } finally {
    await empty(sides[1], ids[1] ?? []);
  }
}

/** Returns the store, which checks every condition on a relation as plans ask it to for those with many ways to them. */
function checkingOnce(store: Store): Store {
  const { documents } = store;
  const read: Store['documents']['read'] = (plan, signal) =>
    documents.read({ ...plan, once: new Set(conditionsOnRelations(plan.where)) }, signal);
  return { ...store, documents: { ...documents, read } };
}

function conditionsOnRelations(predicate: Predicate | null): readonly Predicate[] {
  switch (predicate?.kind) {
    case 'and':
    case 'or':
      return predicate.predicates.flatMap(conditionsOnRelations);
    case 'related':
      return [predicate, ...conditionsOnRelations(predicate.target.where)];
    case 'component':
      return conditionsOnRelations(predicate.where);
    default:
      return [];
  }
}

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
