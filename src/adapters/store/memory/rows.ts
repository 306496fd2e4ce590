import type { Context } from '../../../domain/plan/read-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import type { ContentType, Json } from '../../../domain/schema/schema.js';

/** One stored version. Rows are never changed, only replaced: what a reader holds stays as it was. */
export interface Version {
  readonly id: number;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
  /** Scalars and whole components by attribute name; null is absence. */
  readonly values: ReadonlyMap<string, Json>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  /** Of a draft: the numeric id of its published version, also while it is unpublished; null before the first one. */
  readonly publishedId: number | null;
  /** Of a draft: whether it was changed since it was last published or discarded. */
  readonly hasChanges: boolean;
}

/** An item of a component as it is stored. */
export type Item = { readonly [key: string]: Json };

/** What attributes are read from: a version, or a component item inside it. */
export interface Place {
  readonly type: ContentType;
  readonly version: Version;
  readonly item: Item | null;
  /** The locales that relations from here lead to: that of the version or, if it has none, those it was reached from. */
  readonly locale: Context['locale'];
}

/** A version as it is reached where `context` is read. */
export const placeOf = (type: ContentType, version: Version, context: Context['locale']): Place => ({
  type,
  version,
  item: null,
  locale: type.localized ? version.locale : context,
});

export const inLocale = (version: Version, context: Context['locale']): boolean =>
  context === '*' ||
  (typeof context === 'string' ? version.locale === context : context.includes(version.locale));
