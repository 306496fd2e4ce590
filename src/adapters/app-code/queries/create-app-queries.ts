import { createDatabaseQueries, type QueriesDependencies } from './create-database-queries.js';
import {
  createEntityService,
  type EntitiesDependencies,
  type EntityService,
} from './create-entity-service.js';
import type { RowQuery } from './row-query.js';

/** The sections of the `strapi` object that query rows (docs/queries.md). */
export interface AppQueries {
  readonly db: {
    /** Returns the rows of a content-type. Available from `bootstrap` on. */
    query(uid: string): RowQuery;
  };
  /** The same as `db.query`. */
  query(uid: string): RowQuery;
  readonly entityService: EntityService;
}

export function createAppQueries(dependencies: QueriesDependencies & EntitiesDependencies): AppQueries {
  const query = createDatabaseQueries(dependencies);
  return { db: { query }, query, entityService: createEntityService(dependencies) };
}
