import type { Env } from '../../adapters/app-directory/create-env.js';
import type { Loose } from './content.js';

/** Settings that may each be unset, as `env` leaves them. Others, which may be those of a plugin, are not typed. */
type Section<Settings> = { [Name in keyof Settings]?: Settings[Name] | undefined } & {
  [name: string]: Loose;
};

type Enabled<Others = object> = Section<{ enabled: boolean } & Others>;

type CronTask = (instance: { strapi: typeof strapi }, date: Date) => unknown;

type ServerSettings = Section<{
  host: string;
  port: number;
  url: string;
  proxy: boolean | number | string | Section<{ koa: boolean | number | string }>;
  app: Section<{ keys: string[] }>;
  cron: Enabled<{ tasks: Record<string, CronTask | { task: CronTask; options: Loose }> }>;
  webhooks: Section<{
    defaultHeaders: Record<string, string>;
    populateRelations: boolean;
    privateHosts: string | string[];
    timeoutMs: number;
    days: number;
  }>;
  audit: Enabled<{ days: number }>;
  changeLog: Section<{ days: number }>;
  history: Enabled;
  cache: Enabled<{ maxBytes: number }>;
  liveChanges: Enabled<{ listeners: number; perCaller: number }>;
  cors: Section<{ origins: string | string[]; credentials: boolean; headers: string | string[] }>;
}>;

/** What `handler` gets of the entry to preview. */
interface Previewed {
  documentId: string;
  locale?: string;
  status?: string;
  token?: string;
}

type AdminSettings = Section<{
  preview: Enabled<{
    config: Section<{
      allowedOrigins: string | (string | undefined)[];
      templates: Record<string, string>;
      // A method, so that the parameters of a project's own may be narrower.
      handler: { of(uid: string, entry: Previewed): Loose }['of'];
      lifetime: number | string;
    }>;
  }>;
}>;

type ApiSettings = Section<{
  rest: Section<{ prefix: string; defaultLimit: number; maxLimit: number; withCount: boolean }>;
  openapi: Section<{ access: 'public' | 'tokens' | 'off' }>;
  limits: Section<{ rows: number; textSize: number; cost: number; relationDepth: number }>;
  aggregate: Section<{ minGroupSize: number }>;
}>;

type Plugins = Record<string, boolean | Enabled<{ resolve: string; config: Loose }>>;

type Client = 'mysql' | 'postgres' | 'sqlite';

type ServerOfDatabase = Section<{
  connectionString: string;
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: boolean | Section<{ rejectUnauthorized: boolean }>;
  schema: string;
}>;

/** The database as projects of Strapi write it, or Quire's own settings of it. */
type DatabaseSettings<Kind extends Client> = Section<{
  connection: Section<{
    client: Kind;
    connection: string | ServerOfDatabase;
    pool: Section<{ min: number; max: number }>;
  }>;
  url: string;
  directUrl: string;
  replicaUrls: string | string[];
  replicaMaxLag: number;
  poolSize: number;
  statementTimeout: number;
  preparedStatements: boolean;
  indexes: 'auto' | 'suggest' | 'off';
  indexesPerType: number;
}>;

/** The files in `config/`. */
export declare namespace Config {
  namespace Shared {
    interface ConfigParams {
      readonly env: Env;
    }
    type ConfigFunction<Settings = Record<string, unknown>> = (params: ConfigParams) => Settings;
    type ConfigExport<Settings = Record<string, unknown>> = ConfigFunction<Settings> | Settings;
  }
  type Admin = AdminSettings;
  type Api = ApiSettings;
  type Database<Kind extends Client = Client> = DatabaseSettings<Kind>;
  namespace Database {
    type ClientKind = Client;
  }
  type Middlewares = (string | { name?: string; resolve?: string; config?: Loose })[];
  type Plugin = Plugins;
  type Server = ServerSettings;
}
