import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Earlier versions of Quire created these tables without recording a migration, the oldest ones with fewer columns. So
 * the statements must also work if some tables exist; later migrations need not.
 */
const statements = `
  -- Order keys of lists, and ids of component items.
  CREATE SEQUENCE IF NOT EXISTS quire_tick;
  CREATE SEQUENCE IF NOT EXISTS quire_item_id;

  CREATE TABLE IF NOT EXISTS quire_schema (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL, record json NOT NULL);
  INSERT INTO quire_schema (version, record) VALUES (0, '{"tables":{},"components":{}}') ON CONFLICT DO NOTHING;

  CREATE TABLE IF NOT EXISTS quire_role (
    name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL DEFAULT 0);
  ALTER TABLE quire_role ADD COLUMN IF NOT EXISTS revision bigint NOT NULL DEFAULT 0;
  INSERT INTO quire_role (name) VALUES ('public'), ('authenticated') ON CONFLICT DO NOTHING;

  CREATE TABLE IF NOT EXISTS quire_grant (
    role text COLLATE "C" NOT NULL REFERENCES quire_role ON DELETE CASCADE,
    type text COLLATE "C" NOT NULL, action text COLLATE "C" NOT NULL, fields json, filters json,
    PRIMARY KEY (role, type, action));
  ALTER TABLE quire_grant ADD COLUMN IF NOT EXISTS fields json, ADD COLUMN IF NOT EXISTS filters json;

  CREATE TABLE IF NOT EXISTS quire_token (
    name text COLLATE "C" PRIMARY KEY, hash text COLLATE "C" NOT NULL UNIQUE, access text COLLATE "C" NOT NULL,
    grants json NOT NULL, created_at timestamptz(3) NOT NULL, expires_at timestamptz(3));

  CREATE TABLE IF NOT EXISTS quire_audit (
    at timestamptz(3) NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY,
    actor_kind text NOT NULL, actor text NOT NULL, actor_document text, origin text,
    action text NOT NULL, outcome text NOT NULL, type text, document_id text, locale text, status text,
    subject text, names text[] NOT NULL, PRIMARY KEY (at, id));

  CREATE UNLOGGED TABLE IF NOT EXISTS quire_rate (
    key text COLLATE "C" PRIMARY KEY, count integer NOT NULL, ends_at timestamptz(3) NOT NULL);

  CREATE TABLE IF NOT EXISTS quire_access (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), revision bigint NOT NULL);
  INSERT INTO quire_access (revision) VALUES (1) ON CONFLICT DO NOTHING;
`;

/** typeorm orders migrations by the timestamp at the end of their names. */
export class SystemTables1795305600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(statements);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is not reverted: the tables hold all access');
  }
}
