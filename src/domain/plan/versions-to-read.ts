import { otherSide, type ContentType, type Relation, type Scalar } from '../schema/schema.js';
import type { Comparison } from './comparison.js';
import type { Order, Predicate, ReadPlan } from './read-plan.js';
import { versionsOf, type Statistics } from './statistics.js';

/** The share of a table that a condition on an indexed attribute is assumed to match, if it has not been measured. */
const indexedShare = 0.25;

/**
 * The number of versions that a store reads for the condition of a plan: those of the page alone, where an index leads to its
 * beginning.
 */
export function versionsToRead(
  statistics: Statistics,
  { type, order, count, seeks }: ReadPlan,
  where: Predicate,
  requested: number,
): number {
  const [first] = order;
  const matching = mostMatching(statistics, where, type);
  if (seeks !== true || count || first === undefined || !isIndexed(order)) return matching;
  const page = requested + sharing(statistics, first.field, type);
  return Math.min(matching, Math.max(1, page), Math.max(1, versionsOf(statistics, type)));
}

/**
 * The number of versions of a content-type that a store reads to find the matching ones: few if an index finds them,
 * otherwise all.
 */
function mostMatching(statistics: Statistics, predicate: Predicate, type: ContentType): number {
  const versions = Math.max(1, versionsOf(statistics, type));
  switch (predicate.kind) {
    case 'and':
      return predicate.predicates.reduce(
        (least, part) => Math.min(least, mostMatching(statistics, part, type)),
        versions,
      );
    case 'or':
      return Math.min(
        versions,
        sum(predicate.predicates.map((part) => foundByIndex(statistics, part, type))),
      );
    case 'related': {
      const { relation, target, negated } = predicate;
      if (negated || target.where === null) return versions;
      const targets = Math.max(1, versionsOf(statistics, target.type));
      const found = mostMatching(statistics, target.where, target.type);
      return found < targets
        ? Math.min(versions, found * sourcesOf(statistics, relation, versions))
        : versions;
    }
    default:
      return foundByIndex(statistics, predicate, type);
  }
}

function foundByIndex(statistics: Statistics, predicate: Predicate, type: ContentType): number {
  const versions = Math.max(1, versionsOf(statistics, type));
  if (predicate.kind !== 'compare' || predicate.negated) return versions;
  const { field, comparison } = predicate;
  const values = valuesOf(comparison);
  if (isKey(field)) return Math.min(versions, values ?? versions);
  if (!field.index || !isOrdered(comparison)) return versions;
  return values === null
    ? versions * indexedShare
    : Math.min(versions, values * sharing(statistics, field, type));
}

/** The most versions that are expected to have the same value of an indexed attribute. */
function sharing(statistics: Statistics, field: Scalar, type: ContentType): number {
  const versions = Math.max(1, versionsOf(statistics, type));
  if (isKey(field)) return 1;
  const share = statistics.shares?.get(type.uid)?.get(field.name) ?? indexedShare;
  return Math.max(1, versions * share);
}

/** Whether at most a few versions have the same value. */
const isKey = ({ system, name, unique, type }: Scalar): boolean =>
  system ? name === 'id' || name === 'documentId' : unique || type === 'uid';

/** How many values are compared with; null: a range. */
function valuesOf(comparison: Comparison): number | null {
  if (comparison.op === 'eq' && !comparison.fold) return 1;
  return comparison.op === 'in' ? comparison.values.length : null;
}

const isOrdered = (comparison: Comparison): boolean =>
  comparison.op === 'eq'
    ? !comparison.fold
    : !(['contains', 'startsWith', 'endsWith', 'null'] as readonly string[]).includes(comparison.op);

/** The largest number of versions that lead to one target. */
function sourcesOf(statistics: Statistics, { place }: Relation, versions: number): number {
  if (place.kind !== 'link') return versions;
  const end = otherSide(place.side);
  if (!place.link[end].many) return 1;
  const measured = statistics.links.get(place.link.name);
  return measured === undefined ? versions : Math.max(1, measured[end].most);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whether an index has the rows in this order, so that only the rows of the page are read. */
export function isIndexed([first]: readonly Order[]): boolean {
  return first !== undefined && first.hops.length === 0 && hasIndex(first.field);
}

const hasIndex = (field: Scalar): boolean => field.index || (field.system && field.name === 'id');
