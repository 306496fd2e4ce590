import { isDatabaseClientKind } from '@strapi/database';
import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  if (!isDatabaseClientKind(client)) throw new Error(`${client.toUpperCase()} is not supported`);

  const port = env.int('DATABASE_PORT', 5432);
  const ssl = env.bool('DATABASE_SSL', false) && {
    ca: env('DATABASE_SSL_CA', undefined),
    rejectUnauthorized: env.bool('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
  };
  const pool = { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 10) };
  const connections: Record<Core.Config.Database.ClientKind, Core.Config.Database['connection']> = {
    mysql: { client: 'mysql', connection: { host: env('DATABASE_HOST', 'localhost'), port, ssl }, pool },
    postgres: { client: 'postgres', connection: { connectionString: env('DATABASE_URL'), port, ssl }, pool },
    sqlite: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true },
  };
  return { connection: { ...connections[client], acquireConnectionTimeout: 60_000 } };
};

export const one: Core.Config.Database<'postgres'>['connection'] = { client: 'postgres' };
// @ts-expect-error It is another client.
export const other: Core.Config.Database<'postgres'> = { connection: { client: 'sqlite' } };

export default config;
