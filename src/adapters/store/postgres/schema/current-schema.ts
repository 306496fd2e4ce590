import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import type { Queryable } from '../connection.js';

/** As whom, and where, a connection makes tables. */
interface CurrentSchema {
  readonly database: string;
  readonly role: string;
  readonly searchPath: string;
  /** Null: nothing in the search path exists and may be used by the role. Locks and look-ups of the schema are null then, too. */
  readonly schema: string | null;
}

/** Throws a failure where the connection has no schema to make tables in. */
export async function requireSchema(connection: Pick<Queryable, 'query'>): Promise<void> {
  const current = await currentSchema(connection);
  if (current.schema === null) throw new ThrownFailure(noSchema(current));
}

async function currentSchema({ query }: Pick<Queryable, 'query'>): Promise<CurrentSchema> {
  const [current] = await query<CurrentSchema>({
    text: `SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS role,
      current_setting('search_path') AS "searchPath", quote_ident(current_schema()) AS schema`,
  });
  if (current === undefined) throw new Error('PostgreSQL did not say which schema is the current one');
  return current;
}

const noSchema = ({ database, role, searchPath }: CurrentSchema): Failure =>
  failure(
    'STORE.UNAVAILABLE',
    `The role ${role} has no schema for tables in the database ${database}: of its search_path, ${searchPath}, no schema exists that it may use. Nothing was changed. To go on, give it the rights (GRANT USAGE, CREATE ON SCHEMA … TO ${role}), create the schema, or correct the search_path (ALTER ROLE ${role} SET search_path = …, or options of the address)`,
  );

/** What a statement says that the role has no right to. The role may own its tables, but not the schema. */
export async function lacksRight(connection: Queryable, { message }: Error): Promise<Failure> {
  const { database, role, schema } = await currentSchema(connection);
  const where = schema ?? '…';
  return failure(
    'STORE.UNAVAILABLE',
    `The role ${role} lacks a right in the database ${database}: ${message}. To go on, let it make tables (GRANT USAGE, CREATE ON SCHEMA ${where} TO ${role}) and own those of Quire (ALTER TABLE … OWNER TO ${role})`,
  );
}
