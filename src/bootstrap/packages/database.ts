/** The part of `@strapi/database` that `config/database` of new projects imports. */

const clients: ReadonlySet<unknown> = new Set(['mysql', 'postgres', 'sqlite']);

export const isDatabaseClientKind = (client: unknown): client is 'mysql' | 'postgres' | 'sqlite' =>
  clients.has(client);
