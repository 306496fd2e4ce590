import * as t from 'io-ts';
import { err, ok, type Result } from '../../domain/result.js';
import { accountsConfig, accountsRefusals, type AccountsConfig } from './accounts-config.js';
import { adminRefusals } from './admin-settings.js';
import { appFailure, type AppFailure } from './app-failure.js';
import { corsConfig, refusalsOfCors, type CorsConfig } from './cors-setting.js';
import type { Environment } from './create-env.js';
import { clientRefusal, defaultPoolSize } from './database-settings.js';
import { graphqlConfig, type GraphqlConfig } from './graphql-settings.js';
import { decodeMiddlewares, type MiddlewareList } from './middleware-list.js';
import type { ConfigFiles } from './read-config.js';
import type { InvalidSetting } from './config-codec.js';
import { createSettingsReader, faultsIn } from './read-settings.js';
import type { Values } from './setting.js';
import { otherKeys, settingTable } from './settings.js';
import { packagePlace, withoutPackageOptions } from './files-place.js';
import { uploadConfig, type UploadConfig } from './upload-settings.js';
import { workerPlace, type WorkerPlace } from './worker-place.js';

type Given = Values<typeof settingTable>;

/** Settings that `Config` has in another form. */
type Converted =
  | 'accounts'
  | 'connection'
  | 'cors'
  | 'databasePoolSize'
  | 'graphql'
  | 'host'
  | 'load'
  | 'sessions'
  | 'upload';

/** All settings of the server, validated. */
export interface Config extends Omit<Given, Converted> {
  readonly host: string;
  /** The database that `config/database` names, if the built-in PostgreSQL stands in for it. */
  readonly replacedDatabase?: string;
  readonly cors: CorsConfig;
  readonly databasePoolSize: number;
  /** Whether this process is one of those that serve the app together; they share the connections to the database. */
  readonly isWorker: boolean;
  readonly load: Given['load'] & {
    readonly maxConcurrentQueries: number;
    /** Units of work of clients that keep a connection between their statements, beside those queries. */
    readonly unitsAtOnce: number;
  };
  readonly graphql: GraphqlConfig;
  readonly upload: UploadConfig;
  readonly accounts: AccountsConfig;
  readonly middlewares: MiddlewareList;
  /** The config files by name, with the settings above in place of theirs, for app code. */
  readonly tree: Tree;
}

const readSettings = createSettingsReader(settingTable, otherKeys);

/** Decodes all settings: from the environment, else from the config files. Fails with every fault. */
export function decodeConfig(environment: Environment, files: ConfigFiles): Result<Config, AppFailure> {
  const { values, faults: wrong } = readSettings(environment, filesToRead(environment, files));
  const list = files.sections.get('middlewares');
  const middlewares = list === undefined ? { refusals: [] } : decodeMiddlewares(list.value);
  const cors = corsConfig(values.cors, middlewares.value?.cors);
  const given = files.sections.get('plugins')?.value;
  const byPackage = t.UnknownRecord.is(given) ? packagePlace(given['upload']) : undefined;
  const upload = uploadConfig(values.upload, byPackage, middlewares.value?.body?.formidable?.maxFileSize);
  const plugins = files.sections.get('plugins')?.file ?? '';
  const together = wrong.some(({ file }) => file === plugins)
    ? []
    : [
        ...('place' in upload ? [] : upload),
        ...accountsRefusals(values.accounts, values.sessions, values.admin.providers),
      ];
  const faults = [
    ...wrong,
    ...faultsIn(plugins, together),
    ...faultsIn(list?.file ?? '', middlewares.refusals),
    ...faultsIn('settings', refusalsOfCors(cors)),
    ...faultsIn('settings', adminRefusals(values.admin, Object.keys(values.accounts.providers ?? {}))),
    ...faultsIn(files.sections.get('database')?.file ?? '', refusalsOfDatabase(values)),
  ];
  if (faults.length > 0 || !('place' in upload)) return err(appFailure('wrong settings', faults));
  const config = {
    ...combine(values, workerPlace(environment)),
    cors,
    upload,
    middlewares: middlewares.value ?? { warnings: [] },
  };
  return ok(withTree(config, files));
}

/** In development the built-in PostgreSQL can take its place; it has no content of production. */
function refusalsOfDatabase({ connection, databaseUrl, environment }: Given): readonly InvalidSetting[] {
  if (connection?.replaced === undefined || databaseUrl !== undefined || environment !== 'production')
    return [];
  const { path, message } = clientRefusal(connection.replaced);
  return [{ path: `connection.${path}`, message }];
}

/** Leaves out plugins that do not exist here, and `connection` if `DATABASE_URL` replaces it. */
function filesToRead(environment: Environment, files: ConfigFiles): ConfigFiles {
  const sections = [...files.sections].map(([name, section]) => {
    const { file, value } = section;
    if (!t.UnknownRecord.is(value)) return [name, section] as const;
    if (name === 'plugins') return [name, { file, value: pluginsIn(value) }] as const;
    const isReplaced = name === 'database' && Boolean(environment['DATABASE_URL']);
    return [name, isReplaced ? { file, value: { ...value, connection: undefined } } : section] as const;
  });
  return { ...files, sections: new Map(sections) };
}

/** `true` and `false` are short for an object with `enabled`. */
function pluginsIn({
  graphql,
  upload,
  'users-permissions': users,
  email,
}: Readonly<Record<string, unknown>>): object {
  const unfolded = (plugin: unknown): unknown => (typeof plugin === 'boolean' ? { enabled: plugin } : plugin);
  return {
    graphql: unfolded(graphql),
    upload: withoutPackageOptions(upload),
    'users-permissions': unfolded(users),
    email: unfolded(email),
  };
}

/** The smallest pool: a connection for a query, one for a unit of work between its statements, and one for the server itself. */
const smallestPool = 3;

/**
 * Shares a pool: one connection is left to authentication and the server's own work, and one, or two of a large pool, to it and
 * to units of work, which keep theirs between their statements.
 */
function sharesOf(
  poolSize: number,
  queries?: number,
): Pick<Config['load'], 'maxConcurrentQueries' | 'unitsAtOnce'> {
  const maxConcurrentQueries = queries ?? Math.max(1, poolSize - (poolSize < 8 ? 2 : 3));
  const unitsAtOnce = Math.min(2, Math.max(1, poolSize - maxConcurrentQueries - 1));
  return { maxConcurrentQueries, unitsAtOnce };
}

type Plain = Omit<Config, 'cors' | 'upload' | 'middlewares' | 'tree'>;

function combine(values: Given, worker: WorkerPlace | undefined): Plain {
  const { accounts, connection, graphql, load, sessions, databaseUrl, publicUrl, ...plain } = values;
  const { cors: _cors, upload: _upload, ...others } = plain;
  const url = databaseUrl ?? connection?.url;
  const isProduction = values.environment === 'production';
  const processes = worker?.of ?? 1;
  const poolSize = values.databasePoolSize ?? connection?.poolSize ?? defaultPoolSize;
  const databasePoolSize =
    processes === 1 ? poolSize : Math.max(smallestPool, Math.floor(poolSize / processes));
  const queries = load.maxConcurrentQueries;
  return {
    ...others,
    host: values.host ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    ...(publicUrl && { publicUrl }),
    ...(url !== undefined && { databaseUrl: url }),
    ...(url === undefined && connection?.replaced && { replacedDatabase: connection.replaced }),
    databasePoolSize,
    isWorker: worker !== undefined,
    load: {
      ...load,
      ...sharesOf(databasePoolSize, queries && Math.max(1, Math.floor(queries / processes))),
    },
    graphql: graphqlConfig(graphql, values.environment),
    accounts: accountsConfig(accounts, sessions),
  };
}

function withTree(values: Omit<Config, 'tree'>, files: ConfigFiles): Config {
  const { host, port, publicUrl, environment, rest, limits, budget, minGroupSize, accounts } = values;
  const secret = accounts.jwtSecret === undefined ? {} : { jwtSecret: accounts.jwtSecret };
  const known: Tree = {
    environment,
    server: { host, port, url: publicUrl ?? '' },
    api: { rest, limits: { ...limits, ...budget }, aggregate: { minGroupSize } },
  };
  const given = Object.fromEntries([...files.sections].map(([name, { value }]) => [name, value]));
  return Object.freeze({
    ...values,
    tree: {
      ...(overlaid({ 'plugin::users-permissions': secret }, pluginSections(given['plugins'])) as Tree),
      ...(overlaid(known, given) as Tree),
    },
  });
}

/** The settings of plugins under the names by which code reads them: `plugin::upload`. */
const pluginSections = (plugins: unknown): Tree =>
  t.UnknownRecord.is(plugins)
    ? Object.fromEntries(
        Object.entries(plugins).flatMap(([name, plugin]) =>
          t.UnknownRecord.is(plugin) && t.UnknownRecord.is(plugin['config'])
            ? [[`plugin::${name}`, plugin['config']]]
            : [],
        ),
      )
    : {};

type Tree = Readonly<Record<string, unknown>>;

/** Merges two objects, with precedence for `over`. */
function overlaid(over: unknown, base: unknown): unknown {
  if (over === undefined || base === undefined) return over ?? base;
  if (!isHolder(over) || !isHolder(base)) return over;
  const members = Object.entries(over).map(([key, value]) => [key, overlaid(value, base[key])]);
  return { ...base, ...Object.fromEntries(members) };
}

const isHolder = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
