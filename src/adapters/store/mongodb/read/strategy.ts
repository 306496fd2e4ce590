import type {
  ComponentMember,
  CountMember,
  Member,
  Predicate,
  ReadPlan,
  RelationMember,
  Shape,
} from '../../../../domain/plan/read-plan.js';
import { isInOneLayer, type LayerTarget } from '../../../../domain/plan/target-in-layer.js';
import type { LinkSide } from '../../../../domain/relation/link-list.js';
import type { Relation } from '../../../../domain/schema/schema.js';
import { isByPath } from './stages.js';

/**
 * How a plan is executed:
 * - `joined`: one aggregate reads everything, and another command counts the total. It needs no transaction.
 * - `byLevel`: the documents that the filter leads to, the page, and each populated level are read one after the
 *   other, in a snapshot.
 */
export type Strategy = JoinedStrategy | { readonly kind: 'byLevel' };

export interface JoinedStrategy {
  readonly kind: 'joined';
  /** The locale of the whole answer; null if there may be several, and then no relation is populated. */
  readonly locale: string | null;
  /** Set if the filter leads through a relation. */
  readonly lookup: ReverseLookup | null;
}

/**
 * A condition on a relation, which is evaluated from the relation's far end, and the other conditions of the plan.
 */
export interface ReverseLookup {
  readonly related: Related;
  readonly rest: Predicate | null;
  /** If more links match, the page is a small part of what would be looked up. */
  readonly maxLinks: number;
}

type Related = Extract<Predicate, { readonly kind: 'related' }> & {
  readonly relation: LinkedRelation;
  readonly target: LayerTarget;
};

/** A member that can be joined to a page. */
export type JoinedMember = (RelationMember | CountMember) & {
  readonly relation: LinkedRelation;
  readonly target: LayerTarget;
};
type LinkedRelation = Relation & { readonly place: { readonly kind: 'link' } & LinkSide };

/** The most rows of a joined page. Each row includes everything that is populated, within 16 MB. */
const maxJoinedRows = 200;

const byLevel: Strategy = { kind: 'byLevel' };

export function strategyOf({ where, search, context, range, order, shape }: ReadPlan): Strategy {
  const locale = typeof context.locale === 'string' && context.locale !== '*' ? context.locale : null;
  const joins = locale !== null && range.limit !== null && range.limit <= maxJoinedRows;
  if (search !== undefined || isByPath(order) || !isInPage(shape, joins)) return byLevel;
  if (where === null || !readsOthers(where)) return { kind: 'joined', locale, lookup: null };
  const lookup = joins && range.limit > 0 ? reverseLookupOf(where, range.limit) : null;
  return lookup === null ? byLevel : { kind: 'joined', locale, lookup };
}

/** Lists that are counted may be long, and below a relation, each row that leads to one document would read them again. */
const counts = ({ members }: Shape): boolean => members.some(({ kind }) => kind === 'count');

/**
 * Whether the rows of a page can include everything in a shape. `joins` is whether relations of versions may be
 * joined.
 */
const isInPage = ({ members }: Shape, joins: boolean): boolean =>
  members.every((member) => {
    switch (member.kind) {
      case 'field':
        return true;
      case 'component':
        return (
          (member.where === null || !readsOthers(member.where)) &&
          !sortsByRelation(member) &&
          isInPage(member.shape, false)
        );
      case 'zone':
        return [...member.shapes.values()].every((shape) => isInPage(shape, false));
      case 'count':
        return joins && isJoined(member);
      case 'relation':
        return joins && isJoined(member) && !counts(member.shape) && isInPage(member.shape, true);
    }
  });

/**
 * Whether a member can be joined. If the link names the locale of its target, it cannot: the target's own relations
 * would be followed in that locale.
 */
export function isJoined(member: Member): member is JoinedMember {
  if (member.kind !== 'relation' && member.kind !== 'count') return false;
  const { relation, target } = member;
  return (
    relation.place.kind === 'link' &&
    isInOneLayer(target) &&
    target.locale !== 'link' &&
    (target.where === null || !readsOthers(target.where)) &&
    (member.kind === 'count' || !sortsByRelation(member))
  );
}

const sortsByRelation = ({ order }: RelationMember | ComponentMember): boolean =>
  order.some(({ hops }) => hops.some(({ kind }) => kind === 'relation'));

function reverseLookupOf(where: Predicate, limit: number): ReverseLookup | null {
  const parts = where.kind === 'and' ? where.predicates : [where];
  const [related, ...others] = parts.filter(readsOthers);
  if (related === undefined || others.length > 0 || !isFollowed(related)) return null;
  const own = parts.filter((part) => part !== related);
  const rest = own.length === 0 ? null : ({ kind: 'and', predicates: own } as const);
  return { related, rest, maxLinks: Math.min(maxJoinedRows, 2 * limit) };
}

const isFollowed = (predicate: Predicate): predicate is Related =>
  predicate.kind === 'related' &&
  !predicate.negated &&
  predicate.relation.place.kind === 'link' &&
  isInOneLayer(predicate.target) &&
  (predicate.target.where === null || !readsOthers(predicate.target.where));

/** Whether a predicate depends on other documents, or on other versions of the same document. */
export function readsOthers(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.predicates.some(readsOthers);
    case 'component':
      return predicate.where !== null && readsOthers(predicate.where);
    case 'related':
    case 'publication':
      return true;
    case 'compare':
      return false;
  }
}
