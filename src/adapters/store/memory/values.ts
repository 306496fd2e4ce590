import type { Context } from '../../../domain/plan/read-plan.js';
import type { ReadLayer } from '../../../domain/query/query.js';
import { isAuthor, type ContentType, type Json, type Scalar } from '../../../domain/schema/schema.js';
import type { Version } from './tables.js';

/** A stored item of a component. */
export type Item = { readonly [key: string]: Json };

/** A node of the answer's tree: a version, or a component item inside it. */
export interface Node {
  readonly type: ContentType;
  readonly version: Version;
  readonly item: Item | null;
  /** The locales in which its relations are followed: the version's own or, if it has none, those of its parent. */
  readonly locale: Context['locale'];
  /** The layer in which its relations are followed if the plan is for any layer. */
  readonly layer: ReadLayer;
}

/** Returns the node of a version that was reached in `context`. */
export const nodeOf = (type: ContentType, version: Version, { locale, layer }: Context): Node => ({
  type,
  version,
  item: null,
  locale: type.localized ? version.locale : locale,
  layer: type.draftAndPublish && layer === 'any' ? version.layer : layer,
});

export const inLocale = (version: Version, context: Context['locale']): boolean =>
  context === '*' ||
  (typeof context === 'string' ? version.locale === context : context.includes(version.locale));

/** Returns the stored value of a scalar, or null. */
export function scalarAt({ version, item }: Node, field: Scalar): Json {
  if (item !== null) return item[field.name] ?? null;
  if (field.system && !isAuthor(field)) return systemValue(version, field.name);
  return version.values.get(field.name) ?? null;
}

/** Returns the stored value of a component, zone or embedded relation, or null. */
export const contentAt = ({ version, item }: Node, name: string): Json =>
  (item === null ? version.values.get(name) : item[name]) ?? null;

/** Returns the items of a component or zone in order. A single component yields at most one. */
export function itemsAt(node: Node, name: string): readonly Item[] {
  const content = contentAt(node, name);
  if (content === null) return [];
  return (Array.isArray(content) ? content : [content]) as readonly Item[];
}

function systemValue(version: Version, name: string): Json {
  switch (name) {
    case 'id':
    case 'documentId':
    case 'locale':
    case 'createdAt':
    case 'updatedAt':
    case 'publishedAt':
      return version[name];
    default:
      throw new Error(`no system field ${name}`);
  }
}
