/** The parts of `@strapi/database` that projects import: `config/database` of new ones, and hooks their event. */

import type { Config } from './config.js';
import type { Loose } from './content.js';

type ClientKind = Config.Database.ClientKind;

const clients: ReadonlySet<unknown> = new Set(['mysql', 'postgres', 'sqlite']);

export const isDatabaseClientKind = (client: unknown): client is ClientKind => clients.has(client);

/** What hooks of `lifecycles` get, where they name no content-type: `Hooks` of `quire-cms/types` knows the attributes. */
export interface Event {
  readonly action: string;
  readonly model: { readonly uid: string; readonly singularName: string; readonly attributes: Loose };
  params: Loose;
  result?: Loose;
  state: Record<string, Loose>;
}
