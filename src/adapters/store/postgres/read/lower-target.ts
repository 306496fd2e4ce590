import {
  contentTypeOf,
  otherSide,
  type ContentType,
  type Relation,
  type Side,
} from '../../../../domain/schema/schema.js';
import type { Target } from '../../../../domain/plan/read-plan.js';
import { keyColumn, linkColumns } from '../layout.js';
import { linkTableName, tableName } from '../names.js';
import { literal } from '../statement.js';
import { rowScope, type Lowering, type RowScope, type Scope } from './lowering.js';

/** The versions that a relation leads to, as parts of a select. `on` joins them to the scope they start from. */
export interface LoweredTarget {
  readonly from: string;
  readonly on: readonly string[];
  /** The order of the list itself. */
  readonly listOrder: string;
  readonly scope: RowScope;
}

/** Without regard to `target.where`: see `lowerFitting`. */
export function lowerTarget(
  lowering: Lowering,
  scope: Scope,
  relation: Relation,
  target: Target,
): LoweredTarget {
  const alias = lowering.alias('t');
  const inner = rowScope(alias, target.type, target.layer);
  const resolved =
    relation.place.kind === 'link'
      ? throughLink(lowering, scope, relation, target, alias)
      : throughItem(lowering, scope, relation, target, alias);
  // Types without drafts have rows of one layer, and those without locales of one locale: not to ask spares planning.
  const layered = target.type.draftAndPublish ? [`${alias}.status = ${literal(inner.layer)}`] : [];
  const on = [...resolved.on, ...layered];
  return { from: resolved.from, on, listOrder: resolved.listOrder, scope: inner };
}

type Resolved = Omit<LoweredTarget, 'scope'>;

function throughLink(
  lowering: Lowering,
  scope: Scope,
  relation: Relation,
  target: Target,
  alias: string,
): Resolved {
  if (relation.place.kind !== 'link' || scope.kind !== 'row')
    throw new Error(`${relation.name} is not a link`);
  const { link, side } = relation.place;
  const k = lowering.alias('k');
  const other = linkColumns[otherSide(side)];
  const key = `${k}.${keyColumn(scope.layer === 'draft' ? 'draft' : target.layer, side)}`;
  return {
    from: `${linkTableName(link)} ${k} JOIN ${tableName(target.type)} ${alias} ON ${alias}.document_id = ${k}.${other.document}`,
    on: [
      `${k}.${linkColumns[side].document} = ${scope.alias}.document_id`,
      ownLocale(lowering, contentTypeOf(lowering.schema, link[side].type), side, target, scope, k),
      `${key} IS NOT NULL`,
      ...targetLocale(lowering, scope, target, alias, `${k}.${other.locale}`),
    ],
    listOrder: `${key}, ${k}.id`,
  };
}

/**
 * Which links belong to this version. A link keeps the locale of its source; that of its target only where one was
 * named, so a target with locales also sees the links that name none: those of its own locale's sources or, where the
 * sources have no locales, of the default locale.
 */
function ownLocale(
  lowering: Lowering,
  type: ContentType,
  side: Side,
  target: Target,
  scope: Scope,
  k: string,
): string {
  const own = `${k}.${linkColumns[side].locale}`;
  if (side === 'source' || !type.localized) return `${own} = ${scope.locale}`;
  if (target.locale.kind !== 'none') return `${own} IN ('', ${scope.locale})`;
  const standard = lowering.parameters.add(lowering.schema.defaultLocale, 'text');
  return `(${own} = ${scope.locale} OR ${own} = '' AND ${scope.locale} = ${standard})`;
}

/** `named` is the SQL of the other end's locale as the link keeps it, `''` or null where it names none. */
function targetLocale(
  lowering: Lowering,
  scope: Scope,
  target: Target,
  alias: string,
  named: string,
): readonly string[] {
  const { locale } = target;
  switch (locale.kind) {
    case 'none':
      return [];
    case 'source':
      return [`${alias}.locale = ${scope.locale} AND coalesce(${named}, '') IN ('', ${scope.locale})`];
    case 'link':
      return [
        `${alias}.locale = coalesce(nullif(${named}, ''), ${lowering.parameters.add(locale.fallback, 'text')})`,
      ];
  }
}

function throughItem(
  lowering: Lowering,
  scope: Scope,
  relation: Relation,
  target: Target,
  alias: string,
): Resolved {
  if (scope.kind !== 'item') throw new Error(`${relation.name} stands in a component`);
  const e = lowering.alias('e');
  const links = jsonItems(`(${scope.value} -> ${literal(relation.name)})`);
  return {
    from: `${links} WITH ORDINALITY AS ${e}(value, n) CROSS JOIN ${tableName(target.type)} ${alias}`,
    on: [
      `${alias}.document_id = (${e}.value ->> 'documentId') COLLATE "C"`,
      ...targetLocale(lowering, scope, target, alias, `(${e}.value ->> 'locale') COLLATE "C"`),
    ],
    listOrder: `${e}.n`,
  };
}

/** The items of a JSON value as rows: those of an array, an object as one, nothing else. */
export const jsonItems = (value: string): string =>
  `json_array_elements(CASE json_typeof(${value}) WHEN 'array' THEN ${value} WHEN 'object' THEN json_build_array(${value}) END)`;
