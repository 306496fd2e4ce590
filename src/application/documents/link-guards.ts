import { denied } from '../../domain/failure.js';
import {
  decide,
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { editedLayer, type Change, type ValueChange } from '../../domain/plan/change.js';
import { givesRights } from '../../domain/plan/gives-rights.js';
import { planPermitted, planWithheld } from '../../domain/plan/plan-read.js';
import { compare } from '../../domain/query/compare.js';
import type { Filter, Query } from '../../domain/query/query.js';
import type { RelationInput } from '../../domain/relation/relation-input.js';
import { contentTypeOf, inverseOf, type Relation } from '../../domain/schema/schema.js';
import type { Guard } from '../ports/document-store.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';

/**
 * Nobody comes by what is another's in linking it from what is theirs: links that the writer's own rights depend on are
 * written at the other end by who may write them at this one. The documents there must be those that they may update
 * so, as they were and as they become.
 */
export function linkGuards(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
): readonly Guard[] {
  if (!('input' in change)) return [];
  const { schema } = dependencies;
  return [...change.input.relations].flatMap(([name, asked]) => {
    const relation = change.type.attributes.get(name);
    if (relation?.kind !== 'relation') return [];
    const inverse = inverseOf(schema, relation);
    if (inverse === undefined || !givesRights(schema, principal, inverse)) return [];
    const may = decide(principal, 'update', relation.target);
    const writable = may !== null && (may.fields === null || may.fields.has(inverse.name)) ? may : null;
    if (writable !== null && writable.filter === null) return [];
    const found = (when: Guard['when'], filter: Filter): Guard => ({
      when,
      plan: planFound(dependencies, principal, relation, filter, writable),
      refusal: denied,
    });
    const named = within(namesIn(asked));
    const guards = [
      found('before', leaves(change, asked) ? either(named, linkedBy(inverse, change)) : named),
    ];
    return writable === null ? guards : [...guards, found('after', named)];
  });
}

const namesIn = (asked: RelationInput): readonly (string | undefined)[] =>
  (asked.kind === 'set' ? asked.items : [...asked.connect.map(({ ref }) => ref), ...asked.disconnect]).map(
    ({ documentId }) => documentId,
  );

const within = (documentIds: readonly unknown[]): Filter => compare('documentId', '$in', documentIds);

const either = (...filters: readonly Filter[]): Filter => ({ kind: 'or', filters });

/** A list that is replaced lets go of what it does not name. */
const leaves = ({ kind }: ValueChange, asked: RelationInput): boolean =>
  kind === 'update' && asked.kind === 'set';

const linkedBy = ({ name }: Relation, { documentId }: ValueChange): Filter => ({
  kind: 'at',
  key: name,
  filter: within([documentId]),
});

/** Those that fit the filter and are not among what may be updated; null: nothing may. */
function planFound(
  { schema, limits = defaultLimits }: DocumentsDependencies,
  principal: Principal,
  relation: Relation,
  filters: Filter,
  writable: Permission | null,
): Guard['plan'] {
  const type = contentTypeOf(schema, relation.target);
  const query: Query = {
    type: type.uid,
    action: 'find',
    fields: ['documentId'],
    filters,
    range: { offset: 0, limit: 1 },
    count: false,
    layer: editedLayer(type),
    ...(type.localized && { locale: '*' }),
  };
  const plan =
    (writable && planWithheld(schema, query, principal, writable, limits)) ??
    planPermitted(schema, query, systemPrincipal, unlimited, limits);
  if (!plan.ok) throw new Error(`a guard that can not be planned: ${plan.failure.message}`);
  return plan.value;
}
