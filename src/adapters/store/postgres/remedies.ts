import { codeOf } from './database-error.js';

/** By SQLSTATE; `urlSetting` is the setting that the address of the database comes from. */
type Remedies = Readonly<Record<string, (urlSetting: string) => string>>;

const ofConnections: Remedies = {
  '3D000': (urlSetting) => `create the database (createdb), or name another in ${urlSetting}`,
  '28P01': (urlSetting) => `correct the user and the password of ${urlSetting}`,
  '28000': (urlSetting) =>
    `correct the user of ${urlSetting}, or let it in by pg_hba.conf ("no encryption": add sslmode=verify-full)`,
  '42501': (urlSetting) =>
    `let the user of ${urlSetting} in (GRANT CONNECT ON DATABASE), or name another user`,
  '53300': () => 'let the server take more connections, or give fewer to each client (DATABASE_POOL_SIZE)',
  '55000': () => 'let the database accept connections (ALTER DATABASE … ALLOW_CONNECTIONS true)',
  '57P03': () => 'wait until the server has started',
};

const ofPooler = (): string =>
  'set DATABASE_PREPARED_STATEMENTS=false, which a pooler in transaction mode needs (PgBouncer, pool_mode = transaction), or let the pooler share connections between sessions only (pool_mode = session)';

const ofStatements: Remedies = {
  '25006': (urlSetting) =>
    `let the database take writes (default_transaction_read_only = off; a standby: promote it), or name one that does in ${urlSetting}`,
  '26000': ofPooler,
  '42P05': ofPooler,
  '42501': (urlSetting) =>
    `let the user of ${urlSetting} own its schema and the tables of Quire (ALTER TABLE … OWNER TO …)`,
};

/** What the driver says by its message only, or by many codes. */
const bySaying: readonly (readonly [RegExp, (urlSetting: string) => string])[] = [
  [
    /cannot connect to server|server login|query_wait_timeout/,
    () =>
      'look at the PostgreSQL behind the pooler, and at the log of the pooler: it answers, but gets no connection from there',
  ],
  [
    /password must be a/,
    (urlSetting) =>
      `give the password that the server asks for, in ${urlSetting} (postgres://user:password@…) or PGPASSWORD`,
  ],
  [
    /does not support SSL/,
    (urlSetting) => `switch TLS on in the server, or take sslmode and the like out of ${urlSetting}`,
  ],
  [
    /certificate|altnames/i,
    (urlSetting) =>
      `name the certificate of its authority with sslrootcert in ${urlSetting}, and the host as the certificate does`,
  ],
];

/** What the operator can do so that the database accepts connections. */
export function connectionRemedy(error: Error, urlSetting: string): string | undefined {
  const { syscall } = error as NodeJS.ErrnoException;
  // The driver opens no other files.
  if (syscall === 'open' || syscall === 'read')
    return `correct the path of sslrootcert, sslcert or sslkey in ${urlSetting}, or the rights of the file`;
  const said = bySaying.find(([saying]) => saying.test(error.message));
  return (said?.[1] ?? ofConnections[codeOf(error)])?.(urlSetting);
}

/** What the operator can do about statements that fail as long as nobody does anything; undefined for others. */
export const statementRemedy = (error: unknown, urlSetting: string): string | undefined =>
  ofStatements[codeOf(error)]?.(urlSetting);
