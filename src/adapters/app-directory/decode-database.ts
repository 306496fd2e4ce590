import * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded, type Refusal } from './config-section.js';
import { DatabaseUrl, Flag, Host, Milliseconds, PoolSize, Port, Secret, Text } from './setting-codecs.js';

/** What `config/database.js` says. */
export interface DatabaseSettings {
  readonly url?: string;
  readonly poolSize?: number;
  readonly statementTimeout?: number;
  readonly readTimeout?: number;
  readonly preparedStatements?: boolean;
}

const own = {
  url: DatabaseUrl,
  poolSize: PoolSize,
  statementTimeout: Milliseconds,
  readTimeout: Milliseconds,
  preparedStatements: Flag,
};
const Settings = section(own, ['connection', 'settings']);

const Connection = section(
  {
    client: Text,
    connection: t.unknown,
    pool: section({ max: PoolSize }, [
      'min',
      'acquireTimeoutMillis',
      'createTimeoutMillis',
      'destroyTimeoutMillis',
      'idleTimeoutMillis',
      'reapIntervalMillis',
      'createRetryIntervalMillis',
      'propagateCreateError',
      'afterCreate',
    ]),
  },
  ['acquireConnectionTimeout', 'debug', 'useNullAsDefault', 'options'],
);

const Ssl = setting(
  'true, false, or { rejectUnauthorized } (certificates: DATABASE_URL with sslrootcert)',
  readSsl,
);

const Target = section({
  connectionString: DatabaseUrl,
  host: Host,
  port: Port,
  database: Text,
  user: Text,
  username: Text,
  password: Secret,
  ssl: Ssl,
  schema: setting('"public": tables stand in no other schema', (raw) =>
    raw === 'public' || raw === '' ? raw : undefined,
  ),
});

const clients: ReadonlySet<string> = new Set(['postgres', 'postgresql', 'pg']);

/**
 * Decodes `config/database.js`: `{ url, poolSize, statementTimeout, readTimeout, preparedStatements }`, or the `connection` that
 * existing projects have. With `overridden` the environment names the database, and `connection` is not looked at.
 */
export function decodeDatabase(raw: unknown, overridden: boolean): Decoded<DatabaseSettings> {
  const settings = decodeSetting(Settings, raw);
  const connection = (raw as { readonly connection?: unknown } | null)?.connection;
  if (overridden || connection === undefined || connection === null)
    return { value: settings.value ?? {}, refusals: settings.refusals };
  const decoded = decodeConnection(connection);
  const refusals = [
    ...settings.refusals,
    ...decoded.refusals.map(({ path, message }) => ({ path: join('connection', path), message })),
  ];
  return { value: { ...decoded.value, ...settings.value }, refusals };
}

function decodeConnection(raw: unknown): Decoded<DatabaseSettings> {
  const { value, refusals } = decodeSetting(Connection, raw);
  if (value === undefined) return { value: {}, refusals };
  if (value.client === undefined || !clients.has(value.client))
    return { value: {}, refusals: [clientRefusal(value.client)] };
  const target = decodeSetting(Target, value.connection ?? {});
  const at = target.refusals.map(({ path, message }) => ({ path: join('connection', path), message }));
  const max = value.pool?.max;
  return {
    value: { ...(target.value && { url: urlOf(target.value) }), ...(max !== undefined && { poolSize: max }) },
    refusals: at,
  };
}

const clientRefusal = (client: string | undefined): Refusal => ({
  path: 'client',
  message: `${client === undefined ? 'is missing' : `"${client}" is not offered`}: use "postgres", set DATABASE_URL to postgres://…, mongodb://… or memory:, or remove this file to use the built-in PostgreSQL`,
});

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

/** The `sslmode` of a URL. */
function readSsl(raw: unknown): string | undefined {
  if (raw === false) return 'disable';
  if (raw === true) return 'require';
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { rejectUnauthorized, ...rest } = raw as Readonly<Record<string, unknown>>;
  if (Object.values(rest).some((value) => value !== undefined && value !== null)) return undefined;
  return rejectUnauthorized === false ? 'no-verify' : 'require';
}

const join = (first: string, rest: string): string => (rest === '' ? first : `${first}.${rest}`);
