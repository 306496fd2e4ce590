import { familyOf, type Family } from '../../../../domain/document/value.js';
import type { Context, Limits } from '../../../../domain/plan/read-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type {
  ComponentAttribute,
  ContentType,
  Scalar,
  Schema,
  Zone,
} from '../../../../domain/schema/schema.js';
import type { Stored } from '../layout.js';
import { columnName } from '../names.js';
import { literal, Parameters } from '../statement.js';

/** Collects the parameters of one statement, and gives out its aliases. */
export class Lowering {
  private aliases = 0;

  constructor(
    readonly schema: Schema,
    readonly limits: Limits,
    readonly parameters = new Parameters(),
  ) {}

  alias(prefix: string): string {
    this.aliases += 1;
    return `${prefix}${this.aliases}`;
  }
}

/** The locales in which targets are looked up: that of the version under an alias, or those that the plan names. */
export type LocaleContext =
  | { readonly kind: 'version'; readonly alias: string }
  | { readonly kind: 'asked'; readonly locale: Context['locale'] };

/** What the attributes of one level are read from: a row of a content-type's table, or a component item in JSON. */
export type Scope = RowScope | ItemScope;

export interface RowScope {
  readonly kind: 'row';
  readonly alias: string;
  readonly type: ContentType;
  readonly layer: Layer;
  readonly context: LocaleContext;
}

interface ItemScope {
  readonly kind: 'item';
  readonly value: string;
  readonly context: LocaleContext;
}

/** Rows of `type` in `layer`: types without draft & publish have only published ones. */
export const rowScope = (
  alias: string,
  type: ContentType,
  layer: Layer,
  context: LocaleContext,
): RowScope => ({
  kind: 'row',
  alias,
  type,
  layer: type.draftAndPublish ? layer : 'published',
  context: type.localized ? { kind: 'version', alias } : context,
});

/** The scope of the plan's own rows. */
export const rootScope = (alias: string, type: ContentType, { layer, locale }: Context): RowScope =>
  rowScope(alias, type, layer, { kind: 'asked', locale });

export const itemScope = (value: string, { context }: Scope): Scope => ({ kind: 'item', value, context });

/** Whether at most one version of a document is in the context. */
export const isSingle = (context: LocaleContext): boolean =>
  context.kind === 'version' || (typeof context.locale === 'string' && context.locale !== '*');

/** The condition that the locale in `column` is in the context; null where every locale is. */
export function inContext(lowering: Lowering, context: LocaleContext, column: string): string | null {
  if (context.kind === 'version') return `${column} = ${context.alias}.locale`;
  const { locale } = context;
  if (locale === '*') return null;
  if (typeof locale === 'string') return `${column} = ${lowering.parameters.add(locale, 'text')}`;
  return `${column} = ANY(${lowering.parameters.add(locale, 'text[]')})`;
}

const isoFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** Independent of the session's time zone and date style: each form is spelled out, or is that of JSON. */
const rowForms: Readonly<Partial<Record<Family, (column: string) => string>>> = {
  biginteger: (column) => `${column}::text`,
  decimal: (column) => `trim_scale(${column})`,
  time: (column) =>
    `CASE WHEN length(${column}::text) > 8 THEN rpad(${column}::text, 12, '0') ELSE ${column}::text END`,
  datetime: (column) => `to_char(${column} AT TIME ZONE 'UTC', ${isoFormat})`,
};

/** The SQL types that values of a family are compared as. `integer` is wide enough for `id`. */
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

/** The JSON of a component or zone. `json`, unlike `jsonb`, keeps the text as it was written. */
export const contentOf = (scope: Scope, attribute: ComponentAttribute | Zone): string =>
  scope.kind === 'row' ? `${columnAt(scope, attribute)}::json` : itemValue(scope.value, attribute.name);

/** A scalar in the form of answers. */
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

/** A stored value in its canonical form (`domain/document/value.ts`). */
export function canonical(alias: string, attribute: Stored): string {
  const column = `${alias}.${columnName(attribute)}`;
  if (attribute.kind !== 'scalar') return column;
  const family = familyOf(attribute.type);
  if (family === 'time') return `to_char(${column}, 'HH24:MI:SS.MS')`;
  return rowForms[family]?.(column) ?? column;
}

/** A scalar in the form in which it is compared and sorted. */
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

/** A scalar as text, for `contains`, `startsWith` and `endsWith`. */
export function textual(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (family === 'text' || family === 'json') return compared(scope, field);
  return scope.kind === 'row' ? `(${presented(scope, field)})::text` : itemText(scope.value, field);
}

const itemValue = (item: string, name: string): string => `(${item} -> ${literal(name)})`;

const itemText = (item: string, field: Scalar): string => `(${item} ->> ${literal(field.name)})`;
