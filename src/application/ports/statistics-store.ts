import type { Statistics } from '../../domain/plan/statistics.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

/** Measures how much is stored. */
export interface StatisticsStore {
  /**
   * Returns the current number of versions of every content-type and the fan-outs of every link: exact for small
   * tables, estimated from a sample of a few hundred links for large ones. Cheap for the database, but too slow for use
   * within a request.
   *
   * `grown` are types with many writes since the last measure. If the database plans by statistics of its own, they are made
   * anew for these types.
   */
  measure(grown?: ReadonlySet<Uid>): Promise<Result<Statistics>>;
}
