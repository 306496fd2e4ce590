import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import {
  filterFor,
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { planRead } from '../../domain/plan/plan-read.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json, Schema, Uid } from '../../domain/schema/schema.js';
import { defaultLimits } from '../documents/limits.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import type { DeclaredActions } from './declared-actions.js';
import type { GrantLimits } from './grant-records.js';
import { systemQuery } from '../documents/system-query.js';

/** What is needed to interpret grants. */
export interface GrantReading {
  readonly schema: Schema;
  /** Absent: grants cannot have filters, and a stored grant with filters permits nothing. */
  readonly filters: GrantFilters | undefined;
  /** The actions of controllers that can be granted; absent: there are none. */
  readonly declared?: DeclaredActions;
}

/** Returns the permission of a grant with these limits on `type`. Fails if its filters do not fit the schema. */
export function readPermission(
  reading: GrantReading,
  type: Uid,
  { fields, filters }: GrantLimits,
): Result<Permission> {
  if (fields === undefined && filters === undefined) return ok(unlimited);
  const filter = filters === undefined ? ok(null) : readFilter(reading, type, filters);
  if (!filter.ok) return filter;
  return ok({ fields: fields === undefined ? null : new Set(fields), filter: filter.value });
}

/** A placeholder user, to plan a filter with `$me`. */
const somebody: Principal = { ...systemPrincipal, user: { id: 1, documentId: 'a'.repeat(24) } };

/**
 * Validates a filter by planning it with the server's permissions: it may use attributes that the holder of the grant
 * cannot read.
 */
function readFilter({ schema, filters: reader }: GrantReading, type: Uid, filters: Json): Result<Filter> {
  const decoded = reader?.decode(filters) ?? err(failure('INPUT.INVALID', 'Grants have no filters here'));
  if (!decoded.ok) return decoded;
  if (!schema.contentTypes.has(type)) return err(failure('INPUT.INVALID', `There is no ${type}`));
  const tried = filterFor(somebody, { fields: null, filter: decoded.value });
  const query = systemQuery(type, { fields: ['id'], limit: 1, ...(tried !== null && { filters: tried }) });
  const plan = planRead(schema, query, systemPrincipal, defaultLimits);
  if (!plan.ok) return plan;
  return plan.value.where === null ? err(failure('INPUT.INVALID', reason('grant.unrestricted'))) : decoded;
}
