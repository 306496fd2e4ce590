import { familyOf } from '../../../../domain/document/value.js';
import type { Comparison } from '../../../../domain/plan/comparison.js';
import type { Predicate, Target } from '../../../../domain/plan/read-plan.js';
import type { Relation, Scalar } from '../../../../domain/schema/schema.js';
import { draftColumns, tableName } from '../layout.js';
import { literal } from '../statement.js';
import {
  compared,
  comparedAs,
  contentOf,
  detached,
  itemScope,
  oneLocale,
  textual,
  type Lowering,
  type RowScope,
  type Scope,
} from './lowering.js';
import { jsonItems, lowerTarget, type LoweredTarget } from './lower-target.js';

/**
 * Returns the SQL of a predicate. It is null where a value is absent; only leaves are negated, so null excludes the row.
 */
export function lowerPredicate(lowering: Lowering, scope: Scope, predicate: Predicate): string {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return joined(lowering, scope, predicate);
    case 'compare':
      return lowerComparison(lowering, scope, predicate.field, predicate.comparison, predicate.negated);
    case 'related':
      return not(predicate.negated) + related(lowering, scope, predicate);
    case 'publication':
      return not(predicate.negated) + publication(lowering, scope, predicate.has);
    case 'component': {
      const item = lowering.alias('i');
      const inner = itemScope(`${item}.value`, scope);
      const where =
        predicate.where === null ? '' : ` WHERE ${lowerPredicate(lowering, inner, predicate.where)}`;
      const items = jsonItems(contentOf(scope, predicate.attribute));
      return `${not(predicate.negated)}EXISTS (SELECT FROM ${items} AS ${item}(value)${where})`;
    }
  }
}

function related(lowering: Lowering, scope: Scope, predicate: Predicate & { kind: 'related' }): string {
  const exists = (from: Scope): string => {
    const mayJoin = lowering.mayJoin();
    const lower = (): LoweredTarget => filteredTarget(lowering, from, predicate.relation, predicate.target);
    const target = mayJoin ? lower() : lowering.apart(lower);
    const found = `EXISTS (SELECT FROM ${target.from} WHERE ${target.on.join(' AND ')})`;
    return mayJoin ? found : `((${found}) IS TRUE)`;
  };
  if (scope.kind !== 'row' || !lowering.once.has(predicate)) return exists(scope);
  const source = detached(scope, lowering.alias('s'));
  if (source === null) return exists(scope);
  const conditions = lowering.apart(() => [...ofVersion(lowering, source), exists(source)]);
  const ids = findIds(lowering, source, conditions);
  return `((${scope.alias}.id IN (${ids})) IS TRUE)`;
}

/**
 * Finds the ids before the other rows are read, and returns a select of them. The planner sees neither their number nor
 * their cost. So it always keeps them in a hash table, and reads the rows around them as if there was no condition. `IS
 * TRUE` keeps it from turning the lookup into a join, which it might run again for each row.
 */
function findIds(lowering: Lowering, { alias, type }: RowScope, on: readonly string[]): string {
  const name = lowering.alias('quire_ids');
  const ids = `ARRAY(SELECT ${alias}.id FROM ${tableName(type)} ${alias} WHERE ${on.join(' AND ')})`;
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${ids} AS ids)` });
  return `SELECT unnest(${name}.ids) FROM ${name}`;
}

/** Returns the conditions on the layer and locale of versions, as far as they are the same for all. */
function ofVersion(lowering: Lowering, { alias, type, layer, context }: RowScope): readonly string[] {
  const locale = type.localized ? oneLocale(context) : null;
  return [
    ...(type.draftAndPublish && layer !== 'any' ? [`${alias}.status = ${literal(layer)}`] : []),
    ...(locale === null ? [] : [`${alias}.locale = ${lowering.parameters.add(locale, 'text')}`]),
  ];
}

/** Looks for another version of the document, unless the row itself is in the wanted layer. */
function publication(
  lowering: Lowering,
  scope: Scope,
  has: (Predicate & { readonly kind: 'publication' })['has'],
): string {
  if (scope.kind !== 'row') throw new Error('a component has no publication state');
  const { alias, type, layer } = scope;
  const anywhere = has === 'published-anywhere';
  const wanted = anywhere || has === 'published' ? 'published' : 'draft';
  if (wanted === layer) return has === 'changes' ? `${alias}.${draftColumns.hasChanges}` : 'true';
  const v = lowering.alias('v');
  const conditions = [
    `${v}.document_id = ${alias}.document_id`,
    ...(type.localized && !anywhere ? [`${v}.locale = ${alias}.locale`] : []),
    `${v}.status = ${literal(wanted)}`,
    ...(has === 'changes' ? [`${v}.${draftColumns.hasChanges}`] : []),
  ];
  return `EXISTS (SELECT FROM ${tableName(type)} ${v} WHERE ${conditions.join(' AND ')})`;
}

/** Lowers the targets of a relation that satisfy `target.where`, for a select or a join of their own. */
export const lowerFilteredTarget = (
  lowering: Lowering,
  scope: Scope,
  relation: Relation,
  target: Target,
): LoweredTarget => lowering.apart(() => filteredTarget(lowering, scope, relation, target));

function filteredTarget(lowering: Lowering, scope: Scope, relation: Relation, target: Target): LoweredTarget {
  const lowered = lowerTarget(lowering, scope, relation, target);
  if (target.where === null) return lowered;
  return { ...lowered, on: [...lowered.on, lowerPredicate(lowering, lowered.scope, target.where)] };
}

const not = (negated: boolean): string => (negated ? 'NOT ' : '');

function joined(lowering: Lowering, scope: Scope, predicate: Predicate & { kind: 'and' | 'or' }): string {
  const { kind, predicates } = predicate;
  if (predicates.length === 0) return kind === 'and' ? 'true' : 'false';
  const lower = (part: Predicate): string => lowerPredicate(lowering, scope, part);
  // Below `OR` the planner joins nothing.
  const parts = predicates.map((part) => (kind === 'or' ? lowering.apart(() => lower(part)) : lower(part)));
  return parts.length === 1 ? parts[0]! : `(${parts.join(kind === 'and' ? ' AND ' : ' OR ')})`;
}

const symbols = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function lowerComparison(
  lowering: Lowering,
  scope: Scope,
  field: Scalar,
  comparison: Comparison,
  negated: boolean,
): string {
  const type = comparedAs[familyOf(field.type)];
  const value = (of: unknown): string => lowering.parameters.add(of, type);
  switch (comparison.op) {
    case 'null':
      return `${compared(scope, field)} IS ${negated ? 'NOT ' : ''}NULL`;
    case 'eq':
      return equals(lowering, scope, field, comparison, negated);
    case 'in': {
      const operand = compared(scope, field);
      const found = `${operand} = ANY(${lowering.parameters.add(comparison.values, `${type}[]`)})`;
      // `x = ANY('{}')` is false, not null, for an absent x.
      return negated ? `(${operand} IS NOT NULL AND NOT ${found})` : found;
    }
    case 'between':
      return `(${compared(scope, field)} ${not(negated)}BETWEEN ${value(comparison.low)} AND ${value(comparison.high)})`;
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      const test = `${compared(scope, field)} ${symbols[comparison.op]} ${value(comparison.value)}`;
      return negated ? `NOT (${test})` : test;
    }
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return not(negated) + matches(lowering, scope, field, comparison);
  }
}

function equals(
  lowering: Lowering,
  scope: Scope,
  field: Scalar,
  comparison: Comparison & { op: 'eq' },
  negated: boolean,
): string {
  const symbol = negated ? '<>' : '=';
  if (!comparison.fold) {
    const value = lowering.parameters.add(comparison.value, comparedAs[familyOf(field.type)]);
    return `${compared(scope, field)} ${symbol} ${value}`;
  }
  const value = lowering.parameters.add(String(comparison.value), 'text');
  return `${folded(textual(scope, field))} ${symbol} ${folded(value)}`;
}

/** Folds case by Unicode rules; the columns' own collation, `C`, folds only ASCII. */
const folded = (text: string): string => `lower((${text}) COLLATE "und-x-icu")`;

function matches(
  lowering: Lowering,
  scope: Scope,
  field: Scalar,
  comparison: Comparison & { op: 'contains' | 'startsWith' | 'endsWith' },
): string {
  const fold = comparison.fold ? folded : (text: string): string => text;
  const text = fold(textual(scope, field));
  const part = fold(lowering.parameters.add(comparison.value, 'text'));
  switch (comparison.op) {
    case 'contains':
      return `(strpos(${text}, ${part}) > 0)`;
    case 'startsWith':
      return `starts_with(${text}, ${part})`;
    case 'endsWith':
      return `(right(${text}, length(${part})) = ${part})`;
  }
}
