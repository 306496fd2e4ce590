/** The part of `@strapi/database` that `config/database` of new projects imports. */

import type { Config } from './config.js';

type ClientKind = Config.Database.ClientKind;

const clients: ReadonlySet<unknown> = new Set(['mysql', 'postgres', 'sqlite']);

export const isDatabaseClientKind = (client: unknown): client is ClientKind => clients.has(client);
