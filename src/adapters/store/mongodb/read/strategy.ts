import type {
  CountMember,
  Member,
  Predicate,
  ReadPlan,
  RelationMember,
  Shape,
} from '../../../../domain/plan/read-plan.js';
import type { Relation } from '../../../../domain/schema/schema.js';
import type { LinkPlace } from './linked-stages.js';
import { isByPath } from './page-stages.js';

/**
 * How a plan is read:
 * - `joined`: one aggregate answers everything, beside which the total is counted. It needs no transaction.
 * - `byLevel`: the documents that the filter leads to, the page, and each level of what is populated are read one after the
 *   other, in a snapshot.
 */
export type Strategy = JoinedStrategy | { readonly kind: 'byLevel' };

export interface JoinedStrategy {
  readonly kind: 'joined';
  /** The locale of everything in the answer; null: there may be several, and then nothing is populated. */
  readonly locale: string | null;
  /** Present where the filter leads through a relation. */
  readonly lookup: ReverseLookup | null;
}

/** A filter through one relation, which is followed from its far end, and the other conditions of the plan. */
export interface ReverseLookup {
  readonly related: Related;
  readonly rest: Predicate | null;
  /** Where the relation leads to more links, the page is a small part of what would be looked up. */
  readonly maxLinks: number;
}

type Related = Extract<Predicate, { readonly kind: 'related' }> & { readonly relation: LinkedRelation };

/** A member whose links and targets a page can look up. */
export type JoinedMember = (RelationMember | CountMember) & { readonly relation: LinkedRelation };
type LinkedRelation = Relation & { readonly place: { readonly kind: 'link' } & LinkPlace };

/** Rows of a joined page at most: each brings along everything that is populated, within 16 MB. */
const maxJoinedRows = 200;

const byLevel: Strategy = { kind: 'byLevel' };

export function strategyOf({ where, context, range, order, shape }: ReadPlan): Strategy {
  const locale = typeof context.locale === 'string' && context.locale !== '*' ? context.locale : null;
  const joins = locale !== null && range.limit !== null && range.limit <= maxJoinedRows;
  if (isByPath(order) || !isInPage(shape, joins)) return byLevel;
  if (where === null || !readsOthers(where)) return { kind: 'joined', locale, lookup: null };
  const lookup = joins && range.limit > 0 ? reverseLookupOf(where, range.limit) : null;
  return lookup === null ? byLevel : { kind: 'joined', locale, lookup };
}

/** Whether the rows of a page can hold all that a shape needs; `joins`: whether relations of versions may be joined. */
const isInPage = ({ members }: Shape, joins: boolean): boolean =>
  members.every((member) => {
    switch (member.kind) {
      case 'field':
        return true;
      case 'component':
        return isInPage(member.shape, false);
      case 'zone':
        return [...member.shapes.values()].every((shape) => isInPage(shape, false));
      case 'count':
        return joins && isJoined(member);
      case 'relation':
        return joins && isJoined(member) && isInPage(member.shape, true);
    }
  });

/** Targets whose locale the link names are not joined, because they would lead on in that locale. */
export function isJoined(member: Member): member is JoinedMember {
  if (member.kind !== 'relation' && member.kind !== 'count') return false;
  const { relation, target } = member;
  return (
    relation.place.kind === 'link' &&
    target.locale !== 'link' &&
    (target.where === null || !readsOthers(target.where)) &&
    (member.kind === 'count' || !sortsByRelation(member))
  );
}

const sortsByRelation = ({ order }: RelationMember): boolean =>
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
  (predicate.target.where === null || !readsOthers(predicate.target.where));

/** Whether other documents, or other versions of the same one, decide if a version fits. */
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
