import type { TotalDifference, TotalsStore } from '../../../../application/ports/totals-store.js';
import { defaultLeastVersions, type KeptTotals } from '../../../../application/totals/kept-totals.js';
import type { Layer } from '../../../../domain/query/query.js';
import { ok } from '../../../../domain/result.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable } from '../connection.js';
import { attempt } from '../database-error.js';
import { tableOf } from '../layout.js';
import { isOutOfReach, withoutTimeout } from '../schema/schema-transaction.js';
import { estimateRows } from '../statistics-store.js';
import {
  completeText,
  correctionText,
  differencesText,
  foldText,
  heldText,
  installation,
  isUnfoldedText,
  stateText,
  touchText,
  turnText,
  waitedTurnText,
} from './total-statements.js';

/**
 * Keeps the totals of tables with at least `leastVersions` rows, by triggers: whoever writes to such a table, be it a former
 * version of Quire or a person, appends what changes.
 */
export function createTotalsStore(
  connection: Connection,
  schema: Schema,
  leastVersions = defaultLeastVersions,
): { readonly store: TotalsStore; readonly kept: KeptTotals } {
  const types = new Map([...schema.contentTypes.values()].map((type) => [tableOf(type), type]));
  let kept = new Set<ContentType>();
  const tables = [...types.keys()];
  return {
    kept: { has: (type) => kept.has(type) },
    store: {
      prepare: () =>
        attempt(async () => {
          const rows = await estimateRows(connection, tables);
          for (const table of await readTables(connection, tables)) {
            const isWanted = table.counts || (rows.get(table.name) ?? 0) >= leastVersions;
            if (isWanted && !(table.counts && table.complete)) await keep(connection, table);
          }
          const states = await readTables(connection, tables);
          kept = new Set(states.filter(isKept).flatMap(({ name }) => types.get(name) ?? []));
          return ok(kept.size);
        }),
      fold: () => attempt(async () => ok(await fold(connection))),
      verify: (repair) =>
        attempt(async () => {
          const found = (await readTables(connection, tables)).filter(isKept);
          const differences: TotalDifference[] = [];
          for (const { name } of found) {
            const uid = types.get(name)?.uid ?? name;
            const rows = await (repair ? correct(connection, name) : compare(connection, name));
            differences.push(...rows.map((row) => differenceOf(uid, row)));
          }
          return ok({ types: found.map(({ name }) => types.get(name)?.uid ?? name), differences });
        }),
    },
  };
}

interface TableState {
  readonly name: string;
  readonly relation: string;
  /** Whether it has the triggers. */
  readonly counts: boolean;
  /** Whether its rows from before the triggers are counted. */
  readonly complete: boolean;
}

const isKept = ({ counts, complete }: TableState): boolean => counts && complete;

const readTables = (connection: Queryable, tables: readonly string[]): Promise<readonly TableState[]> =>
  connection.query<TableState>({ text: stateText, values: [tables] });

/** Makes the triggers in a transaction of their own, so that writers do not wait for the count. */
async function keep(connection: Connection, table: TableState): Promise<void> {
  if (!table.counts && !(await install(connection, table.name))) return;
  await connection.transaction(async (transaction) => {
    const { query } = withoutTimeout(transaction);
    if (!(await hasTurn({ query }))) return;
    await query({ text: 'SET LOCAL statement_timeout = 0' });
    await query({ text: heldText(table.name) });
    // Another server may have counted it meanwhile, or it may be a new table of the name.
    const [now] = await readTables({ query }, [table.name]);
    if (now?.relation !== table.relation || !now.counts || now.complete) return;
    await query({ text: correctionText(table.name) });
    await query({ text: completeText, values: [table.name, table.relation] });
  });
}

/**
 * Returns false if the table has no triggers now, so that its rows are counted. All writers wait behind the lock, so it
 * gives up soon.
 */
async function install(connection: Connection, table: string): Promise<boolean> {
  try {
    return await connection.transaction(async (transaction) => {
      if (!(await hasTurn(transaction))) return false;
      const [now] = await readTables(transaction, [table]);
      if (now === undefined || now.counts) return now !== undefined;
      await transaction.query({ text: `SET LOCAL lock_timeout = '200ms'` });
      for (const text of installation(table)) await transaction.query({ text });
      return true;
    });
  } catch (error) {
    if (isOutOfReach(error)) return false;
    throw error;
  }
}

async function hasTurn(transaction: Queryable): Promise<boolean> {
  const [turn] = await transaction.query<{ mine: boolean }>({ text: turnText });
  return turn?.mine === true;
}

async function fold(connection: Connection): Promise<void> {
  const [found] = await connection.query<{ unfolded: boolean }>({ text: isUnfoldedText });
  if (found?.unfolded !== true) return;
  await connection.transaction(async (transaction) => {
    if (await hasTurn(transaction)) await withoutTimeout(transaction).query({ text: foldText });
  });
}

interface DifferenceRow {
  readonly status: Layer;
  readonly locale: string;
  readonly counted: string;
  readonly kept: string;
}

const compare = (connection: Connection, table: string): Promise<readonly DifferenceRow[]> =>
  connection.transaction(async (transaction) => {
    const { query } = withoutTimeout(transaction);
    await query({ text: 'SET LOCAL statement_timeout = 0' });
    return query<DifferenceRow>({ text: differencesText(table) });
  });

const correct = (connection: Connection, table: string): Promise<readonly DifferenceRow[]> =>
  connection.transaction(async (transaction) => {
    const { query } = withoutTimeout(transaction);
    await query({ text: 'SET LOCAL statement_timeout = 0' });
    await query({ text: waitedTurnText });
    await query({ text: heldText(table) });
    const corrected = await query<DifferenceRow>({ text: correctionText(table) });
    // Answers with a wrong total may be kept.
    await query({ text: touchText, values: [table] });
    return corrected;
  });

const differenceOf = (type: string, { status, locale, counted, kept }: DifferenceRow): TotalDifference => ({
  type,
  layer: status,
  locale,
  counted: Number(counted),
  kept: Number(kept),
});
