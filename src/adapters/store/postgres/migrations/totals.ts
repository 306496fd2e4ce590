import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quotedSchema } from './quoted-schema.js';

/**
 * The versions of a table in a layer and locale are the sum of `count` of its rows in `quire_total`. Triggers append a row
 * for each version that comes or goes (`totals/totals-store.ts`). `quire_counted` has the tables that are complete, each
 * with its oid, so that a table of the same name that was made later is not.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS quire_total (
    name text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL, locale text COLLATE "C" NOT NULL,
    count bigint NOT NULL)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  CREATE INDEX IF NOT EXISTS quire_total_name ON quire_total (name, status, locale);
  CREATE TABLE IF NOT EXISTS quire_counted (name text COLLATE "C" PRIMARY KEY, relation oid NOT NULL);
`;

/** `schema` is in the text, because whoever restores or edits a table may have another search path. */
const functions = (schema: string): string => `
  CREATE OR REPLACE FUNCTION quire_count_version() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO ${schema}.quire_total VALUES (TG_TABLE_NAME, NEW.status, NEW.locale, 1);
    ELSIF TG_OP = 'DELETE' THEN
      INSERT INTO ${schema}.quire_total VALUES (TG_TABLE_NAME, OLD.status, OLD.locale, -1);
    ELSE
      INSERT INTO ${schema}.quire_total
        VALUES (TG_TABLE_NAME, OLD.status, OLD.locale, -1), (TG_TABLE_NAME, NEW.status, NEW.locale, 1);
    END IF;
    RETURN NULL;
  END $function$;
  CREATE OR REPLACE FUNCTION quire_count_none() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    INSERT INTO ${schema}.quire_total
      SELECT name, status, locale, -sum(count) FROM ${schema}.quire_total WHERE name = TG_TABLE_NAME GROUP BY 1, 2, 3;
    RETURN NULL;
  END $function$;
`;

export class Totals1795694400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(tables);
    await queryRunner.query(functions(await quotedSchema(queryRunner)));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION quire_count_version, quire_count_none CASCADE');
    await queryRunner.query('DROP TABLE quire_total, quire_counted');
  }
}
