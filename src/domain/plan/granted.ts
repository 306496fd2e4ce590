import { enter, maxNodes, type PlanningScope } from './planning-scope.js';
import { decideTarget, filterFor, systemPrincipal, type Permission } from '../permission/permission.js';
import { scalarOf, type ContentType, type Relation } from '../schema/schema.js';
import { planFilter } from './plan-filter.js';
import type { Predicate } from './read-plan.js';

/**
 * The documents of the scope's type that a permission covers; null: all. The filter is planned with the server's own
 * permissions, because it may use attributes that the principal cannot read. A filter that no longer fits the schema
 * covers nothing. On a type without drafts the filter reads published versions, whatever layer the request reads.
 */
export function granted(scope: PlanningScope, permission: Permission): Predicate | null {
  const filter = filterFor(scope.principal, permission);
  if (filter === null) return null;
  const asServer = {
    ...scope,
    layer: scope.owner.draftAndPublish ? scope.layer : ('published' as const),
    principal: systemPrincipal,
    fields: null,
    grantedTargets: () => null,
    path: [],
    nodes: { left: maxNodes },
  };
  const planned = planFilter(asServer, filter);
  return planned.ok ? planned.value : none(scope.owner);
}

/** The versions that the permission does not cover; null: there are none. */
export function withheld(scope: PlanningScope, permission: Permission): Predicate | null {
  const covered = granted(scope, permission);
  return covered === null ? null : complement(covered);
}

/** Restricts the targets of `relation` to those that the principal may find; null: no restriction. */
export function grantedTargets(scope: PlanningScope, relation: Relation): Predicate | null {
  const permission = decideTarget(scope.principal, scope.schema, relation, scope.layer);
  return permission !== null && permission.filter !== null
    ? granted(enter(scope, relation), permission)
    : null;
}

const none = (type: ContentType): Predicate => ({
  kind: 'compare',
  field: scalarOf(type, 'documentId'),
  comparison: { op: 'in', values: [] },
  negated: false,
});

/**
 * Matches exactly the versions that `predicate` does not match. It is not enough to negate a comparison: for an absent
 * value, neither the comparison nor its negation holds.
 */
function complement(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return {
        kind: predicate.kind === 'and' ? 'or' : 'and',
        predicates: predicate.predicates.map(complement),
      };
    case 'compare': {
      const opposite = { ...predicate, negated: !predicate.negated };
      if (predicate.comparison.op === 'null') return opposite;
      const absent = { ...predicate, comparison: { op: 'null' as const }, negated: false };
      return { kind: 'or', predicates: [opposite, absent] };
    }
    default:
      return { ...predicate, negated: !predicate.negated };
  }
}
