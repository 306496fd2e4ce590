import { expect } from 'chai';
import { createAppConfig } from '../../../../src/adapters/app-code/create-app-config.js';
import { decodeConfig, type Config } from '../../../../src/adapters/app-directory/config.js';
import { settings } from '../../../../src/adapters/app-directory/settings.js';
import { faultsOf, valueOf } from './app-folder.js';

type Sections = Readonly<Record<string, unknown>>;

const filesOf = (sections: Sections) => ({
  notes: [],
  sections: new Map(
    Object.entries(sections).map(([name, value]) => [name, { file: `config/${name}.js`, value }]),
  ),
});

const decode = (environment: Readonly<Record<string, string>>, sections: Sections = {}) =>
  decodeConfig(environment, filesOf(sections));

const config = (...given: Parameters<typeof decode>): Config => valueOf(decode(...given));

const databaseUrl = (connection: unknown): string | undefined =>
  config({}, { database: { connection } }).databaseUrl;

const unsaidCors = { methods: null, exposed: [], maxAgeSeconds: null };

describe('settings', () => {
  it('have defaults', () => {
    const {
      tree: _tree,
      upload: _upload,
      accounts: _accounts,
      graphql: _graphql,
      load: _load,
      observe: _observe,
      ...values
    } = config({});
    expect(values).to.deep.equal({
      environment: 'development',
      admin: {
        enabled: true,
        path: '/admin',
        environmentColor: 'gray',
        providerLinks: false,
        preview: { enabled: true, lifetimeSeconds: 3600 },
      },
      host: '127.0.0.1',
      port: 1337,
      trustProxy: false,
      cron: { enabled: false },
      cors: { origins: null, credentials: false, headers: null, ...unsaidCors },
      audit: { enabled: true, days: 90 },
      webhooks: { populateRelations: true, timeoutMs: 10_000, days: 14 },
      changeLog: { days: 7 },
      history: { enabled: true },
      cache: { enabled: false, maxBytes: 67_108_864 },
      liveChanges: { enabled: true, maxListeners: 5000, maxListenersPerCaller: 100 },
      rateLimit: { enabled: true, windowMs: 60_000, max: 10 },
      databasePoolSize: 10,
      replicas: { maxLagMs: 10_000 },
      isWorker: false,
      statementTimeoutMs: 30_000,
      preparedStatements: true,
      indexes: { mode: 'auto', perType: 4 },
      allowNoTransactions: false,
      rest: { prefix: '/api', defaultLimit: 25, maxLimit: 100, withCount: true },
      limits: { rows: 10_000, textSize: 8_388_608 },
      middlewares: { warnings: [] },
      minGroupSize: 1,
      budget: { cost: 240_000, relationDepth: 6 },
    });
  });

  it('of load have defaults, and leave connections to units of work and to the server itself', () => {
    const defaults = {
      maxConcurrentQueries: 7,
      unitsAtOnce: 2,
      queueTimeoutMs: 1_000,
      maxQueued: 100,
      readTimeoutMs: 4_000,
      maxRequests: 256,
      maxBufferedBytes: 64 * 1024 * 1024,
      sendTimeoutMs: 30_000,
      headersTimeoutMs: 15_000,
      bodyTimeoutMs: 30_000,
      minBodyBytesPerSecond: 10_000,
      idleTimeoutMs: 60_000,
    };
    expect(config({}).load).to.deep.equal(defaults);
    const shares = (DATABASE_POOL_SIZE: string, more = {}) => {
      const { maxConcurrentQueries, unitsAtOnce } = config({ DATABASE_POOL_SIZE, ...more }).load;
      return [maxConcurrentQueries, unitsAtOnce];
    };
    expect(['1', '3', '5', '7', '8', '30'].map((size) => shares(size))).to.deep.equal([
      [1, 1],
      [1, 1],
      [3, 1],
      [5, 1],
      [5, 2],
      [27, 2],
    ]);
    expect(shares('10', { MAX_CONCURRENT_QUERIES: '9' })).to.deep.equal([9, 1]);
    expect(shares('10', { MAX_CONCURRENT_QUERIES: '4' })).to.deep.equal([4, 2]);
    const files = { server: { queueTimeoutMs: 5, maxRequests: 7 } };
    expect(config({ QUEUE_TIMEOUT_MS: '6' }, files).load).to.deep.equal({
      ...defaults,
      queueTimeoutMs: 6,
      maxRequests: 7,
    });
  });

  it('listen on every address in production only', () => {
    expect(config({ NODE_ENV: 'production' })).to.include({ environment: 'production', host: '0.0.0.0' });
    expect(config({ NODE_ENV: 'test' })).to.include({ host: '127.0.0.1' });
  });

  it('share the connections among several processes', () => {
    const given = { QUIRE_WORKER: '2/4', MAX_CONCURRENT_QUERIES: '6' };
    const { databasePoolSize, load, isWorker } = config(given);
    expect([databasePoolSize, load.maxConcurrentQueries, isWorker]).to.deep.equal([3, 1, true]);
    const shares = ['1/2', '1/3', '1/4', '1/8'].map(
      (QUIRE_WORKER) => config({ QUIRE_WORKER }).databasePoolSize,
    );
    expect(shares).to.deep.equal([5, 3, 3, 3]);
  });

  it('come from the config files, and from the environment first', () => {
    const files = {
      server: {
        host: '::1',
        port: '8080',
        url: 'https://content.example.org',
        proxy: true,
        audit: { enabled: false, days: 7 },
        cors: { origins: 'https://shop.example', credentials: true },
      },
      plugins: {
        'users-permissions': { config: { ratelimit: { enabled: 'off', interval: { min: 5 }, max: 3 } } },
      },
      database: {
        url: 'postgres://a/b',
        poolSize: 3,
        statementTimeout: 0,
        preparedStatements: false,
      },
      api: {
        rest: { prefix: '', defaultLimit: 5, maxLimit: 50, withCount: false },
        limits: { rows: 7, textSize: 8, cost: 9, relationDepth: 10 },
        aggregate: { minGroupSize: 5 },
      },
    };
    const {
      tree: _tree,
      upload: _upload,
      accounts,
      graphql: _graphql,
      load: _load,
      observe: _observe,
      ...values
    } = config({ JWT_SECRET: 'secret' }, files);
    expect(values).to.deep.equal({
      environment: 'development',
      admin: {
        enabled: true,
        path: '/admin',
        environmentColor: 'gray',
        providerLinks: false,
        preview: { enabled: true, lifetimeSeconds: 3600 },
      },
      host: '::1',
      port: 8080,
      publicUrl: 'https://content.example.org',
      trustProxy: 1,
      cron: { enabled: false },
      cors: { origins: ['https://shop.example'], credentials: true, headers: null, ...unsaidCors },
      audit: { enabled: false, days: 7 },
      changeLog: { days: 7 },
      history: { enabled: true },
      cache: { enabled: false, maxBytes: 67_108_864 },
      liveChanges: { enabled: true, maxListeners: 5000, maxListenersPerCaller: 100 },
      webhooks: { populateRelations: true, timeoutMs: 10_000, days: 14 },
      rateLimit: { enabled: false, windowMs: 300_000, max: 3 },
      databaseUrl: 'postgres://a/b',
      databasePoolSize: 3,
      replicas: { maxLagMs: 10_000 },
      isWorker: false,
      statementTimeoutMs: 0,
      preparedStatements: false,
      indexes: { mode: 'auto', perType: 4 },
      allowNoTransactions: false,
      rest: { prefix: '', defaultLimit: 5, maxLimit: 50, withCount: false },
      limits: { rows: 7, textSize: 8 },
      middlewares: { warnings: [] },
      minGroupSize: 5,
      budget: { cost: 9, relationDepth: 10 },
    });
    expect(accounts.jwtSecret).to.equal('secret');
    const environment = {
      HOST: '0.0.0.0',
      PORT: '0',
      TRUST_PROXY: '2',
      AUDIT: 'on',
      AUDIT_DAYS: '30',
      RATE_LIMIT: 'true',
      RATE_LIMIT_INTERVAL: '1000',
      RATE_LIMIT_MAX: '5',
      DATABASE_URL: 'memory:',
      DATABASE_POOL_SIZE: '4',
      DATABASE_STATEMENT_TIMEOUT: '1',
      API_COST_LIMIT: '3',
      API_RELATION_DEPTH: '4',
      DATABASE_PREPARED_STATEMENTS: 'true',
    };
    const set = config(environment, files);
    expect(set).to.include({
      host: '0.0.0.0',
      port: 0,
      trustProxy: 2,
      databaseUrl: 'memory:',
      databasePoolSize: 4,
      isWorker: false,
      statementTimeoutMs: 1,
      preparedStatements: true,
    });
    expect(set.budget).to.deep.equal({ cost: 3, relationDepth: 4 });
    expect(set.audit).to.deep.equal({ enabled: true, days: 30 });
    expect(set.rateLimit).to.deep.equal({ enabled: true, windowMs: 1000, max: 5 });
  });

  it('name replicas in a list, or with commas between', () => {
    const urls = ['postgres://a/d', 'postgres://b/d'];
    expect(config({ DATABASE_REPLICA_URLS: `${urls.join(', ')},` }).replicas.urls).to.deep.equal(urls);
    expect(config({}, { database: { replicaUrls: urls } }).replicas.urls).to.deep.equal(urls);
  });

  it('say in several words whose X-Forwarded-For counts', () => {
    const proxy = (raw: unknown) => config({}, { server: { proxy: raw } }).trustProxy;
    const given = [true, false, { koa: true }, { koa: false }, { global: 'http://a' }, 0, 3, '127.0.0.1'];
    expect(given.map(proxy)).to.deep.equal([1, false, 1, false, false, false, 3, '127.0.0.1']);
    expect(proxy('10.0.0.0/8,loopback, 2001:db8::/32')).to.equal('10.0.0.0/8, loopback, 2001:db8::/32');
    for (const wrong of [
      'everybody',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      -1,
      1.5,
      100,
      { koas: true },
      [],
      '1.2.3',
    ])
      expect(faultsOf(decode({}, { server: { proxy: wrong } })), JSON.stringify(wrong)).to.have.length(1);
  });

  it('say in milliseconds, or in larger units, how long requests are counted', () => {
    const decoded = (interval: unknown) =>
      decode({}, { plugins: { 'users-permissions': { config: { ratelimit: { interval } } } } });
    expect(valueOf(decoded({ min: 1, sec: 30 })).rateLimit.windowMs).to.equal(90_000);
    expect(valueOf(decoded('2000')).rateLimit.windowMs).to.equal(2000);
    for (const wrong of [0, -1, {}, { min: '5' }, { years: 1 }, { day: 100 }, '5m'])
      expect(faultsOf(decoded(wrong))[0], JSON.stringify(wrong)).to.match(
        /^config\/plugins\.js users-permissions\.config\.ratelimit\.interval: must be /,
      );
  });

  it('are unset where a variable is empty or a key is null', () => {
    expect(
      config({ HOST: '', PORT: '', DATABASE_URL: '' }, { server: { host: null, port: undefined } }),
    ).to.include({ host: '127.0.0.1', port: 1337 });
  });

  it('tolerate what existing projects have for things that are not here', () => {
    const files = {
      server: {
        host: '0.0.0.0',
        port: 1337,
        url: '',
        app: { keys: ['a'] },
        webhooks: { populateRelations: false },
        emitErrors: false,
        proxy: true,
      },
      api: {
        rest: { defaultLimit: 25, strictParams: true },
        responses: { privateAttributes: [] },
        documents: {},
      },
      database: {
        settings: { runMigrations: true },
        connection: {
          client: 'postgres',
          connection: {},
          acquireConnectionTimeout: 60000,
          debug: false,
          pool: { min: 2, max: 6 },
        },
      },
      admin: { auth: { secret: 'x' } },
      plugins: { graphql: { enabled: true } },
      middlewares: ['strapi::errors'],
    };
    expect(config({}, files)).to.include({ host: '0.0.0.0', databasePoolSize: 6 });
  });
});

describe('config.get', () => {
  it('reads the config files, with the settings in their places', () => {
    const { tree } = config(
      { PORT: '5' },
      { server: { port: 1, app: { keys: ['a', 'b'] } }, custom: { deep: { zero: 0, none: null } } },
    );
    const { get } = createAppConfig(tree, () => undefined);
    expect(get('server.port')).to.equal(5);
    expect(get('server.host')).to.equal('127.0.0.1');
    expect(get('server.app.keys')).to.deep.equal(['a', 'b']);
    expect(get('server')).to.deep.equal({ port: 5, host: '127.0.0.1', url: '', app: { keys: ['a', 'b'] } });
    expect(get(['custom', 'deep', 'zero'])).to.equal(0);
    expect(get('custom.deep.nope', 'otherwise')).to.equal('otherwise');
    expect(get('custom.deep.none', 'otherwise')).to.equal('otherwise');
    expect(get('api.rest.maxLimit')).to.equal(100);
    expect(get('environment')).to.equal('development');
    expect(get('custom.constructor')).to.equal(undefined);
    expect(get('__proto__.toString')).to.equal(undefined);
  });
});

describe('wrong settings', () => {
  const wrong: readonly [Readonly<Record<string, string>>, Sections, string][] = [
    [{ PORT: 'abc' }, {}, 'environment PORT: must be a port from 0 to 65535, but is "abc"'],
    [{ PORT: '65536' }, {}, 'environment PORT: must be a port from 0 to 65535, but is "65536"'],
    [{ HOST: 'a b' }, {}, 'environment HOST: must be a host name or an address, but is "a b"'],
    [
      { DATABASE_REPLICA_URLS: 'postgres://u:hidden@h/d, mysql://h/d' },
      {},
      'environment DATABASE_REPLICA_URLS: must be addresses such as postgres://user:password@host:port/database, with commas between',
    ],
    [
      { DATABASE_POOL_SIZE: '0' },
      {},
      'environment DATABASE_POOL_SIZE: must be a whole number from 1 to 1000, but is "0"',
    ],
    [
      { DATABASE_STATEMENT_TIMEOUT: '30s' },
      {},
      'environment DATABASE_STATEMENT_TIMEOUT: must be a whole number of milliseconds from 0 (no limit) to 2000000000, but is "30s"',
    ],
    [
      { DATABASE_STATEMENT_TIMEOUT: '2147483647' },
      {},
      'environment DATABASE_STATEMENT_TIMEOUT: must be a whole number of milliseconds from 0 (no limit) to 2000000000, but is "2147483647"',
    ],
    [
      { READ_TIMEOUT_MS: '2147483647' },
      {},
      'environment READ_TIMEOUT_MS: must be a whole number of milliseconds from 1 to 2000000000, but is "2147483647"',
    ],
    [
      { READ_CACHE_BYTES: '9007199254740992' },
      {},
      'environment READ_CACHE_BYTES: must be a whole number of bytes from 1 to 9007199254740991, but is "9007199254740992"',
    ],
    [
      { DATABASE_PREPARED_STATEMENTS: 'maybe' },
      {},
      'environment DATABASE_PREPARED_STATEMENTS: must be true or false, but is "maybe"',
    ],
    [
      { DATABASE_URL: 'mysql://u:hidden@h/d' },
      {},
      'environment DATABASE_URL: must be postgres://user:password@host:port/database, mongodb://user:password@host:port/database, or memory:',
    ],
    [
      { DATABASE_URL: 'mongodb+srv://u:hidden@h' },
      {},
      'environment DATABASE_URL: must name the database too: mongodb://user:password@host:port/database',
    ],
    [
      { DATABASE_URL: 'postgres://u:hidden@h/d?sslmode=requird' },
      {},
      'environment DATABASE_URL: has the unknown sslmode "requird": known are disable, no-verify, prefer, require, verify-ca, verify-full',
    ],
    [
      { DATABASE_REPLICA_URLS: 'postgres://h/d,postgres://u:hidden@h/d?sslMode=require' },
      {},
      'environment DATABASE_REPLICA_URLS: has the unknown parameter "sslMode": there are sslmode, sslrootcert, sslcert, sslkey, sslnegotiation, ssl',
    ],
    [{ JWT_SECRET: ' ' }, {}, 'environment JWT_SECRET: must be a text that is not empty'],
    [{}, { server: { port: 1.5 } }, 'config/server.js port: must be a port from 0 to 65535, but is 1.5'],
    [
      { PORT: '1' },
      { server: { port: -1 } },
      'config/server.js port: must be a port from 0 to 65535, but is -1',
    ],
    [
      {},
      { server: { url: 'ftp://x' } },
      'config/server.js url: must be a URL such as "https://content.example.org", or "", but is "ftp://x"',
    ],
    [{}, { server: [] }, 'config/server.js : must be an object, but is []'],
    [
      {},
      { api: { rest: { maxLimit: 0 } } },
      'config/api.js rest.maxLimit: must be a whole number from 1 to 2147483647, but is 0',
    ],
    [
      {},
      { api: { rest: { prefix: 'api' } } },
      'config/api.js rest.prefix: must be a path such as "/api", or "" for none, but is "api"',
    ],
    [{}, { api: { rest: 5 } }, 'config/api.js rest: must be an object, but is 5'],
    [
      {},
      { api: { limits: { depth: 5 } } },
      'config/api.js limits.depth: is no setting of this section: it has rows, textSize, cost, relationDepth',
    ],
    [
      {},
      { database: { url: 5 } },
      'config/database.js url: must be postgres://user:password@host:port/database, mongodb://user:password@host:port/database, or memory:',
    ],
  ];
  for (const [environment, files, fault] of wrong) {
    it(`name the key and where it stands: ${fault}`, () => {
      expect(faultsOf(decode(environment, files))).to.deep.equal([fault]);
    });
  }

  it('are listed all at once', () => {
    expect(
      faultsOf(
        decode({ PORT: 'x', HOST: '/' }, { server: { x: 1, host: 2 }, api: { limits: { y: 1 } } }),
      ).map((line) => line.split(':')[0]),
    ).to.deep.equal([
      'environment HOST',
      'environment PORT',
      'config/server.js host',
      'config/api.js limits.y',
    ]);
  });
});

const connect = (connection: object, more: object = {}) =>
  databaseUrl({ client: 'postgres', connection, ...more });

describe('the connection of config/database.js', () => {
  it('becomes a URL', () => {
    expect(
      connect({
        host: 'db',
        port: 5433,
        database: 'my db',
        user: 'me@x',
        password: 'p:/w',
        ssl: false,
        schema: 'public',
      }),
    ).to.equal('postgres://me%40x:p%3A%2Fw@db:5433/my%20db');
    expect(connect({ database: 'd', user: 'u', password: '' })).to.equal('postgres://u@127.0.0.1:5432/d');
    expect(connect({ host: '::1', database: 'd' })).to.equal('postgres://[::1]:5432/d');
    expect(connect({ connectionString: 'postgres://x/y', host: 'ignored' })).to.equal('postgres://x/y');
    expect(connect({ database: 'd', ssl: true })).to.equal('postgres://127.0.0.1:5432/d?sslmode=verify-full');
    expect(connect({ database: 'd', ssl: { rejectUnauthorized: false, ca: undefined } })).to.equal(
      'postgres://127.0.0.1:5432/d?sslmode=no-verify',
    );
  });

  const refused: readonly [unknown, string][] = [
    [
      { connection: {} },
      'connection.client: is missing: use "postgres", set DATABASE_URL to postgres://…, mongodb://… or memory:, or remove this file to use the built-in PostgreSQL',
    ],
    [
      { client: 'postgres', connection: { prot: 1 } },
      'connection.connection.prot: is no setting of this section: it has connectionString, host, port, database, user, username, password, ssl, schema (did you mean "port"?)',
    ],
    [
      { client: 'postgres', connection: { schema: 'other' } },
      'connection.connection.schema: must be "public": tables stand in no other schema, but is "other"',
    ],
    [
      { client: 'postgres', connection: { ssl: { ca: 'x' } } },
      'connection.connection.ssl: must be true, false, or { rejectUnauthorized } (certificates: DATABASE_URL with sslrootcert), but is {"ca":"x"}',
    ],
    [{ client: 'postgres', connection: { password: 5 } }, 'connection.connection.password: must be a text'],
    [5, 'connection: must be an object, but is 5'],
  ];
  for (const [connection, fault] of refused) {
    it(`is refused: ${fault.slice(0, 70)}`, () => {
      expect(faultsOf(decode({}, { database: { connection } }))).to.deep.equal([
        `config/database.js ${fault}`,
      ]);
    });
  }

  it('is replaced by the built-in PostgreSQL where it is another database, but not in production', () => {
    for (const client of ['sqlite', 'mysql']) {
      const database = {
        connection: { client, connection: { filename: '.tmp/data.db' }, useNullAsDefault: true },
      };
      const { databaseUrl: url, replacedDatabase } = config({}, { database });
      expect([url, replacedDatabase]).to.deep.equal([undefined, client]);
      expect(faultsOf(decode({ NODE_ENV: 'production' }, { database }))).to.deep.equal([
        `config/database.js connection.client: "${client}" is not offered: use "postgres", set DATABASE_URL to postgres://…, mongodb://… or memory:, or remove this file to use the built-in PostgreSQL`,
      ]);
      expect(config({ NODE_ENV: 'production', DATABASE_URL: 'memory:' }, { database })).not.to.have.property(
        'replacedDatabase',
      );
    }
  });

  it('verifies certificates by the name of the mode that does so', () => {
    for (const [mode, expected] of [
      ['require', 'verify-full'],
      ['verify-ca&sslrootcert=/a%20b.pem', 'verify-full&sslrootcert=/a%20b.pem'],
      ['no-verify', 'no-verify'],
      ['require&uselibpqcompat=true', 'require&uselibpqcompat=true'],
    ])
      expect(config({ DATABASE_URL: `postgres://h/d?sslmode=${mode}` }).databaseUrl).to.equal(
        `postgres://h/d?sslmode=${expected}`,
      );
  });

  it('takes every value of ssl that the driver knows', () => {
    for (const value of ['true', '1', '0', 'no-verify']) {
      const url = `postgres://h/d?ssl=${value}`;
      expect(config({ DATABASE_URL: url }).databaseUrl).to.equal(url);
    }
  });

  it('does not matter where DATABASE_URL is set', () => {
    const database = { connection: { client: 'sqlite', connection: { filename: 'x' } } };
    expect(config({ DATABASE_URL: 'memory:' }, { database }).databaseUrl).to.equal('memory:');
  });
});

describe('previews in config/admin', () => {
  const preview = (given: object) =>
    config({}, { admin: { auth: { secret: 'x' }, preview: given } }).admin.preview;

  it('are those of projects for Strapi', () => {
    const handler = (): null => null;
    const given = { enabled: false, config: { allowedOrigins: ['https://a.example/', undefined], handler } };
    expect(preview(given)).to.deep.equal({
      enabled: false,
      origins: ['https://a.example'],
      handler,
      lifetimeSeconds: 3600,
    });
    expect(preview({ config: { allowedOrigins: undefined } })).to.deep.equal({
      enabled: true,
      lifetimeSeconds: 3600,
    });
    const listed = { allowedOrigins: 'https://*.a.example, http://localhost:3000', lifetime: '8h' };
    expect(preview({ config: listed })).to.deep.include({
      origins: ['https://*.a.example', 'http://localhost:3000'],
      lifetimeSeconds: 28_800,
    });
  });

  it('are refused if they could mean more than an origin or an address', () => {
    const faults = (given: object) => faultsOf(decode({}, { admin: { preview: { config: given } } }));
    for (const allowedOrigins of ["https://a.example; script-src 'unsafe-inline'", '*', 'a.example', [1]])
      expect(faults({ allowedOrigins })).to.have.lengthOf(1);
    for (const address of ['/x', 'javascript:alert(1)', 'https://{host}/', 'https://a.example/ b', 5])
      expect(faults({ templates: { 'api::a.a': address } })).to.have.lengthOf(1);
    expect(faults({ handlr: 1 })).to.have.lengthOf(1);
  });
});

describe('the table of settings', () => {
  const takesAnyText = /^(JWT_SECRET|ADMIN_ENVIRONMENT|MAIL_FROM|FILES_URL|AWS_\w+)$/;

  it('names every variable that is read, each with its meaning and default', () => {
    const variables = settings.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
    for (const variable of variables.filter((name) => name !== 'NODE_ENV')) {
      const wrong = decode({ [variable]: takesAnyText.test(variable) ? ' ' : 'not / fitting' });
      expect(faultsOf(wrong)).to.have.lengthOf(1);
    }
    for (const { meaning, default: otherwise } of settings) expect(meaning && otherwise).to.not.equal('');
  });

  it('names the keys of the config files as they are read', () => {
    for (const key of settings.flatMap((one) => one.key ?? [])) {
      const [file = '', ...path] = key.split('.');
      const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), Symbol('not fitting'));
      expect(faultsOf(decode({}, { [file]: value }))[0]).to.match(
        new RegExp(`^config/${file}\\.js ${path.join('\\.')}: must be `),
      );
    }
  });
});
