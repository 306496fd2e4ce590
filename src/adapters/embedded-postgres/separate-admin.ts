import { Client, escapeLiteral } from 'pg';

/**
 * initdb makes `quire` the first role, which always stays a superuser. This renames that role to `quire_admin`, removes
 * its password, so that nobody can log in as it, and makes a new, ordinary `quire` with the same password that owns the
 * database and everything in it, all in one transaction. Does nothing if that was done before. `url` is that of `quire`;
 * `isTool` makes it a superuser.
 *
 * Throws when the server does not answer, and when another session holds a table for ten seconds.
 */
export async function separateAdmin(url: string, isTool: boolean): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The next query reports an error of an idle connection as well.
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw new Error('the server does not answer; stop it, and start again', { cause: error });
    });
    const { rows } = await client.query(isFirstRole);
    if (rows.length > 0) await separate(client, setUp(decodeURIComponent(new URL(url).password), isTool));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function separate(client: Client, roles: string): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(roles);
    const { rows } = await client.query<{ statement: string }>(ownedByAdmin);
    for (const { statement } of rows) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(
      `the role "quire" is a superuser, and cannot become an ordinary one (${reason}): stop whatever else uses this database, and start again`,
      { cause: error },
    );
  }
}

/** PostgreSQL gives its first role this number. */
const isFirstRole = `SELECT FROM pg_roles WHERE oid = 10 AND rolname = current_user`;

/** No session can rename its own role, so a temporary superuser does it. */
const setUp = (password: string, isTool: boolean): string => `
  SET LOCAL lock_timeout = '10s';
  CREATE ROLE quire_rename SUPERUSER;
  SET SESSION AUTHORIZATION quire_rename;
  ALTER ROLE quire RENAME TO quire_admin;
  RESET SESSION AUTHORIZATION;
  DROP ROLE quire_rename;
  CREATE ROLE quire LOGIN ${isTool ? 'SUPERUSER' : ''} PASSWORD ${escapeLiteral(password)};
  ALTER ROLE quire_admin PASSWORD NULL`;

const isOwn = (schema: string): string => `${schema}::regnamespace::text !~ '^(pg_|information_schema$)'`;

/**
 * REASSIGN OWNED refuses the first role, because it owns the catalog. Indexes, sequences of columns and row types follow
 * their table.
 */
const ownedByAdmin = `
  SELECT format('ALTER %s OWNER TO quire', what) AS statement FROM (
    SELECT format('DATABASE %I', datname) FROM pg_database WHERE datdba = 10 AND NOT datistemplate
    UNION ALL
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace WHERE nspowner = 10 AND ${isOwn('oid')}
    UNION ALL
    SELECT format('TABLE %s', oid::regclass) FROM pg_class c
    WHERE relowner = 10 AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND ${isOwn('relnamespace')}
      AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i')
          AND refclassid = 'pg_class'::regclass AND c.relkind = 'S')
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE typowner = 10 AND ${isOwn('typnamespace')} AND typtype IN ('b', 'c', 'd', 'e', 'r')
      AND typcategory <> 'A' AND coalesce(c.relkind, 'c') = 'c'
    UNION ALL
    SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc WHERE proowner = 10 AND ${isOwn('pronamespace')}
    UNION ALL
    SELECT format('COLLATION %s', oid::regcollation) FROM pg_collation
    WHERE collowner = 10 AND ${isOwn('collnamespace')}
    UNION ALL
    SELECT format('STATISTICS %I.%I', nspname, stxname) FROM pg_statistic_ext s
      JOIN pg_namespace n ON n.oid = s.stxnamespace
    WHERE stxowner = 10 AND ${isOwn('stxnamespace')}
  ) owned (what)`;
