import type { Filter } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';

/** Reads the filters of grants, which have the form of a request's `filters`. */
export interface GrantFilters {
  /** `QUERY.*` names what is wrong. Whether there are such attributes is another question. */
  decode(filters: Json): Result<Filter>;
}
