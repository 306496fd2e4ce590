import type { Statistics } from '../../domain/plan/statistics.js';
import type { Result } from '../../domain/result.js';

/** Measures how much is stored. */
export interface StatisticsStore {
  /**
   * The versions of every content-type and the fan-outs of every link of the schema, as they are now: exact of small
   * tables, and near of large ones, where a sample of some hundred links is enough. It takes little of the database, but
   * more than a request may wait for.
   */
  measure(): Promise<Result<Statistics>>;
}
