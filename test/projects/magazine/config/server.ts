import cronTasks from './cron-tasks';

export default ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  url: env('PUBLIC_URL', ''),
  app: { keys: env.array('APP_KEYS', ['one', 'two']) },
  webhooks: { populateRelations: env.bool('WEBHOOKS_POPULATE_RELATIONS', false) },
  cron: { enabled: env.bool('CRON_ENABLED', true), tasks: cronTasks },
});
