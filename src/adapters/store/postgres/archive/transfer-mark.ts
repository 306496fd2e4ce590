import type { TransferMark } from '../../../../application/ports/archive-store.js';
import { Refusal } from '../../../../application/stores/attempt.js';
import { takenOver } from '../../../../application/transfer/refusals.js';
import type { Queryable } from '../connection.js';

/** One row: how far the transfer into this database is. */
export const markTable = 'quire_transfer';

const makeTable = `CREATE TABLE IF NOT EXISTS ${markTable} (
  one boolean PRIMARY KEY DEFAULT true CHECK (one), run text NOT NULL, mark json NOT NULL)`;

export async function readMark(connection: Queryable): Promise<TransferMark | null> {
  const [there] = await connection.query<{ there: boolean }>({
    text: `SELECT to_regclass('${markTable}') IS NOT NULL AS there`,
  });
  if (there?.there !== true) return null;
  const [row] = await connection.query<{ mark: TransferMark }>({ text: `SELECT mark FROM ${markTable}` });
  return row?.mark ?? null;
}

/** Whatever run had it before. */
export async function takeMark(connection: Queryable, mark: TransferMark): Promise<void> {
  await connection.query({ text: makeTable });
  await connection.query({
    text: `INSERT INTO ${markTable} (run, mark) VALUES ($1::text, $2::json)
      ON CONFLICT (one) DO UPDATE SET run = excluded.run, mark = excluded.mark`,
    values: [mark.run, JSON.stringify(mark)],
  });
}

/** Only of the run that has it: no other one gets in between until the transaction ends. */
export async function moveMark(transaction: Queryable, mark: TransferMark): Promise<void> {
  const moved = await transaction.query({
    text: `UPDATE ${markTable} SET mark = $2::json WHERE run = $1::text RETURNING run`,
    values: [mark.run, JSON.stringify(mark)],
  });
  if (moved.length === 0) throw new Refusal(takenOver);
}
