/** Everything beside the tables of content-types and links, in the order it is made. */
export const systemTables: Readonly<Record<string, readonly string[]>> = {
  quire_schema: [
    `CREATE TABLE quire_schema (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL, record json NOT NULL)`,
    `INSERT INTO quire_schema (version, record) VALUES (0, '{"tables":{},"components":{}}')`,
  ],
  quire_role: [
    `CREATE TABLE quire_role (name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL DEFAULT 0)`,
    `INSERT INTO quire_role VALUES ('public'), ('authenticated')`,
  ],
  quire_grant: [
    `CREATE TABLE quire_grant (
    role text COLLATE "C" NOT NULL REFERENCES quire_role ON DELETE CASCADE,
    type text COLLATE "C" NOT NULL, action text COLLATE "C" NOT NULL, fields json, filters json,
    PRIMARY KEY (role, type, action))`,
  ],
  quire_token: [
    `CREATE TABLE quire_token (
    name text COLLATE "C" PRIMARY KEY, hash text COLLATE "C" NOT NULL UNIQUE, access text COLLATE "C" NOT NULL,
    grants json NOT NULL, created_at timestamptz(3) NOT NULL, expires_at timestamptz(3))`,
  ],
  quire_audit: [
    `CREATE TABLE quire_audit (
    at timestamptz(3) NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY,
    actor_kind text NOT NULL, actor text NOT NULL, actor_document text, origin text,
    action text NOT NULL, outcome text NOT NULL, type text, document_id text, locale text, status text,
    subject text, names text[] NOT NULL, PRIMARY KEY (at, id))`,
  ],
  quire_rate: [
    `CREATE UNLOGGED TABLE quire_rate (
    key text COLLATE "C" PRIMARY KEY, count integer NOT NULL, ends_at timestamptz(3) NOT NULL)`,
  ],
  quire_access: [
    `CREATE TABLE quire_access (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), revision bigint NOT NULL)`,
    `INSERT INTO quire_access (revision) VALUES (1)`,
  ],
};

/** Columns that these tables did not have from the start, and their types. */
export const laterColumns: readonly (readonly [table: string, column: string, type: string])[] = [
  ['quire_role', 'revision', 'bigint NOT NULL DEFAULT 0'],
  ['quire_grant', 'fields', 'json'],
  ['quire_grant', 'filters', 'json'],
];

/** Ticks (order keys) and ids of component items. */
export const systemSequences: Readonly<Record<string, string>> = {
  quire_tick: 'CREATE SEQUENCE quire_tick',
  quire_item_id: 'CREATE SEQUENCE quire_item_id',
};
