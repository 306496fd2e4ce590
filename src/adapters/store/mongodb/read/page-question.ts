import type { Document, Filter } from 'mongodb';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Reader } from './reader.js';
import type { Row } from './row.js';

/** What is asked of the versions that fit `filter`. */
export interface PageQuestion {
  readonly reader: Reader;
  readonly plan: ReadPlan;
  readonly filter: Filter<Document>;
  readonly fields: readonly string[];
  /** What joins add to the rows. */
  readonly stages: readonly Document[];
  readonly offset: number;
  /** One more than the limits allow, where the plan has no limit of its own. */
  readonly limit: number;
}

export interface FoundRows {
  readonly rows: readonly Row[];
  readonly total: number | null;
}
