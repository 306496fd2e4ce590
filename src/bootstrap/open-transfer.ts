import { join } from 'node:path';
import { DatabaseUrl } from '../adapters/app-directory/setting-codecs.js';
import type { OpenTransfer } from '../adapters/delivery/cli/session.js';
import type { Log } from '../application/ports/log.js';
import { createTransfer } from '../application/transfer/create-transfer.js';
import { err, ok } from '../domain/result.js';
import { databaseAddress } from './database-address.js';
import type { OpenApp } from './open-app.js';
import { openMongoStore, openPostgresStore } from './open-store.js';
import type { Problem } from './problem.js';
import type { App } from './read-app.js';
import { tokens } from './tokens.js';

/** Transfers from the database of an app that is open. */
export const transferFrom =
  ({ directory, config, schema }: App, { container, store }: OpenApp, log: Log): OpenTransfer =>
  async (to) => {
    const sourceName =
      config.databaseUrl === undefined
        ? `the built-in PostgreSQL in ${join(directory, '.quire')}`
        : databaseAddress(config.databaseUrl);
    const refusal = refusalOf(to, sourceName);
    if (refusal !== null) return err({ code: 'INPUT.INVALID', message: refusal });
    const open = to.startsWith('mongodb') ? openMongoStore : openPostgresStore;
    const target = await open({ url: to, schema, config, log });
    if (!target.ok) return target;
    const transfer = createTransfer({
      schema,
      source: store,
      target: target.value,
      sourceName,
      clock: container.get(tokens.clock),
      ids: container.get(tokens.ids),
    });
    return ok({ transfer, targetName: databaseAddress(to), close: () => target.value.close() });
  };

/** The address itself may hold a password, and is not told. */
function refusalOf(to: string, sourceName: string): Problem['message'] | null {
  if (to.startsWith('memory:'))
    return '--to memory: has nothing that outlives this command: name a database to keep the copy in';
  if (!DatabaseUrl.is(to))
    return '--to is neither postgres://user:password@host:port/database nor mongodb://user:password@host:port/database';
  return databaseAddress(to) === sourceName ? '--to is the database that the app has already' : null;
}
