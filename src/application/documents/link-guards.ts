import { deniedWithout } from '../../domain/failure.js';
import { decisiveRelations, relationsOf } from '../../domain/permission/decisive-relations.js';
import {
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { mayRelink } from '../../domain/permission/write-permission.js';
import type { ValueChange, Change } from '../../domain/plan/change.js';
import { isExclusive } from '../../domain/relation/link-list.js';
import { planPermitted, planWithheld } from '../../domain/plan/plan-read.js';
import { compare } from '../../domain/query/compare.js';
import type { Filter, Layer } from '../../domain/query/query.js';
import type { RelationInput } from '../../domain/relation/relation-input.js';
import {
  contentTypeOf,
  inverseOf,
  isLayered,
  otherSide,
  type ContentType,
  type Relation,
} from '../../domain/schema/schema.js';
import type { Guard } from '../ports/document-store.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';
import { systemQuery } from './system-query.js';

/**
 * Writing a link changes the documents at both ends. If an end allows only one link, it also changes the document that
 * loses its link. `guardsOf` checks the written document; these guards check that the writer may change the links of
 * the others (`mayRelink`), before and after the write.
 */
export function linkGuards(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
): readonly Guard[] {
  if (!('input' in change) || principal.grants.kind !== 'listed') return [];
  const { schema } = dependencies;
  const decisive = dependencies.decisive?.() ?? decisiveRelations(schema, [principal.grants]);
  return [...change.input.relations].flatMap(([name, requested]) => {
    const relation = change.type.attributes.get(name);
    if (relation?.kind !== 'relation' || relation.place.kind !== 'link') return [];
    return touchedEnds(dependencies, change, relation, requested).flatMap((end) =>
      guardsOfEnd(dependencies, principal, end, mayRelink(principal, end.type.uid, end.relation, decisive)),
    );
  });
}

/** Documents whose list `relation` changes although the request does not address them. */
interface TouchedEnd {
  readonly type: ContentType;
  readonly relation: Relation;
  /** The documents that the request names. They can be found before and after the write. */
  readonly named: Filter | null;
  /** Documents that lose a link without being named. They can be found only before the write. */
  readonly left: Filter | null;
  readonly layers: readonly Layer[];
  readonly locale: string | undefined;
}

function touchedEnds(
  { schema }: DocumentsDependencies,
  change: ValueChange,
  relation: Relation,
  requested: RelationInput,
): readonly TouchedEnd[] {
  if (relation.place.kind !== 'link') return [];
  const { link, side } = relation.place;
  const [own, other] = [link[side], link[otherSide(side)]];
  const context = {
    layers: isLayered(schema, link) ? (['draft', 'published'] as const) : (['published'] as const),
    locale: own.localized ? change.locale : other.localized ? '*' : undefined,
  };
  const ends: TouchedEnd[] = [];
  const inverse = inverseOf(schema, relation);
  if (inverse !== undefined) {
    const replaces = change.kind === 'update' && requested.kind === 'set';
    const named = namedIn(requested);
    ends.push({
      ...context,
      type: contentTypeOf(schema, relation.target),
      relation: inverse,
      named: named.length === 0 ? null : oneOf(named),
      left: replaces ? linkedTo(inverse, [change.documentId]) : null,
    });
  }
  const linked = linkedIn(requested);
  if (isExclusive(relation.place) && linked.length > 0) {
    const others: Filter = { kind: 'not', filter: oneOf([change.documentId]) };
    const left: Filter = { kind: 'and', filters: [others, linkedTo(relation, linked)] };
    ends.push({ ...context, type: change.type, relation, named: null, left });
  }
  return ends;
}

/** `may` is the writer's permission to change the links of these documents. */
function guardsOfEnd(
  dependencies: DocumentsDependencies,
  principal: Principal,
  end: TouchedEnd,
  may: Permission | null,
): readonly Guard[] {
  if (may !== null && may.filter === null) return [];
  const { schema } = dependencies;
  // If the filter itself goes through the link, a document that loses the link may no longer match after the write. So
  // it is checked before.
  const depends = may?.filter && relationsOf(schema, end.type, may.filter).has(end.relation);
  const ways: readonly (readonly [Guard['when'], Filter | null, Permission | null])[] = [
    ['before', end.named, may],
    ['before', end.left && notNamed(end.left, end.named), depends ? null : may],
    ['after', may && end.named, may],
  ];
  return ways.flatMap(([when, filter, allowed]) => {
    if (filter === null) return [];
    return end.layers.map((layer) => {
      const plan = planOthers(dependencies, principal, { end, layer, filter }, allowed);
      return { when, plan, refusal: deniedWithout({ action: 'update', type: end.type.uid }) };
    });
  });
}

const notNamed = (filter: Filter, named: Filter | null): Filter =>
  named === null ? filter : { kind: 'and', filters: [filter, { kind: 'not', filter: named }] };

const linkedIn = (requested: RelationInput): readonly unknown[] =>
  (requested.kind === 'set' ? requested.items : requested.connect.map(({ ref }) => ref)).map(
    ({ documentId }) => documentId,
  );

const namedIn = (requested: RelationInput): readonly unknown[] =>
  requested.kind === 'set'
    ? linkedIn(requested)
    : [...linkedIn(requested), ...requested.disconnect.map(({ documentId }) => documentId)];

const oneOf = (documentIds: readonly unknown[]): Filter => compare('documentId', '$in', documentIds);

const linkedTo = ({ name }: Relation, documentIds: readonly unknown[]): Filter => ({
  kind: 'at',
  key: name,
  filter: oneOf(documentIds),
});

interface Search {
  readonly end: TouchedEnd;
  readonly layer: Layer;
  readonly filter: Filter;
}

/** Plans a search for documents that match the filter and that `may` does not cover; null if it covers all. */
function planOthers(
  { schema, limits = defaultLimits }: DocumentsDependencies,
  principal: Principal,
  { end: { type, locale }, layer, filter }: Search,
  may: Permission | null,
): Guard['plan'] {
  const query = systemQuery(type.uid, {
    fields: ['documentId'],
    filters: filter,
    limit: 1,
    layer,
    ...(locale !== undefined && { locale }),
  });
  const plan =
    (may && planWithheld(schema, query, principal, may, limits)) ??
    planPermitted(schema, query, systemPrincipal, unlimited, limits);
  if (!plan.ok) throw new Error(`a guard that cannot be planned: ${plan.failure.message}`);
  return plan.value;
}
