import { ok, type Result } from '../../../../domain/result.js';
import type { Log } from '../../../../application/ports/log.js';
import { openConnection, type Connection, type ConnectionOptions } from '../connection.js';
import { hostOf } from '../host-of.js';
import { openReplicaSet, type ReplicaSet } from './replica-set.js';

export interface OpeningReplicas extends Pick<
  ConnectionOptions,
  'poolSize' | 'statementTimeoutMs' | 'preparedStatements' | 'log' | 'observations'
> {
  readonly urls: readonly string[];
  readonly maxLagMs: number;
}

/** A read that waits for replay, which changes its table, is asked of the primary soon. */
const lockTimeoutMs = 200;

/** A loss is logged once, as that of the replica. */
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Null if there are no addresses. */
export async function openReplicas(
  primary: Connection,
  { urls, maxLagMs, log, observations, ...options }: OpeningReplicas,
): Promise<Result<ReplicaSet | null>> {
  if (urls.length === 0) return ok(null);
  // The metrics of the pool are those of the primary.
  const observed = { ...observations, addSource() {} };
  const replicas = urls.map((url) => ({
    name: hostOf(url),
    connect: () =>
      openConnection({
        ...options,
        url,
        urlSetting: 'DATABASE_REPLICA_URLS',
        lockTimeoutMs,
        log: silent,
        observations: observed,
      }),
  }));
  return openReplicaSet({ primary, replicas, maxLagMs, log, observations });
}
