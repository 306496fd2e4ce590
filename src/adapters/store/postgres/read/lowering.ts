import { familyOf, type Family } from '../../../../domain/document/value.js';
import type { Context, Limits, Predicate } from '../../../../domain/plan/read-plan.js';
import type { ReadLayer } from '../../../../domain/query/query.js';
import type {
  ComponentAttribute,
  ContentType,
  Scalar,
  Schema,
  Zone,
} from '../../../../domain/schema/schema.js';
import { type Stored, columnName } from '../layout.js';
import { literal, Parameters, type Part } from '../statement.js';

/** PostgreSQL takes seconds to plan dozens of joins, however few rows they have: the time grows with their number cubed. */
const maxJoinedConditions = 8;

/** The state of lowering one plan: the parameters and aliases of its statement. */
export class Lowering {
  private aliases = 0;
  private conditionsOnRelations = 0;
  /** What the statement finds once, before its rows. Later parts may use earlier ones. */
  readonly parts: Part[] = [];

  constructor(
    readonly schema: Schema,
    readonly limits: Limits,
    readonly parameters = new Parameters(),
    /** See `ReadPlan.once`. */
    readonly once: ReadonlySet<Predicate> = new Set(),
  ) {}

  /** Counts a condition on a relation, and reports whether the planner may still turn it into a join. */
  mayJoin(): boolean {
    this.conditionsOnRelations += 1;
    return this.conditionsOnRelations <= maxJoinedConditions;
  }

  /** Lowers a part that PostgreSQL plans by itself, so that its conditions are counted by themselves. */
  apart<Part>(lower: () => Part): Part {
    const before = this.conditionsOnRelations;
    this.conditionsOnRelations = 0;
    const lowered = lower();
    this.conditionsOnRelations = before;
    return lowered;
  }

  alias(prefix: string): string {
    this.aliases += 1;
    return `${prefix}${this.aliases}`;
  }
}

/**
 * The locales in which targets are looked up: that of the version with the alias, or those of the plan. `locale` is the
 * same for all versions with the alias; null: they may differ.
 */
export type LocaleContext =
  | { readonly kind: 'version'; readonly alias: string; readonly locale: string | null }
  | { readonly kind: 'asked'; readonly locale: Context['locale'] };

/** What attributes are read from: a row of a content-type's table, or a component item in JSON. */
export type Scope = RowScope | ItemScope;

export interface RowScope {
  readonly kind: 'row';
  readonly alias: string;
  readonly type: ContentType;
  readonly layer: ReadLayer;
  readonly context: LocaleContext;
  readonly follows: string | null;
}

interface ItemScope {
  readonly kind: 'item';
  readonly value: string;
  readonly context: LocaleContext;
  /** In a plan for any layer, the SQL of the layer in which relations are followed; null: in all layers. */
  readonly follows: string | null;
}

/** Returns the scope of rows of `type`. Types without draft & publish have only published rows, whatever `layer` is. */
export const rowScope = (
  alias: string,
  type: ContentType,
  layer: ReadLayer,
  context: LocaleContext,
  follows: string | null = null,
  locale: string | null = null,
): RowScope => ({
  kind: 'row',
  alias,
  type,
  layer: type.draftAndPublish ? layer : 'published',
  context: type.localized ? { kind: 'version', alias, locale } : context,
  follows: type.draftAndPublish && layer === 'any' ? `${alias}.status` : follows,
});

/** Returns the scope of the plan's top-level rows. */
export const rootScope = (alias: string, type: ContentType, { layer, locale }: Context): RowScope =>
  rowScope(alias, type, layer, { kind: 'asked', locale }, null, oneLocale({ kind: 'asked', locale }));

/** Returns the locale in which all targets are looked up, null if it is not the same for all or not known. */
export const oneLocale = (context: LocaleContext): string | null =>
  typeof context.locale === 'string' && context.locale !== '*' ? context.locale : null;

/**
 * Returns the scope with another alias, as the scope of a select that does not refer to the rows around it; null if the
 * relations of the scope depend on these rows.
 */
export function detached(scope: RowScope, alias: string): RowScope | null {
  const { type, layer, follows } = scope;
  const locale = oneLocale(scope.context);
  const context: LocaleContext = locale === null ? scope.context : { kind: 'asked', locale };
  if (follows !== null && follows !== `${scope.alias}.status`) return null;
  if (context.kind === 'version' && context.alias !== scope.alias) return null;
  return rowScope(alias, type, layer, context, null, locale);
}

export const itemScope = (value: string, { context, follows }: Scope): Scope => ({
  kind: 'item',
  value,
  context,
  follows,
});

/** Reports whether the context contains at most one version of a document. */
export const isSingle = (context: LocaleContext): boolean =>
  context.kind === 'version' || (typeof context.locale === 'string' && context.locale !== '*');

/** Returns the condition that the locale in `column` is in the context, or null if the context has all locales. */
export function inContext(lowering: Lowering, context: LocaleContext, column: string): string | null {
  if (context.kind === 'version') return `${column} = ${context.alias}.locale`;
  const { locale } = context;
  if (locale === '*') return null;
  if (typeof locale === 'string') return `${column} = ${lowering.parameters.add(locale, 'text')}`;
  return `${column} = ANY(${lowering.parameters.add(locale, 'text[]')})`;
}

const isoFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** How columns are read, independent of the session's time zone and date style. */
const rowForms: Readonly<Partial<Record<Family, (column: string) => string>>> = {
  biginteger: (column) => `${column}::text`,
  decimal: (column) => `trim_scale(${column})`,
  time: (column) =>
    `CASE WHEN length(${column}::text) > 8 THEN rpad(${column}::text, 12, '0') ELSE ${column}::text END`,
  datetime: (column) => `to_char(${column} AT TIME ZONE 'UTC', ${isoFormat})`,
};

/** The SQL types in which values are compared. `integer` uses `bigint`, because `id` is one. */
export const comparedAs: Readonly<Record<Family, string>> = {
  text: 'text',
  integer: 'bigint',
  biginteger: 'bigint',
  float: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'timestamptz',
  json: 'text',
};

const columnAt = (scope: RowScope, attribute: Stored): string => `${scope.alias}.${columnName(attribute)}`;

/** Returns the JSON of a component or zone. */
export const contentOf = (scope: Scope, attribute: ComponentAttribute | Zone): string =>
  scope.kind === 'row' ? `${columnAt(scope, attribute)}::json` : itemValue(scope.value, attribute.name);

/** Returns a scalar as it appears in answers. */
export function presented(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (scope.kind === 'row') {
    const column = columnAt(scope, field);
    return rowForms[family]?.(column) ?? column;
  }
  if (family !== 'time') return itemValue(scope.value, field.name);
  const text = itemText(scope.value, field);
  return `CASE WHEN right(${text}, 4) = '.000' THEN left(${text}, 8) ELSE ${text} END`;
}

/** Returns a stored value in its canonical form (`domain/document/value.ts`). */
export function canonical(alias: string, attribute: Stored): string {
  const column = `${alias}.${columnName(attribute)}`;
  if (attribute.kind !== 'scalar') return column;
  const family = familyOf(attribute.type);
  if (family === 'time') return `to_char(${column}, 'HH24:MI:SS.MS')`;
  return rowForms[family]?.(column) ?? column;
}

/** Returns a scalar as it is compared and sorted. */
export function compared(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (scope.kind === 'row') {
    const column = columnAt(scope, field);
    return family === 'json' ? `${column}::text` : column;
  }
  if (family === 'json') return `nullif(${itemValue(scope.value, field.name)}::text, 'null') COLLATE "C"`;
  const text = itemText(scope.value, field);
  return family === 'text' ? `${text} COLLATE "C"` : `${text}::${comparedAs[family]}`;
}

/** Returns a scalar as text, for `contains`, `startsWith` and `endsWith`. */
export function textual(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (family === 'text' || family === 'json') return compared(scope, field);
  return scope.kind === 'row' ? `(${presented(scope, field)})::text` : itemText(scope.value, field);
}

const itemValue = (item: string, name: string): string => `(${item} -> ${literal(name)})`;

const itemText = (item: string, field: Scalar): string => `(${item} ->> ${literal(field.name)})`;
