import type { Connection, Queryable } from '../connection.js';
import { readCatalog } from './read-catalog.js';
import { inSchemaTransaction, patient } from './schema-transaction.js';
import type { Step } from './step.js';
import { createIndex } from './table.js';

const largeTable = 100_000;

/** The steps that make an index on a table too large to be locked meanwhile. */
export async function largeIndexes(connection: Queryable, steps: readonly Step[]): Promise<readonly Step[]> {
  const tables = new Set(steps.flatMap(({ index }) => (index === undefined ? [] : [index.storedTable])));
  const large = new Set<string>();
  for (const table of tables) {
    const text = `SELECT count(*) > ${largeTable} AS large FROM (SELECT FROM "${table.replaceAll('"', '""')}" LIMIT ${largeTable + 1}) counted`;
    const [row] = await connection.query<{ large: boolean }>({ text });
    if (row?.large === true) large.add(table);
  }
  return steps.filter(({ index }) => index !== undefined && large.has(index.storedTable));
}

/**
 * Makes these indexes while readers and writers go on. The transaction only holds the turn; each index is made on a
 * connection of its own, as PostgreSQL demands. One that fails half-way is removed and made anew at the next start.
 */
export async function finishIndexes(connection: Connection, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await inSchemaTransaction(connection, async (transaction) => {
    const { tables } = await readCatalog(transaction);
    for (const { index: wanted } of steps) {
      if (wanted === undefined) continue;
      const { table, index } = wanted;
      const there = tables.get(table)?.indexes.some(({ name }) => name === index.name) ?? true;
      if (!there)
        await connection.session((session) => runPatiently(session, createIndex(table, index, true)));
    }
  });
}

async function runPatiently(session: Queryable, text: string): Promise<void> {
  await session.query({ text: 'SET statement_timeout = 0' });
  try {
    await patient(session).query({ text });
  } finally {
    await session.query({ text: 'RESET statement_timeout' });
  }
}
