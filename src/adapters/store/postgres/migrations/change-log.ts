import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = `
  transaction xid8 NOT NULL, at timestamptz(3) NOT NULL, type text NOT NULL, document_id text NOT NULL, locale text,
  action text NOT NULL, layers text[] NOT NULL, actor_kind text NOT NULL, actor text NOT NULL, actor_document text,
  names text[] NOT NULL`;

/**
 * Writes insert into the inbox; a reader moves committed entries to the log, where they get their positions. The inbox is
 * nearly empty and its rows are short-lived, so it is vacuumed by the number of dead rows.
 */
const statements = `
  CREATE TABLE IF NOT EXISTS quire_change_inbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columns})
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  CREATE TABLE IF NOT EXISTS quire_change (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columns});
  CREATE TABLE IF NOT EXISTS quire_follower (
    name text COLLATE "C" PRIMARY KEY, cursor bigint NOT NULL, failures integer NOT NULL DEFAULT 0,
    retry_at timestamptz(3), error text, aside json NOT NULL DEFAULT '[]',
    holder text, until timestamptz(3), seen_at timestamptz(3), revision bigint NOT NULL DEFAULT 0);
`;

export class ChangeLog1795435200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(statements);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE quire_follower, quire_change, quire_change_inbox');
  }
}
