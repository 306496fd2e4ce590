import type { Statistics } from '../../domain/plan/statistics.js';
import type { Result } from '../../domain/result.js';

/** Measures how much is stored. */
export interface StatisticsStore {
  /**
   * The versions of every content-type and the fan-outs of every link of the schema, as they are now: exact for small
   * tables, and estimated for large ones from a sample of a few hundred links. Cheap for the database, but too slow to
   * run within a request.
   */
  measure(): Promise<Result<Statistics>>;
}
