import type { Filter } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';

/** Decodes the filters of grants, which have the form of a request's `filters`. */
export interface GrantFilters {
  /** Fails with a `QUERY.*` code if the syntax is wrong. Does not check that the attributes exist. */
  decode(filters: Json): Result<Filter>;
}
