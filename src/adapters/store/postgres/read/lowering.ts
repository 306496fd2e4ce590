import type { Context, Limits } from '../../../../domain/plan/read-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { Parameters } from '../statement.js';

/** What one lowering of a plan collects: parameters, and aliases that are never used twice. */
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

/** The locales that versions are looked for in: that of the version under an alias, or those that the plan names. */
export type LocaleContext =
  | { readonly kind: 'version'; readonly alias: string }
  | { readonly kind: 'asked'; readonly locale: Context['locale'] };

/** Where the attributes of one level are read from: a row of a content-type's table, or a component item in JSON. */
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

/** The row that a plan starts from. */
export const rootScope = (alias: string, type: ContentType, { layer, locale }: Context): RowScope =>
  rowScope(alias, type, layer, { kind: 'asked', locale });

export const itemScope = (value: string, { context }: Scope): Scope => ({ kind: 'item', value, context });

/** Whether at most one version of a document is in the context. */
export const isSingle = (context: LocaleContext): boolean =>
  context.kind === 'version' || (typeof context.locale === 'string' && context.locale !== '*');

/** That the locale in `column` is in the context; null where any is. */
export function inContext(lowering: Lowering, context: LocaleContext, column: string): string | null {
  if (context.kind === 'version') return `${column} = ${context.alias}.locale`;
  const { locale } = context;
  if (locale === '*') return null;
  if (typeof locale === 'string') return `${column} = ${lowering.parameters.add(locale, 'text')}`;
  return `${column} = ANY(${lowering.parameters.add(locale, 'text[]')})`;
}
