import type { Cancellation } from '../../../../domain/cancellation.js';
import type { PlannedChange } from '../../../../application/schema-changes/planned-change.js';
import type { Connection, Queryable } from '../connection.js';
import { quote } from '../layout.js';
import { createIndex } from './change-statements.js';
import { readCatalog } from './read-catalog.js';
import { inSchemaTransaction, type SchemaWait, withoutTimeout } from './schema-transaction.js';

const largeTable = 100_000;

/** The changes that make an index on a table too large to be locked meanwhile. */
export async function largeIndexes(
  connection: Queryable,
  changes: readonly PlannedChange[],
): Promise<readonly PlannedChange[]> {
  const indexed = changes.filter(({ kind, match }) => kind === 'createIndex' && match.stored !== undefined);
  const tables = new Set(indexed.flatMap(({ match: { stored } }) => stored?.name ?? []));
  const large = new Set<string>();
  for (const table of tables) {
    const text = `SELECT count(*) > ${largeTable} AS large FROM (SELECT FROM ${quote(table)} LIMIT ${largeTable + 1}) counted`;
    const [row] = await connection.query<{ large: boolean }>({ text });
    if (row?.large === true) large.add(table);
  }
  return indexed.filter(({ match: { stored } }) => large.has(stored?.name ?? ''));
}

/**
 * Makes these indexes while readers and writers go on. The transaction only holds the lock on schema changes; each index
 * is made on a connection of its own, as PostgreSQL demands. One that fails half-way is removed and made anew at the next
 * start.
 */
export async function finishIndexes(
  connection: Connection,
  changes: readonly PlannedChange[],
  waiting: SchemaWait,
): Promise<void> {
  if (changes.length === 0) return;
  await inSchemaTransaction(
    connection,
    async (transaction) => {
      const { collections } = await readCatalog(transaction);
      for (const change of changes) {
        if (change.kind !== 'createIndex') continue;
        const { index, match } = change;
        const { name } = match.wanted;
        const indexes = collections.get(name)?.indexes;
        if (indexes === undefined || indexes.some((each) => each.name === index.name)) continue;
        await connection.session((session) => makeWithoutTimeout(session, createIndex(name, index, true)));
      }
    },
    waiting,
  );
}

export async function makeWithoutTimeout(
  session: Queryable,
  texts: readonly string[],
  signal?: Cancellation,
): Promise<void> {
  await session.query({ text: 'SET statement_timeout = 0' });
  try {
    for (const text of texts) await withoutTimeout(session).query({ text }, signal);
  } finally {
    await session.query({ text: 'RESET statement_timeout' });
  }
}
