import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quotedSchema } from './quoted-schema.js';

/**
 * `quire_touched` has a row for each transaction that has written to a watched table: by triggers, in that transaction.
 * `status` is the layer of the versions; it is empty for other tables. `quire_watched` has the tables that note all of
 * their writes, by their oids; the row 0 says when a server has last wanted that.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS quire_touched (
    relation oid NOT NULL, status text COLLATE "C" NOT NULL, transaction xid8 NOT NULL,
    PRIMARY KEY (relation, status, transaction))
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  CREATE TABLE IF NOT EXISTS quire_watched (relation oid PRIMARY KEY, seen_at timestamptz(3));
`;

const noted = (schema: string, rows: string): string =>
  `INSERT INTO ${schema}.quire_touched ${rows} ON CONFLICT DO NOTHING;`;

const body = (statements: string): string => `RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    ${statements}
    RETURN NULL;
  END $function$;`;

/** A statement that has changed no row notes nothing. `schema` is in the text, as in `totals.ts`. */
const functions = (schema: string): string => `
  CREATE OR REPLACE FUNCTION quire_touch_versions() ${body(
    noted(schema, 'SELECT DISTINCT TG_RELID, status, pg_current_xact_id() FROM changed'),
  )}
  CREATE OR REPLACE FUNCTION quire_touch_updated_versions() ${body(
    noted(
      schema,
      `SELECT TG_RELID, status, pg_current_xact_id()
      FROM (SELECT status FROM changed UNION SELECT status FROM former) s`,
    ),
  )}
  CREATE OR REPLACE FUNCTION quire_touch_rows() ${body(`IF EXISTS (SELECT FROM changed) THEN
      ${noted(schema, `VALUES (TG_RELID, '', pg_current_xact_id())`)}
    END IF;`)}
  CREATE OR REPLACE FUNCTION quire_touch_all() ${body(
    noted(
      schema,
      `SELECT TG_RELID, status, pg_current_xact_id() FROM unnest(ARRAY['', 'draft', 'published']) status`,
    ),
  )}
`;

export class Freshness1795953600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(tables);
    await queryRunner.query(functions(await quotedSchema(queryRunner)));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP FUNCTION quire_touch_versions, quire_touch_updated_versions, quire_touch_rows, quire_touch_all CASCADE',
    );
    await queryRunner.query('DROP TABLE quire_touched, quire_watched');
  }
}
