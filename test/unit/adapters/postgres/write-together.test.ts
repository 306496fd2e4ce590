import { expect } from 'chai';
import type { Connection } from '../../../../src/adapters/store/postgres/connection.js';
import type { SentStatement } from '../../../../src/adapters/store/postgres/send-statement.js';
import { writeTogether } from '../../../../src/adapters/store/postgres/write/write-together.js';
import {
  createDocuments,
  type DocumentsDependencies,
} from '../../../../src/application/documents/documents.js';
import { saveRows } from '../../../../src/application/documents/save-rows.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { ok } from '../../../../src/domain/result.js';
import { historyType } from '../../../../src/domain/schema/built-in-uids.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';

const schema = fixtureSchema();

/** Returns how many characters each statement contains that changes rows of the history with texts of these lengths. */
async function statementsFor(lengths: readonly number[]): Promise<readonly number[]> {
  const sent: number[] = [];
  const query = async ({ values = [] }: SentStatement): Promise<readonly unknown[]> => {
    sent.push(JSON.stringify(values).split('x').length - 1);
    const rows = Math.max(...values.map((value) => (Array.isArray(value) ? value.length : 0)));
    return [{ missing: null, versions: String(rows), isExchanged: false, changes: null }];
  };
  const connection = { transaction: (work: (given: unknown) => unknown) => work({ query }) };
  const changed = lengths.map((length, index) => ({
    documentId: `entry${index}`,
    data: { content: 'x'.repeat(length) },
  }));
  const store = {
    writeAll: async (works: Parameters<typeof writeTogether>[2]) => {
      return ok(await writeTogether(connection as unknown as Connection, schema, works));
    },
  } as Parameters<typeof saveRows>[0]['store'];
  const clock = { now: () => '2030-01-01T00:00:00.000Z' };
  valueOf(await saveRows({ schema, store, clock }, historyType, { changed, added: [] }));
  return sent;
}

describe('writes that PostgreSQL performs together', () => {
  it('are one statement after their locks, until their texts have four million characters', async () => {
    expect(await statementsFor([1_000, 2_000, 3_000])).to.deep.equal([0, 6_000]);
    expect(await statementsFor([1_500_000, 1_500_000, 1_500_000, 1_500_000])).to.deep.equal([
      0, 3_000_000, 3_000_000,
    ]);
  });

  it('make documents with links, their entries and captures by two statements', async () => {
    const sent: string[] = [];
    const query = async ({ text }: SentStatement): Promise<readonly unknown[]> => {
      sent.push(text);
      return [{ missing: null, versions: '3', isExchanged: false, changes: ['1', '2', '3'] }];
    };
    const transaction = {
      query,
      commit: async (statements: SentStatement[]) => Promise.all(statements.map(query)),
    };
    const connection = { query, transaction: (work: (given: unknown) => unknown) => work(transaction) };
    const dependencies = {
      schema,
      store: {
        writeAll: async (works: Parameters<typeof writeTogether>[2]) =>
          ok(await writeTogether(connection as unknown as Connection, schema, works)),
        reserveItemIds: async () => ok(1),
      },
      clock: { now: () => '2030-01-01T00:00:00.000Z' },
      ids: { documentId: () => `new${(made += 1)}` },
      passwords: { hash: async () => '' },
      audit: { record: async () => {} },
      keepsHistory: true,
    } as unknown as DocumentsDependencies;
    let made = 0;
    const data = { name: 'a', categories: ['c'], neighbours: ['r'], seo: { title: 't' } };
    const create = {
      kind: 'create',
      type: uidOf('restaurant'),
      layer: 'published',
      data,
      answer: {},
    } as const;
    const step = { mutation: create };
    const results = await createDocuments(dependencies).writeAll(systemPrincipal, [step, step, step]);
    expect(results.map(valueOf)).to.deep.equal(['new1', 'new2', 'new3']);
    expect(sent).to.have.length(2);
  });
});
