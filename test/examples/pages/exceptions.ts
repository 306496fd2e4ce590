import type { Block } from './code-blocks.js';

/** Blocks that no test of the pages runs: by page, by what they contain, and why. */
export const exceptions: readonly {
  readonly page: string;
  readonly contains: string;
  readonly reason: string;
}[] = [
  { page: 'README', contains: 'npx quire-cms init', reason: 'installs packages: test/cli/package.test.ts' },
  {
    page: 'getting-started',
    contains: 'npx quire-cms init',
    reason: 'installs packages: test/cli/package.test.ts',
  },
  {
    page: 'installation',
    contains: 'npm install quire-cms',
    reason: 'installs packages: test/cli/package.test.ts',
  },
  { page: 'development', contains: 'quire dev', reason: 'runs until it is ended: test/cli/dev.test.ts' },
  { page: 'backups', contains: 'age -d', reason: 'needs age' },
  { page: 'backups', contains: 'createdb', reason: 'needs the programs of PostgreSQL' },
  { page: 'backups', contains: '10 3 * * *', reason: 'a line for cron' },
  {
    page: 'media',
    contains: "provider: 'cloudinary'",
    reason: 'needs its package: test/app-code/upload-providers.test.ts',
  },
  { page: 'media', contains: 'objectPosition', reason: 'belongs to a front end' },
  { page: 'mongodb', contains: 'mongod --replSet', reason: 'needs the programs of MongoDB' },
  {
    page: 'openapi',
    contains: 'npx openapi-typescript',
    reason: 'needs its package: test/openapi/generated-client.test.ts',
  },
  {
    page: 'openapi',
    contains: "from 'openapi-fetch'",
    reason: 'needs the generated file: test/openapi/generated-client.test.ts',
  },
  {
    page: 'indexes',
    contains: 'quire_auto_places',
    reason: 'figures of one database: test/cli/index-commands.test.ts',
  },
  { page: 'command-line', contains: 'quire init', reason: 'written from the commands' },
  { page: 'deployment', contains: 'FROM node', reason: 'needs a container engine' },
  { page: 'deployment', contains: 'pool_mode', reason: 'of PgBouncer' },
  { page: 'monitoring', contains: 'scrape_configs', reason: 'of Prometheus' },
  {
    page: 'replicas',
    contains: '"replicas"',
    reason: 'needs a replica: test/integration/postgres-replica/serving.test.ts',
  },
  {
    page: 'sign-in-with-providers',
    contains: 'sessionStorage',
    reason: 'runs in a browser: test/bootstrap/sign-in.test.ts',
  },
  {
    page: 'webhooks',
    contains: 'evt_4711',
    reason: 'sent to receivers: test/unit/application/webhooks/tell-webhooks.test.ts',
  },
  {
    page: 'live-changes',
    contains: 'new EventSource',
    reason: 'runs in a browser; the stream itself: test/http/live-changes.test.ts',
  },
  { page: 'live-changes', contains: 'event: change', reason: 'test/http/live-changes.test.ts' },
  {
    page: 'graphql',
    contains: "from 'graphql-sse'",
    reason: 'needs its package: test/graphql/subscriptions.test.ts',
  },
  { page: 'graphql', contains: "from 'graphql-ws'", reason: 'test/graphql/socket-clients.test.ts' },
  { page: 'previews', contains: 'Bearer preview_', reason: 'test/http/admin/previews.test.ts' },
  { page: 'history', contains: '"action": "publish"', reason: 'test/http/history.test.ts' },
  { page: 'transfer', contains: 'only in the source', reason: 'test/cli/transfer.test.ts' },
];

export const exceptionOf = (block: Block) =>
  exceptions.find(({ page, contains }) => block.page === page && block.code.includes(contains));
