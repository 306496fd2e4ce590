import type { Layer } from '../../../../domain/query/query.js';
import { otherSide, type Relation, type Side } from '../../../../domain/schema/schema.js';
import type { Target } from '../../../../domain/plan/read-plan.js';
import { keyColumn, linkColumns, linkTableName, tableName } from '../layout.js';
import { literal } from '../statement.js';
import {
  inContext,
  isSingle,
  oneLocale,
  rowScope,
  type Lowering,
  type RowScope,
  type Scope,
} from './lowering.js';

/** The targets of a relation, as parts of a select. `on` joins them to the scope that has the relation. */
export interface LoweredTarget {
  readonly from: string;
  readonly on: readonly string[];
  /** The stored order of the list. */
  readonly listOrder: string;
  /** Whether a to-one relation leads to at most one version. */
  readonly unique: boolean;
  readonly scope: RowScope;
}

/** Lowers the targets of a relation without `target.where`, which `lowerFilteredTarget` adds. */
export function lowerTarget(
  lowering: Lowering,
  scope: Scope,
  relation: Relation,
  target: Target,
): LoweredTarget {
  const alias = lowering.alias('t');
  const { context, follows } = scope;
  const locale = target.locale === 'context' ? oneLocale(context) : null;
  const inner = rowScope(alias, target.type, target.layer, context, follows, locale);
  const resolved = resolve(lowering, { scope, relation, target, alias, follows: inner.follows });
  const on = [...resolved.on, ...layerConditions(scope, inner)];
  return reachesAll(scope, target)
    ? {
        ...resolved,
        on,
        scope: inner,
        unique: false,
        listOrder: `${alias}.status, ${resolved.listOrder}, ${alias}.id`,
      }
    : { ...resolved, on, scope: inner };
}

/** A type without drafts has one layer, so it needs no condition, and planning is faster without one. */
function layerConditions({ follows }: Scope, { alias, type, layer }: RowScope): readonly string[] {
  if (!type.draftAndPublish) return [];
  if (layer !== 'any') return [`${alias}.status = ${literal(layer)}`];
  return follows === null ? [] : [`${alias}.status = ${follows}`];
}

/** Whether the relation leads to the versions of both layers. */
const reachesAll = ({ follows }: Scope, { layer }: Target): boolean => layer === 'any' && follows === null;

/** The order key of a link in the list at `side`, null if the link is not in the layer. */
function keyOf(k: string, { target, follows }: Pick<Step, 'target' | 'follows'>, side: Side): string {
  if (target.linked !== 'any') return `${k}.${keyColumn(target.linked, side)}`;
  const inLayer = (layer: Layer): string => `${k}.${keyColumn(layer, side)}`;
  return `CASE ${follows} WHEN 'draft' THEN ${inLayer('draft')} ELSE ${inLayer('published')} END`;
}

interface Step {
  readonly scope: Scope;
  readonly relation: Relation;
  readonly target: Target;
  /** The alias of the target's row. */
  readonly alias: string;
  readonly follows: string | null;
}

type Resolved = Omit<LoweredTarget, 'scope'>;

function resolve(lowering: Lowering, step: Step): Resolved {
  switch (step.relation.place.kind) {
    case 'link':
      return throughLink(lowering, step);
    case 'embedded':
      return throughItem(lowering, step);
    case 'translations':
      return throughDocument(step);
  }
}

function throughLink(lowering: Lowering, step: Step): Resolved {
  const { scope, target, alias } = step;
  const { k, link, side, key, on } = linksOf(lowering, step);
  const other = linkColumns[otherSide(side)];
  const named = link[otherSide(side)].localized ? `${k}.${other.locale}` : null;
  const several = target.locale === 'context' && !isSingle(scope.context);
  return {
    from: `${linkTableName(link)} ${k} JOIN ${tableName(target.type)} ${alias} ON ${alias}.document_id = ${k}.${other.document}`,
    on: [
      ...on,
      ...(named === null || target.locale === 'none' ? [] : [`${alias}.locale = ${named}`]),
      ...(target.locale === 'context' ? localeConditions(lowering, scope, alias) : []),
    ],
    listOrder: several ? `${key}, ${k}.id, ${alias}.id` : `${key}, ${k}.id`,
    unique: !several,
  };
}

/** The links of a list, without their targets. */
function linksOf(lowering: Lowering, { scope, relation, target, follows }: Omit<Step, 'alias'>) {
  if (relation.place.kind !== 'link' || scope.kind !== 'row')
    throw new Error(`${relation.name} is not a link`);
  const { link, side } = relation.place;
  const own = linkColumns[side];
  const k = lowering.alias('k');
  const key = keyOf(k, { target, follows }, side);
  const on = [
    `${k}.${own.document} = ${scope.alias}.document_id`,
    `${k}.${own.locale} = ${link[side].localized ? `${scope.alias}.locale` : `''`}`,
    `${key} IS NOT NULL`,
  ];
  return { k, link, side, key, on };
}

/** Returns the SQL condition that a list has at most so many links. It counts no further, and reads no targets. */
export function hasAtMost(
  lowering: Lowering,
  scope: Scope,
  relation: Relation,
  target: Target,
  most: number,
): string {
  const { k, link, on } = linksOf(lowering, { scope, relation, target, follows: scope.follows });
  const links = `SELECT FROM ${linkTableName(link)} ${k} WHERE ${on.join(' AND ')} LIMIT ${most + 1}`;
  return `(SELECT count(*) FROM (${links}) ${lowering.alias('l')}) <= ${most}`;
}

const localeConditions = (lowering: Lowering, { context }: Scope, alias: string): readonly string[] => {
  const condition = inContext(lowering, context, `${alias}.locale`);
  return condition === null ? [] : [condition];
};

function throughItem(lowering: Lowering, step: Step): Resolved {
  const { scope, relation, target, alias } = step;
  if (scope.kind !== 'item') throw new Error(`${relation.name} is inside a component`);
  const e = lowering.alias('e');
  const links = jsonItems(`(${scope.value} -> ${literal(relation.name)})`);
  const named = `SELECT * FROM ${tableName(target.type)} WHERE document_id = (${e}.value ->> 'documentId') COLLATE "C"`;
  return {
    // The planner expects a JSON list to have a hundred items, and would read the whole table for them. `OFFSET 0` makes it
    // use the index for each item.
    from: `${links} WITH ORDINALITY AS ${e}(value, n) CROSS JOIN LATERAL (${named} OFFSET 0) ${alias}`,
    on: ['true', ...itemLocale(lowering, step, `nullif(${e}.value ->> 'locale', '') COLLATE "C"`)],
    listOrder: isSingle(scope.context) ? `${e}.n` : `${e}.n, ${alias}.id`,
    unique: false,
  };
}

/** Returns the conditions on the target's locale. `named` is the SQL of the locale that the item names, or null. */
function itemLocale(lowering: Lowering, { scope, target, alias }: Step, named: string): readonly string[] {
  switch (target.locale) {
    case 'none':
      return [];
    case 'context':
      return [
        `coalesce(${named}, ${alias}.locale) = ${alias}.locale`,
        ...localeConditions(lowering, scope, alias),
      ];
    case 'link': {
      const [unnamed = 'true'] = localeConditions(lowering, scope, alias);
      return [`CASE WHEN ${named} IS NULL THEN ${unnamed} ELSE ${alias}.locale = ${named} END`];
    }
  }
}

/** Resolves to the versions of the same document in its other locales. */
function throughDocument({ scope, relation, target, alias }: Step): Resolved {
  if (scope.kind !== 'row') throw new Error(`${relation.name} cannot be inside a component`);
  return {
    from: `${tableName(target.type)} ${alias}`,
    on: [`${alias}.document_id = ${scope.alias}.document_id`, `${alias}.locale <> ${scope.alias}.locale`],
    listOrder: `${alias}.id`,
    unique: false,
  };
}

/** Returns the items of a JSON value as rows: the elements of an array, or an object as one row. */
export const jsonItems = (value: string): string =>
  `json_array_elements(CASE json_typeof(${value}) WHEN 'array' THEN ${value} WHEN 'object' THEN json_build_array(${value}) END)`;
