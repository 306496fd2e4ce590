import type { Document } from '../../../application/ports/document-store.js';
import { failure } from '../../../domain/failure.js';
import { codePrincipal } from '../../../domain/permission/permission.js';
import { compares, compareValues } from '../../../domain/plan/compare-values.js';
import { planRead } from '../../../domain/plan/plan-read.js';
import type { Order, Predicate } from '../../../domain/plan/read-plan.js';
import type { Query } from '../../../domain/query/query.js';
import type { Json, Schema } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';
import type { GrantRow } from './grant-rows.js';

const limits = { rows: 1_000_000, textSize: 1_000_000_000 };

/** Finds and sorts grants as a plan says, without its range. */
export function selectGrants(schema: Schema, rows: readonly GrantRow[], query: Query): readonly GrantRow[] {
  const { where, order } = valueOf(planRead(schema, query, codePrincipal, limits));
  return rows
    .filter((grant) => where === null || fits(grant, where))
    .sort((left, right) => compareGrants(order, left, right));
}

function fits(grant: GrantRow, predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'and':
      return predicate.predicates.every((each) => fits(grant, each));
    case 'or':
      return predicate.predicates.some((each) => fits(grant, each));
    case 'compare':
      return compares(
        grant.row[predicate.field.name] ?? null,
        predicate.field,
        predicate.comparison,
        predicate.negated,
      );
    case 'related': {
      const { where } = predicate.target;
      if (predicate.relation.name !== 'role') throw tooFar();
      return (where === null || fits({ row: grant.role, role: grant.role }, where)) !== predicate.negated;
    }
    default:
      throw tooFar();
  }
}

const tooFar = (): AppError =>
  new AppError(
    failure('QUERY.INVALID', 'Permissions are found by their own attributes and those of their role'),
  );

/** Nulls are greater than every value, as in stores. */
function compareGrants(order: readonly Order[], left: GrantRow, right: GrantRow): number {
  for (const { hops, field, direction } of order) {
    const valueIn = ({ row, role }: GrantRow): Json =>
      (hops.length === 0 ? row : roleAfter(hops, role))[field.name] ?? null;
    const [one, other] = [valueIn(left), valueIn(right)];
    const compared =
      one === null || other === null
        ? Number(one === null) - Number(other === null)
        : compareValues(field, one, other);
    if (compared !== 0) return direction === 'asc' ? compared : -compared;
  }
  return 0;
}

function roleAfter(hops: Order['hops'], role: Document): Document {
  const [hop, ...more] = hops;
  if (hop?.kind !== 'relation' || hop.relation.name !== 'role' || more.length > 0) throw tooFar();
  return role;
}
