import type { Limits } from '../../../../domain/plan/read-plan.js';
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

/**
 * Where the attributes of one level are read from: a row of a content-type's table, or a component item in JSON.
 * `layer`, and `locale` in SQL, are those of the enclosing version, which links start from.
 */
export type Scope = RowScope | ItemScope;

export interface RowScope {
  readonly kind: 'row';
  readonly alias: string;
  readonly layer: Layer;
  readonly locale: string;
}

interface ItemScope {
  readonly kind: 'item';
  readonly value: string;
  readonly layer: Layer;
  readonly locale: string;
}

/** Rows of `type` in a context of `layer`: types without draft & publish have only published ones. */
export const rowScope = (alias: string, type: ContentType, layer: Layer): RowScope => ({
  kind: 'row',
  alias,
  layer: type.draftAndPublish ? layer : 'published',
  locale: type.localized ? `${alias}.locale` : `''`,
});

export const itemScope = (value: string, parent: Scope): Scope => ({
  kind: 'item',
  value,
  layer: parent.layer,
  locale: parent.locale,
});
