import { familyOf } from '../document/value.js';
import type { Layer } from '../query/query.js';
import type { ContentType, Scalar, Uid } from '../schema/schema.js';
import type { Context, Order, Predicate, ReadPlan, Target } from './read-plan.js';

/**
 * An index of the versions of a content-type in one layer: after the locale, if the type has locales, by the values of
 * `fields` in this order, then by the numeric id.
 */
export interface TypeIndex {
  readonly type: Uid;
  /** `published` for types without drafts. */
  readonly layer: Layer;
  /** Names of attributes; never empty. */
  readonly fields: readonly string[];
}

/** More attributes make an index larger, but seldom find fewer versions. */
const maxFields = 4;

/** The bytes of an index entry that attributes may take. An entry of PostgreSQL holds 2,704. */
export const maxIndexBytes = 2_400;

/**
 * Returns the indexes that serve a plan: of its content-type, and of each content-type that a condition on a relation
 * leads to. First the attributes that are compared for equality; then, if all matches are counted, one that is compared
 * with a range and those of the sort; otherwise those of the sort and the range, because only the page is read. Empty if the
 * plan needs none: it finds few versions by a key, or searches for words, or only has conditions that no index serves.
 */
export function suggestIndexes(plan: ReadPlan): readonly TypeIndex[] {
  const { type, context, where, order, count, search } = plan;
  const parts = conjuncts(where);
  if (search !== undefined || parts.some(isKeyCondition)) return [];
  const related = relatedIndexes(parts, context);
  // What a relation leads to is found first, and then sorted.
  const sorted = related.length > 0 ? [] : sortFields(order);
  const fields = isOneLocale(type, context.locale) ? fieldsFor(parts, sorted, count && where !== null) : [];
  return [...indexOf(type, context.layer, fields), ...related];
}

/** Returns the number of bytes that a value takes at most in an index; Infinity if it has no limit or no order. */
export function mostBytes({ type, system, name, maxLength, enum: values }: Scalar): number {
  const family = familyOf(type);
  if (family === 'json' || (system && !systemFields.has(name))) return Infinity;
  if (family !== 'text') return 16;
  const length = values === undefined ? maxLength : Math.max(...values.map((value) => value.length));
  // A UTF-16 unit takes up to three bytes of UTF-8.
  return length === undefined ? Infinity : 3 * length + 4;
}

/** Reports whether values of these attributes fit in one index entry. */
export const fitsIndex = (fields: readonly Scalar[]): boolean =>
  fields.reduce((sum, field) => sum + mostBytes(field), 0) <= maxIndexBytes;

const systemFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt']);

const conjuncts = (where: Predicate | null): readonly Predicate[] => {
  if (where === null) return [];
  return where.kind === 'and' ? where.predicates.flatMap(conjuncts) : [where];
};

type Compare = Predicate & { readonly kind: 'compare' };

const isPlain = (part: Predicate): part is Compare => part.kind === 'compare' && !part.negated;

const isEqual = ({ comparison }: Compare): boolean =>
  comparison.op === 'null' || (comparison.op === 'eq' && !comparison.fold);

const rangeOperators: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte', 'between', 'in']);

/** Whether a condition leaves a few versions, which the indexes of the schema find. */
function isKeyCondition(part: Predicate): boolean {
  if (!isPlain(part)) return false;
  const { field, comparison } = part;
  const isKey = field.system ? isId(field) : field.unique || field.type === 'uid';
  return isKey && (comparison.op === 'in' || (comparison.op === 'eq' && !comparison.fold));
}

const isId = ({ system, name }: Scalar): boolean => system && (name === 'id' || name === 'documentId');

const isOneLocale = ({ localized }: ContentType, locale: Context['locale']): boolean =>
  !localized || (typeof locale === 'string' && locale !== '*');

/** The fields before the id, up to the first that is reached by a path or sorted the other way. */
function sortFields(order: readonly Order[]): readonly Scalar[] {
  const [first] = order;
  const end = order.findIndex(
    ({ hops, field, direction }) => hops.length > 0 || field.name === 'id' || direction !== first?.direction,
  );
  return order.slice(0, end === -1 ? order.length : end).map(({ field }) => field);
}

function fieldsFor(
  parts: readonly Predicate[],
  sorted: readonly Scalar[],
  findsAll: boolean,
): readonly Scalar[] {
  const plain = parts.filter(isPlain);
  const equal = plain.filter(isEqual).map(({ field }) => field);
  const range = plain.filter(({ comparison }) => rangeOperators.has(comparison.op)).map(({ field }) => field);
  const names = new Set(equal.map(({ name }) => name));
  const first = [...equal].sort((a, b) => (a.name < b.name ? -1 : 1));
  const firstRange = range.filter(({ name }) => !names.has(name)).slice(0, 1);
  if (findsAll && first.length + firstRange.length === 0) return [];
  return fitting(findsAll ? [...first, ...firstRange, ...sorted] : [...first, ...sorted, ...firstRange]);
}

/** Leaves out fields that occur before or cannot be indexed, and ends where the index would be too large. */
function fitting(fields: readonly Scalar[]): readonly Scalar[] {
  const chosen: Scalar[] = [];
  for (const field of fields) {
    if (chosen.some(({ name }) => name === field.name)) continue;
    if (chosen.length === maxFields || !fitsIndex([...chosen, field])) break;
    chosen.push(field);
  }
  return chosen;
}

function indexOf(
  type: ContentType,
  layer: Context['layer'],
  fields: readonly Scalar[],
): readonly TypeIndex[] {
  const own = type.draftAndPublish ? layer : 'published';
  if (fields.length === 0 || own === 'any') return [];
  return [{ type: type.uid, layer: own, fields: fields.map(({ name }) => name) }];
}

function relatedIndexes(parts: readonly Predicate[], context: Context): readonly TypeIndex[] {
  return parts.flatMap((part) =>
    part.kind === 'related' && !part.negated && part.relation.place.kind === 'link'
      ? targetIndexes(part.target, context)
      : [],
  );
}

/** The indexes that find the targets of a relation, from which the versions that lead to them are found. */
function targetIndexes({ type, layer, locale, where }: Target, context: Context): readonly TypeIndex[] {
  const parts = conjuncts(where);
  if (parts.some(isKeyCondition)) return [];
  const isKnown = !type.localized || (locale === 'context' && isOneLocale(type, context.locale));
  const own = isKnown ? indexOf(type, layer, fieldsFor(parts, [], true)) : [];
  return own.length > 0 ? own : relatedIndexes(parts, context);
}

/** Reports whether an index whose content begins so serves everything that `wanted` would. */
export const serves = (
  there: Omit<TypeIndex, 'layer'> & { readonly layer: Layer | 'any' },
  wanted: TypeIndex,
) =>
  there.type === wanted.type &&
  (there.layer === 'any' || there.layer === wanted.layer) &&
  wanted.fields.every((name, place) => there.fields[place] === name);
