import type { KeptValue, KeyValueStore } from '../../../application/ports/key-value-store.js';
import { ok } from '../../../domain/result.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';

/** Keeps values in `quire_value`, as `json`, which preserves the order of members. */
export const createKeyValueStore = (connection: Connection): KeyValueStore => ({
  get: (key) =>
    attempt(async () => {
      const [row] = await connection.query<Pick<KeptValue, 'value'>>({ text: getText, values: [key] });
      return ok(row?.value ?? null);
    }),
  set: (key, value) =>
    attempt(async () => {
      await connection.query({ text: setText, values: [key, JSON.stringify(value)] });
      return ok(undefined);
    }),
  claim: (key, value) =>
    attempt(async () => {
      const [row] = await connection.query<{ value: KeptValue['value']; made: boolean }>({
        text: claimText,
        values: [key, JSON.stringify(value)],
      });
      return ok(row === undefined || row.made ? null : row.value);
    }),
  remove: (key) =>
    attempt(async () => {
      await connection.query({ text: removeText, values: [key] });
      return ok(undefined);
    }),
  all: (prefix = '') =>
    attempt(async () => {
      // The source of a transfer may not have been migrated yet.
      const [found] = await connection.query<{ exists: boolean }>({ text: existsText });
      if (found?.exists !== true) return ok([]);
      return ok(await connection.query<KeptValue>({ text: allText, values: [prefix] }));
    }),
});

const getText = 'SELECT value FROM quire_value WHERE key = $1::text';

const setText = `
INSERT INTO quire_value (key, value) VALUES ($1::text, $2::json)
ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/** An update that changes nothing waits for whoever has the row, and reads what they have left. */
const claimText = `
INSERT INTO quire_value AS kept (key, value) VALUES ($1::text, $2::json)
ON CONFLICT (key) DO UPDATE SET value = kept.value
RETURNING value, xmax = 0 AS made`;

const removeText = 'DELETE FROM quire_value WHERE key = $1::text';

const existsText = `SELECT to_regclass('quire_value') IS NOT NULL AS exists`;

const allText = 'SELECT key, value FROM quire_value WHERE starts_with(key, $1::text) ORDER BY key';
