import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { RemoteSignal } from '../../../../application/stores/create-change-signal.js';
import type { Connection } from '../connection.js';

const channel = 'quire_changes';
const connectTimeoutMs = 5_000;

/**
 * Carries signals by `NOTIFY`, and hears them on a connection of its own. A writer notifies after its commit: within a
 * transaction `NOTIFY` makes all commits of the database wait for each other. A pooler in transaction mode loses the
 * notifications, and nothing else.
 */
export function createRemoteSignal(connection: Connection, url: string): RemoteSignal {
  const own = randomUUID();
  return {
    tell: () => connection.query({ text: 'SELECT pg_notify($1::text, $2::text)', values: [channel, own] }),
    async hear(heard, lost) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: connectTimeoutMs,
        application_name: 'quire changes',
        keepAlive: true,
      });
      let isEnded = false;
      const end = (): void => {
        isEnded = true;
        client.end().catch(() => {});
      };
      const onLoss = (): void => {
        if (isEnded) return;
        end();
        lost();
      };
      client.on('notification', ({ payload }) => payload !== own && heard());
      try {
        await client.connect();
        client.on('error', onLoss).on('end', onLoss);
        await client.query(`LISTEN ${channel}`);
      } catch (error) {
        end();
        throw error;
      }
      return end;
    },
  };
}
