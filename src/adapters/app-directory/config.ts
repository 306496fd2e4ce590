import type * as t from 'io-ts';
import { defaultBudget, defaultLimits } from '../../application/documents/limits.js';
import { err, ok, type Result } from '../../domain/result.js';
import { appFailure, type AppFailure, type AppFault } from './app-failure.js';
import { decodeSetting, section, setting, type Decoded } from './config-section.js';
import { configReader, type ConfigReader } from './config-reader.js';
import { accountsVariables, combineAccounts, type AccountsConfig } from './accounts-config.js';
import { combineCors, Cors, corsVariables, refusalsOfCors, type CorsConfig } from './cors-setting.js';
import type { Environment } from './create-env.js';
import { decodeAccounts } from './decode-accounts.js';
import { combineGraphql, decodeGraphql, type GraphqlConfig } from './decode-graphql.js';
import { decodeDatabase, type DatabaseSettings } from './decode-database.js';
import {
  combineRateLimit,
  decodeRateLimit,
  rateLimitVariables,
  type RateLimitConfig,
} from './decode-rate-limit.js';
import { decodeUpload, type UploadSettings } from './decode-upload.js';
import { decodeMiddlewares, type MiddlewareList } from './middleware-list.js';
import { Proxy, type TrustedProxy } from './proxy-setting.js';
import { environmentName, type ConfigFiles } from './read-config.js';
import {
  Count,
  DatabaseUrl,
  Flag,
  Host,
  Milliseconds,
  PoolSize,
  Port,
  Prefix,
  PublicUrl,
} from './setting-codecs.js';
import { combineLoad, loadSettings, loadVariables, type LoadConfig } from './load-config.js';
import { combineUpload, uploadVariables, type UploadConfig } from './upload-config.js';

/** Every setting of the server, checked. What they mean stands in `settings.ts`. */
export interface Config {
  /** `NODE_ENV`. */
  readonly environment: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl?: string;
  readonly trustProxy: TrustedProxy;
  readonly cors: CorsConfig;
  /** Absent: the built-in PostgreSQL. */
  readonly databaseUrl?: string;
  readonly databasePoolSize: number;
  /** 0: no limit. */
  readonly statementTimeoutMs: number;
  readonly preparedStatements: boolean;
  readonly allowNoTransactions: boolean;
  readonly rest: {
    readonly prefix: string;
    readonly defaultLimit: number;
    readonly maxLimit: number;
    readonly withCount: boolean;
  };
  readonly limits: { readonly rows: number; readonly textSize: number };
  /** What one request may cost, and how many relations it may follow one after the other. */
  readonly budget: { readonly cost: number; readonly relationDepth: number };
  readonly upload: UploadConfig;
  readonly load: LoadConfig;
  readonly rateLimit: RateLimitConfig;
  readonly graphql: GraphqlConfig;
  readonly accounts: AccountsConfig;
  readonly middlewares: MiddlewareList;
  /** Who did what is kept for so many days. */
  readonly audit: { readonly enabled: boolean; readonly days: number };
  /** The config files as they are, with the settings above in their places, for the app's own code. */
  readonly get: ConfigReader;
}

const variables = {
  HOST: Host,
  PORT: Port,
  TRUST_PROXY: Proxy,
  AUDIT: Flag,
  AUDIT_DAYS: Count,
  DATABASE_URL: DatabaseUrl,
  DATABASE_POOL_SIZE: PoolSize,
  DATABASE_STATEMENT_TIMEOUT: Milliseconds,
  API_COST_LIMIT: Count,
  API_RELATION_DEPTH: Count,
  DATABASE_PREPARED_STATEMENTS: Flag,
  MONGO_ALLOW_NO_TRANSACTIONS: Flag,
  ...corsVariables,
  ...accountsVariables,
  ...uploadVariables,
  ...rateLimitVariables,
  ...loadVariables,
};

const Variables = section(variables);

/** Keys of `config/server.js` that existing projects have, and that mean nothing here. */
const foreignServerKeys = [
  'app',
  'webhooks',
  'emitErrors',
  'dirs',
  'http',
  'cron',
  'logger',
  'transfer',
  'socket',
  'admin',
  'absoluteUrl',
  'globalProxy',
];

const Server = section(
  {
    host: Host,
    port: Port,
    url: PublicUrl,
    proxy: Proxy,
    audit: section({ enabled: Flag, days: Count }),
    ...loadSettings,
    cors: Cors,
  },
  foreignServerKeys,
);

const Api = section(
  {
    rest: section({ prefix: Prefix, defaultLimit: Count, maxLimit: Count, withCount: Flag }, [
      'strictParams',
      'strictQueryParams',
      'strictQuery',
      'port',
    ]),
    limits: section({ rows: Count, textSize: Count, cost: Count, relationDepth: Count }),
    responses: section({
      privateAttributes: setting(
        'absent: name them in options.privateAttributes of each schema.json',
        (raw) => (Array.isArray(raw) && raw.length === 0 ? raw : undefined),
      ),
    }),
  },
  ['documents'],
);

/** Decodes all settings: the environment first, the config files second. Fails with every fault. */
export function decodeConfig(environment: Environment, files: ConfigFiles): Result<Config, AppFailure> {
  const faults: AppFault[] = [];
  const take = <A>(file: string, { value, refusals }: Decoded<A>): A | undefined => {
    faults.push(...refusals.map(({ path, message }) => ({ file, path, message })));
    return value;
  };
  const fromEnvironment = take('environment', decodeSetting(Variables, setVariables(environment))) ?? {};
  const inFile = <A>(name: string, decode: (raw: unknown) => Decoded<A>): A | undefined => {
    const found = files.sections.get(name);
    return found && take(found.file, decode(found.value));
  };
  const server = inFile('server', (raw) => decodeSetting(Server, raw)) ?? {};
  const database =
    inFile('database', (raw) => decodeDatabase(raw, Boolean(environment['DATABASE_URL']))) ?? {};
  const api = inFile('api', (raw) => decodeSetting(Api, raw)) ?? {};
  const upload = inFile('plugins', decodeUpload) ?? {};
  const rateLimit = inFile('plugins', decodeRateLimit) ?? {};
  const accounts = inFile('plugins', decodeAccounts) ?? {};
  const graphql = inFile('plugins', decodeGraphql) ?? {};
  const middlewares = inFile('middlewares', decodeMiddlewares) ?? { warnings: [] };
  const cors = combineCors(fromEnvironment, server.cors ?? {}, middlewares.cors ?? {});
  take('settings', { refusals: refusalsOfCors(cors) });
  if (faults.length > 0) return err(appFailure('wrong settings', faults));
  const name = environmentName(environment);
  const values = {
    ...combine(name, fromEnvironment, server, database, api, upload),
    cors,
    rateLimit: combineRateLimit(fromEnvironment, rateLimit),
    accounts: combineAccounts(fromEnvironment, accounts),
    graphql: combineGraphql(graphql, name),
    middlewares,
  };
  return ok(withReader(values, files));
}

/** An empty variable counts as none: that is how compose files leave them. */
const setVariables = (environment: Environment): Environment =>
  Object.fromEntries(Object.keys(variables).map((name) => [name, environment[name] || undefined]));

type Values = Omit<Config, 'get'>;

function combine(
  environment: string,
  set: t.TypeOf<typeof Variables>,
  server: t.TypeOf<typeof Server>,
  database: DatabaseSettings,
  { rest = {}, limits = {} }: t.TypeOf<typeof Api>,
  upload: UploadSettings,
): Omit<Values, 'rateLimit' | 'accounts' | 'graphql' | 'middlewares' | 'cors'> {
  const databaseUrl = set.DATABASE_URL ?? database.url;
  const databasePoolSize = set.DATABASE_POOL_SIZE ?? database.poolSize ?? 10;
  return {
    environment,
    host: set.HOST ?? server.host ?? (environment === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: set.PORT ?? server.port ?? 1337,
    ...(server.url && { publicUrl: server.url }),
    trustProxy: set.TRUST_PROXY ?? server.proxy ?? false,
    audit: {
      enabled: set.AUDIT ?? server.audit?.enabled ?? true,
      days: set.AUDIT_DAYS ?? server.audit?.days ?? 90,
    },
    ...(databaseUrl !== undefined && { databaseUrl }),
    databasePoolSize,
    load: combineLoad(set, server, databasePoolSize),
    statementTimeoutMs: set.DATABASE_STATEMENT_TIMEOUT ?? database.statementTimeout ?? 30_000,
    preparedStatements: set.DATABASE_PREPARED_STATEMENTS ?? database.preparedStatements ?? true,
    allowNoTransactions: set.MONGO_ALLOW_NO_TRANSACTIONS ?? false,
    rest: {
      prefix: rest.prefix ?? '/api',
      defaultLimit: rest.defaultLimit ?? 25,
      maxLimit: rest.maxLimit ?? 100,
      withCount: rest.withCount ?? true,
    },
    limits: {
      rows: limits.rows ?? defaultLimits.rows,
      textSize: limits.textSize ?? defaultLimits.textSize,
    },
    budget: {
      cost: set.API_COST_LIMIT ?? limits.cost ?? defaultBudget.cost,
      relationDepth: set.API_RELATION_DEPTH ?? limits.relationDepth ?? defaultBudget.relationDepth,
    },
    upload: combineUpload(set, upload),
  };
}

function withReader(values: Values, files: ConfigFiles): Config {
  const { host, port, publicUrl, environment, rest, limits, budget } = values;
  const known = {
    environment,
    server: { host, port, ...(publicUrl && { url: publicUrl }) },
    api: { rest, limits: { ...limits, ...budget } },
  };
  return Object.freeze({ ...values, get: configReader(files, known) });
}
