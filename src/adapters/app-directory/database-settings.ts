import * as t from 'io-ts';
import { codec, converted, decode, section, unread, type InvalidSetting } from './config-codec.js';
import {
  DatabaseUrl,
  Flag,
  Host,
  DirectUrl,
  Milliseconds,
  MillisecondsOrNone,
  PoolSize,
  Port,
  ReplicaUrls,
  Text,
  whole,
} from './setting-codecs.js';
import { described, setting } from './setting.js';

const Knex = section(
  {
    client: Text,
    connection: t.unknown,
    pool: section(
      { max: PoolSize },
      unread(
        'min',
        'acquireTimeoutMillis',
        'createTimeoutMillis',
        'destroyTimeoutMillis',
        'idleTimeoutMillis',
        'reapIntervalMillis',
        'createRetryIntervalMillis',
        'propagateCreateError',
        'afterCreate',
      ),
    ),
  },
  unread('acquireConnectionTimeout', 'debug', 'useNullAsDefault', 'options'),
);

const Ssl = codec(
  'true, false, or { rejectUnauthorized } (certificates: DATABASE_URL with sslrootcert)',
  readSsl,
);

/** An empty one is none, as in a URL. */
const Password = codec('a text (secret)', (raw) => (typeof raw === 'string' ? raw : undefined));

const Target = section({
  connectionString: DatabaseUrl,
  host: Host,
  port: Port,
  database: Text,
  user: Text,
  username: Text,
  password: Password,
  ssl: Ssl,
  schema: codec('"public": tables stand in no other schema', (raw) =>
    raw === 'public' || raw === '' ? raw : undefined,
  ),
});

const clients: ReadonlySet<string> = new Set(['postgres', 'postgresql', 'pg']);

/** Databases of existing projects for which the built-in PostgreSQL stands in, except in production. */
const replaced: ReadonlySet<string> = new Set([
  'sqlite',
  'sqlite3',
  'better-sqlite3',
  'mysql',
  'mysql2',
  'mariadb',
]);

/** The `connection` of existing projects. */
export interface Connection {
  readonly url?: string;
  readonly poolSize?: number;
  /** The `client` that the project names, if it is one for which the built-in PostgreSQL stands in. */
  readonly replaced?: string;
}

const Connection = converted(
  Knex,
  ({ client, connection = {}, pool }): Connection | readonly InvalidSetting[] => {
    if (client !== undefined && replaced.has(client)) return { replaced: client };
    if (client === undefined || !clients.has(client)) return [clientRefusal(client)];
    const { value, refusals } = decode(Target, connection);
    if (value === undefined) {
      return refusals.map(({ path, message }) => ({
        path: path === '' ? 'connection' : `connection.${path}`,
        message,
      }));
    }
    return { url: urlOf(value), ...(pool?.max !== undefined && { poolSize: pool.max }) };
  },
);

export const clientRefusal = (client: string | undefined): InvalidSetting => ({
  path: 'client',
  message: `${client === undefined ? 'is missing' : `"${client}" is not offered`}: use "postgres", set DATABASE_URL to postgres://…, mongodb://… or memory:, or remove this file to use the built-in PostgreSQL`,
});

export const defaultPoolSize = 10;

const IndexMode = codec<'auto' | 'suggest' | 'off'>('auto, suggest or off', (raw) =>
  raw === 'auto' || raw === 'suggest' || raw === 'off' ? raw : undefined,
);

const PerType = codec('a whole number from 1 to 20', whole(1, 20));

export const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    'database.url',
    DatabaseUrl,
    described('the built-in PostgreSQL'),
    'The database: postgres://… or mongodb://…, each user:password@host:port/database, or memory:',
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    'database.directUrl',
    DirectUrl,
    described('that of DATABASE_URL'),
    "The same PostgreSQL without a pooler in transaction mode between: for the signals of followers, indexes, exports and Quire's own tables",
  ),
  replicas: {
    urls: setting(
      'DATABASE_REPLICA_URLS',
      'database.replicaUrls',
      ReplicaUrls,
      described('none'),
      'Streaming replicas of the PostgreSQL of DATABASE_URL, with commas between, which answer reads (docs/replicas.md)',
    ),
    maxLagMs: setting(
      'DATABASE_REPLICA_MAX_LAG_MS',
      'database.replicaMaxLag',
      Milliseconds,
      10_000,
      'A replica whose content may be older than so many milliseconds answers no reads',
    ),
  },
  connection: setting(
    null,
    'database.connection',
    Connection,
    described('none'),
    'The database and the size of the pool as existing projects write them; DATABASE_URL goes before',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    'database.poolSize',
    PoolSize,
    described(String(defaultPoolSize)),
    'Connections to the database at most',
  ),
  statementTimeoutMs: setting(
    'DATABASE_STATEMENT_TIMEOUT',
    'database.statementTimeout',
    MillisecondsOrNone,
    30_000,
    'Milliseconds that one statement may take; 0 for no limit',
  ),
  preparedStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    'database.preparedStatements',
    Flag,
    true,
    'Whether statements are prepared by name; false behind a pooler that shares connections between transactions',
  ),
  indexes: {
    mode: setting(
      'DATABASE_INDEXES',
      'database.indexes',
      IndexMode,
      'auto',
      'Whether indexes that questions need are made and removed (auto), only listed (suggest), or not looked for (off)',
    ),
    perType: setting(
      'DATABASE_INDEXES_PER_TYPE',
      'database.indexesPerType',
      PerType,
      4,
      'The most indexes that are made for one content-type, beside those of its schema',
    ),
  },
  allowNoTransactions: setting(
    'MONGO_ALLOW_NO_TRANSACTIONS',
    null,
    Flag,
    false,
    'Whether a MongoDB without transactions is used, where a crash can leave a part of a write behind',
  ),
};

export const otherDatabaseKeys = unread('database.settings');

type TargetSettings = t.TypeOf<typeof Target>;

function urlOf(target: TargetSettings): string {
  if (target.connectionString !== undefined) return target.connectionString;
  const host = target.host ?? '127.0.0.1';
  const url = new URL(`postgres://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`);
  url.port = String(target.port ?? 5432);
  url.username = encodeURIComponent(target.user ?? target.username ?? '');
  url.password = encodeURIComponent(target.password ?? '');
  url.pathname = `/${encodeURIComponent(target.database ?? '')}`;
  if (target.ssl !== undefined && target.ssl !== 'disable') url.searchParams.set('sslmode', target.ssl);
  return url.href;
}

/** Returns the `sslmode` of a URL. */
function readSsl(raw: unknown): string | undefined {
  if (raw === false) return 'disable';
  if (raw === true) return 'verify-full';
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { rejectUnauthorized, ...rest } = raw as Readonly<Record<string, unknown>>;
  if (Object.values(rest).some((value) => value !== undefined && value !== null)) return undefined;
  return rejectUnauthorized === false ? 'no-verify' : 'verify-full';
}
