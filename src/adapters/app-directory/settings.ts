/** A setting, for documentation and usage. */
export interface Setting {
  /** The environment variable, which goes before the config file. */
  readonly variable?: string;
  /** The key in a file of `config/`. */
  readonly key?: string;
  readonly meaning: string;
  readonly default: string;
}

export const settings: readonly Setting[] = [
  {
    variable: 'HOST',
    key: 'server.host',
    meaning: 'The address to listen on',
    default: '127.0.0.1; 0.0.0.0 with NODE_ENV=production',
  },
  {
    variable: 'PORT',
    key: 'server.port',
    meaning: 'The port to listen on; 0 takes a free one',
    default: '1337',
  },
  {
    key: 'server.url',
    meaning: 'The address that clients use, where a proxy stands before the server',
    default: 'none',
  },
  {
    variable: 'TRUST_PROXY',
    key: 'server.proxy',
    meaning:
      'Whether X-Forwarded-For says where requests come from: true behind one proxy, their number, or their addresses',
    default: 'false',
  },
  {
    variable: 'CORS_ORIGINS',
    key: 'server.cors.origins',
    meaning: 'Origins whose pages browsers let use the API: https://shop.example.org, …, or * for any',
    default: '*',
  },
  {
    variable: 'CORS_CREDENTIALS',
    key: 'server.cors.credentials',
    meaning: 'Whether pages of these origins may send cookies; CORS_ORIGINS then has to name them',
    default: 'false',
  },
  {
    variable: 'CORS_HEADERS',
    key: 'server.cors.headers',
    meaning: 'Names of headers that their requests may have, or * for any',
    default: '*',
  },
  {
    variable: 'AUDIT',
    key: 'server.audit.enabled',
    meaning: 'Whether the server records who wrote what (docs/audit.md)',
    default: 'true',
  },
  {
    variable: 'AUDIT_DAYS',
    key: 'server.audit.days',
    meaning: 'Days that records are kept',
    default: '90',
  },
  {
    variable: 'RATE_LIMIT',
    key: 'plugins.users-permissions.config.ratelimit.enabled',
    meaning: 'Whether requests to the routes that check passwords are limited (docs/rate-limits.md)',
    default: 'true',
  },
  {
    variable: 'RATE_LIMIT_MAX',
    key: 'plugins.users-permissions.config.ratelimit.max',
    meaning: 'Requests of one address to one of these routes in an interval',
    default: '10',
  },
  {
    variable: 'RATE_LIMIT_INTERVAL',
    key: 'plugins.users-permissions.config.ratelimit.interval',
    meaning: 'That interval, in milliseconds',
    default: '60000',
  },
  {
    variable: 'MAX_CONCURRENT_QUERIES',
    key: 'server.maxConcurrentQueries',
    meaning: 'Reads and writes of clients that the database runs at once (docs/overload.md)',
    default: 'two fewer than DATABASE_POOL_SIZE',
  },
  {
    variable: 'QUEUE_TIMEOUT_MS',
    key: 'server.queueTimeoutMs',
    meaning: 'Milliseconds that a request waits for a slot at most, before it is refused with 503',
    default: '1000',
  },
  {
    variable: 'MAX_QUEUED',
    key: 'server.maxQueued',
    meaning: 'Reads and writes of one client that wait at most',
    default: '100',
  },
  {
    variable: 'READ_TIMEOUT_MS',
    key: 'server.readTimeoutMs',
    meaning: 'Milliseconds that the reads of one request may take together',
    default: '4000',
  },
  {
    variable: 'MAX_REQUESTS',
    key: 'server.maxRequests',
    meaning: 'Requests in progress at most; half of them for one address',
    default: '256',
  },
  {
    variable: 'MAX_BUFFERED_BYTES',
    key: 'server.maxBufferedBytes',
    meaning: 'Bytes of answers that clients have not read yet, of all connections together',
    default: '67108864',
  },
  {
    variable: 'SEND_TIMEOUT_MS',
    key: 'server.sendTimeoutMs',
    meaning: 'Milliseconds after which a client that reads nothing of its answer is disconnected',
    default: '30000',
  },
  {
    variable: 'HEADERS_TIMEOUT_MS',
    key: 'server.headersTimeoutMs',
    meaning: 'Milliseconds in which the headers of a request have to arrive',
    default: '15000',
  },
  {
    variable: 'BODY_TIMEOUT_MS',
    key: 'server.bodyTimeoutMs',
    meaning: 'Milliseconds in which a body has to end, or to arrive at MIN_BODY_BYTES_PER_SECOND',
    default: '30000',
  },
  {
    variable: 'MIN_BODY_BYTES_PER_SECOND',
    key: 'server.minBodyBytesPerSecond',
    meaning: 'Bytes a second at which a body that takes longer has to arrive',
    default: '10000',
  },
  {
    variable: 'IDLE_TIMEOUT_MS',
    key: 'server.idleTimeoutMs',
    meaning: 'Milliseconds that a connection stays open between requests',
    default: '60000',
  },
  {
    variable: 'PASSWORD_MIN_LENGTH',
    key: 'plugins.users-permissions.config.passwords.minLength',
    meaning: 'Characters that a new password has at least, 6 to 256',
    default: '8',
  },
  {
    variable: 'PASSWORD_REFUSE_COMMON',
    key: 'plugins.users-permissions.config.passwords.refuseCommon',
    meaning: 'Whether the most common passwords are refused as new ones',
    default: 'true',
  },
  {
    variable: 'SIGN_IN_ATTEMPTS',
    key: 'plugins.users-permissions.config.attempts.max',
    meaning:
      'Attempts with the password of one account in an interval, from all addresses; 0 for any number (docs/rate-limits.md)',
    default: '10',
  },
  {
    variable: 'SIGN_IN_ATTEMPTS_INTERVAL',
    key: 'plugins.users-permissions.config.attempts.interval',
    meaning: 'That interval, in milliseconds',
    default: '900000',
  },
  {
    variable: 'DATABASE_URL',
    key: 'database.url',
    meaning: 'The database: postgres://… or mongodb://…, each user:password@host:port/database, or memory:',
    default: 'the built-in PostgreSQL',
  },
  {
    variable: 'DATABASE_POOL_SIZE',
    key: 'database.poolSize',
    meaning: 'Connections to the database at most',
    default: '10',
  },
  {
    variable: 'DATABASE_STATEMENT_TIMEOUT',
    key: 'database.statementTimeout',
    meaning: 'Milliseconds that one statement may take; 0 for no limit',
    default: '30000',
  },
  {
    variable: 'DATABASE_PREPARED_STATEMENTS',
    key: 'database.preparedStatements',
    meaning:
      'Whether statements are prepared by name; false behind a pooler that shares connections between transactions',
    default: 'true',
  },
  {
    variable: 'MONGO_ALLOW_NO_TRANSACTIONS',
    meaning:
      'Whether a MongoDB without transactions is used, where a crash can leave a part of a write behind',
    default: 'false',
  },
  {
    variable: 'JWT_SECRET',
    key: 'plugins.users-permissions.config.jwtSecret',
    meaning: 'The secret that sessions of users are signed with, the same for all servers (docs/accounts.md)',
    default: 'made once and kept in .quire/; production has to set it',
  },
  {
    variable: 'MAIL_URL',
    meaning: 'The mail server: smtp://user:password@host:port, or smtps://…',
    default: 'none: mails are logged, in production not sent',
  },
  {
    variable: 'MAIL_FROM',
    meaning: 'Who mails come from',
    default: 'Quire <no-reply@localhost>',
  },
  {
    variable: 'NODE_ENV',
    meaning: 'development, production or another name; also chooses config/env/<name>/',
    default: 'development',
  },
  { key: 'api.rest.prefix', meaning: 'The path before all routes of the content API', default: '/api' },
  {
    key: 'api.rest.defaultLimit',
    meaning: 'Documents of a list where the request names no number',
    default: '25',
  },
  { key: 'api.rest.maxLimit', meaning: 'Documents of a list at most', default: '100' },
  {
    key: 'api.rest.withCount',
    meaning: 'Whether lists have the total where the request does not say',
    default: 'true',
  },
  {
    key: 'api.limits.rows',
    meaning: 'Rows of one list at most, also of a populated relation',
    default: '10000',
  },
  { key: 'api.limits.textSize', meaning: 'Characters of one answer at most', default: '8388608' },
  {
    variable: 'API_COST_LIMIT',
    key: 'api.limits.cost',
    meaning:
      'What one request may cost, in units of about 5 µs of the database (docs/rest.md, "What a request may cost")',
    default: '300000',
  },
  {
    variable: 'API_RELATION_DEPTH',
    key: 'api.limits.relationDepth',
    meaning: 'Relations that one request may follow one after the other',
    default: '6',
  },
  {
    variable: 'FILES_URL',
    key: 'plugins.upload.config.provider',
    meaning: 'Where uploaded files are kept: a folder, or s3://bucket/folder?region=… (docs/media.md)',
    default: 'public/uploads',
  },
  {
    variable: 'AWS_ACCESS_KEY_ID',
    meaning: 'The key for the bucket, with AWS_SECRET_ACCESS_KEY',
    default: "what AWS's own tools find: a profile, the machine's role",
  },
  { variable: 'AWS_SECRET_ACCESS_KEY', meaning: 'The secret of that key', default: 'none' },
  { variable: 'AWS_SESSION_TOKEN', meaning: 'The session token of a temporary key', default: 'none' },
  { variable: 'AWS_REGION', meaning: 'Where the bucket is, unless FILES_URL says', default: 'us-east-1' },
  {
    variable: 'UPLOAD_SIZE_LIMIT',
    key: 'plugins.upload.config.sizeLimit',
    meaning: 'Bytes of an uploaded file at most',
    default: '209715200',
  },
  { key: 'plugins.upload.config.maxFiles', meaning: 'Files of one upload at most', default: '100' },
  {
    variable: 'UPLOAD_MAX_PIXELS',
    key: 'plugins.upload.config.maxPixels',
    meaning: 'Pixels of an uploaded picture at most, in all its pages together',
    default: '50000000',
  },
  {
    variable: 'UPLOAD_DECODERS',
    key: 'plugins.upload.config.decoders',
    meaning: 'Pictures that are decoded at once, each in its own process',
    default: '1',
  },
  {
    key: 'plugins.upload.config.breakpoints',
    meaning: 'The longest side of each smaller picture that is made, by name',
    default: 'small 500, medium 750, large 1000',
  },
  {
    key: 'plugins.graphql.enabled',
    meaning: 'Whether there is a GraphQL endpoint; its other settings stand in docs/graphql.md',
    default: 'true',
  },
];
