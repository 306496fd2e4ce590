import type { Result } from '../result.js';
import type { Schema } from './schema.js';
import type { SchemaSources } from './schema-source.js';

/** Checks the files and resolves them into one frozen `Schema`. Fails with `SCHEMA.INVALID` and every fault in `details.faults`. */
export function buildSchema(_sources: SchemaSources): Result<Schema> {
  throw new Error('being written');
}
