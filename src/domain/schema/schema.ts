import type { AttributeLayout, Condition, Layout } from '../layout/layout.js';

/**
 * The checked, frozen model of all content-types and components, with both sides of every relation resolved. Only
 * `buildSchema` makes one.
 */
export type Uid = string;

export type ScalarType =
  | 'string'
  | 'text'
  | 'richtext'
  | 'enumeration'
  | 'email'
  | 'password'
  | 'uid'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'json'
  | 'array'
  | 'blocks';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface AttributeBase {
  readonly name: string;
  /** Clients never get it and cannot filter or sort by it. Passwords are always private. */
  readonly private: boolean;
  readonly required: boolean;
  /** Whether each locale has a value of its own; otherwise all locales of a document share one. */
  readonly localized: boolean;
  /** The former name, if the attribute was renamed, so that its data is kept. */
  readonly renamedFrom?: string;
  /** While it does not hold, the admin page does not show the attribute. */
  readonly visibleIf?: Condition;
  /** Whether it must have a value while `visibleIf` holds; `required` is false then. */
  readonly requiredIfVisible?: true;
  /** Present if a layout file says something of it. */
  readonly layout?: AttributeLayout;
}

/** A value in a column of its own, including system fields (`id`, `documentId`, `createdAt` …). */
export interface Scalar extends AttributeBase {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** Whether the server sets it: `id`, `documentId`, `createdAt`, `updatedAt`, `publishedAt`, `locale`. */
  readonly system: boolean;
  readonly unique: boolean;
  /** Whether the store has an index for sorting and filtering by it. */
  readonly index: boolean;
  /** Present if its text is searched: how much it counts in the rank, 1 to 10 (`domain/plan/text-search.ts`). */
  readonly weight?: number;
  readonly default?: Json;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The source of a regular expression, which is checked when the schema is built. */
  readonly regex?: string;
  readonly enum?: readonly string[];
  /** The name of the enumeration in the flat format of GraphQL, instead of the one made from its place. */
  readonly enumName?: string;
  /** The attribute that a `uid` is generated from. */
  readonly targetField?: string;
}

export type RelationKind = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';

/**
 * A relation between two content-types, owned by the source attribute. `name` is unique in the schema and names the
 * link table or collection.
 */
export interface Link {
  readonly name: string;
  readonly source: LinkEnd;
  readonly target: LinkEnd;
}

/** One end of a link. A one-way link has no attribute at its target, and any number of sources. */
export interface LinkEnd {
  readonly type: Uid;
  readonly attribute?: string;
  /** Whether a document at this end may have many links. */
  readonly many: boolean;
  /**
   * Whether links name the locale of this end. Otherwise it is `''`, and links apply to every locale. A link between
   * two types with locales names the same locale at both ends.
   */
  readonly localized: boolean;
}

export type Side = 'source' | 'target';

/**
 * A relation, or a media attribute (a relation to `plugin::upload.file`). `place` is where its targets are kept:
 * relations of content-types have a `link`; those of components are `embedded` in the component as `{documentId,
 * locale?}`; `translations` (`localizations`) are the versions of the same document in its other locales, and are not
 * stored.
 */
export interface Relation extends AttributeBase {
  readonly kind: 'relation';
  readonly relation: RelationKind;
  readonly target: Uid;
  /** Whether the value is a list. */
  readonly many: boolean;
  readonly place:
    | { readonly kind: 'link'; readonly link: Link; readonly side: Side }
    | { readonly kind: 'embedded' }
    | { readonly kind: 'translations' };
  /** Present on media attributes. */
  readonly media?: { readonly allowedTypes: readonly string[] };
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component';
  readonly component: Uid;
  readonly repeatable: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface Zone extends AttributeBase {
  readonly kind: 'zone';
  readonly components: readonly Uid[];
  readonly min?: number;
  readonly max?: number;
}

export type Attribute = Scalar | Relation | ComponentAttribute | Zone;

/** The attributes that are stored in a version: all except relations. */
export type Stored = Exclude<Attribute, Relation>;

/** The common part of content-types and components: named attributes in output order, including system fields. */
export interface Shaped {
  readonly uid: Uid;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Present if there is a layout file. */
  readonly layout?: Layout;
}

export interface ContentType extends Shaped {
  readonly shaped: 'content-type';
  readonly kind: 'collectionType' | 'singleType';
  readonly collectionName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly displayName: string;
  readonly description: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** Whether the content API has routes for it (of its own, not of a plugin). */
  readonly exposed: boolean;
  /** The former `collectionName`, if the type was renamed. */
  readonly renamedFrom?: string;
  /** How long earlier versions of documents are kept; null: there are none. */
  readonly history: HistoryRetention | null;
}

/** Both limits apply. */
export interface HistoryRetention {
  /** The most entries of one document in one locale. */
  readonly versions: number;
  readonly days: number;
}

/** A component. Its only system field is the numeric `id` of an item. */
export interface Component extends Shaped {
  readonly shaped: 'component';
  readonly category: string;
  readonly displayName: string;
  /** What the admin page says of it where one is chosen. */
  readonly description?: string;
  /** The name of a picture of Strapi's, such as `quote`. */
  readonly icon?: string;
}

export interface Schema {
  readonly contentTypes: ReadonlyMap<Uid, ContentType>;
  readonly components: ReadonlyMap<Uid, Component>;
  /** Every link of the schema, once. */
  readonly links: readonly Link[];
  /** Used unless the stored locales name another default. */
  readonly defaultLocale: string;
}

/** Returns the content-type of a uid that the schema itself names. Throws if there is none. */
export function contentTypeOf(schema: Schema, uid: Uid): ContentType {
  const type = schema.contentTypes.get(uid);
  if (type === undefined) throw new Error(`no content-type ${uid} in the schema`);
  return type;
}

/** Returns the component of a uid that the schema itself names. Throws if there is none. */
export function componentOf(schema: Schema, uid: Uid): Component {
  const component = schema.components.get(uid);
  if (component === undefined) throw new Error(`no component ${uid} in the schema`);
  return component;
}

/** Returns a scalar attribute that the schema is known to have. Throws if there is none. */
export function scalarOf(shaped: Shaped, name: string): Scalar {
  const attribute = shaped.attributes.get(name);
  if (attribute?.kind !== 'scalar') throw new Error(`no scalar ${name} in ${shaped.uid}`);
  return attribute;
}

/** Whether the server sets the attribute. */
export const isSystem = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar'
    ? attribute.system
    : attribute.kind === 'relation' && attribute.place.kind === 'translations';

/** Whether clients write the attribute and a version stores it: neither a relation nor a system field. */
export const isContent = (attribute: Attribute): attribute is Stored =>
  attribute.kind !== 'relation' && !(attribute.kind === 'scalar' && attribute.system);

/** Whether a version stores the attribute among its values: content, and its authors. */
export const isValue = (attribute: Attribute): attribute is Stored =>
  isContent(attribute) || isAuthor(attribute);

/** Whether the attribute says who created the version, or who changed it last (`authorOf`). */
export const isAuthor = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && attribute.system && authors.has(attribute.name);

const authors: ReadonlySet<string> = new Set(['createdBy', 'updatedBy']);

/** Whether an end of the link has drafts, so that the link can be in either layer. */
export const isLayered = (schema: Schema, link: Link): boolean =>
  [link.source, link.target].some(({ type }) => contentTypeOf(schema, type).draftAndPublish);

/** Whether a store keeps the values unique among the published versions of a locale. */
export const isUnique = (attribute: Attribute | undefined): attribute is Scalar =>
  attribute?.kind === 'scalar' && !attribute.system && (attribute.unique || attribute.type === 'uid');

export const otherSide = (side: Side): Side => (side === 'source' ? 'target' : 'source');

/** The relation attribute at the other end of a two-way link. */
export function inverseOf(schema: Schema, relation: Relation): Relation | undefined {
  if (relation.place.kind !== 'link') return undefined;
  const end = relation.place.link[otherSide(relation.place.side)];
  const attribute =
    end.attribute === undefined
      ? undefined
      : schema.contentTypes.get(end.type)?.attributes.get(end.attribute);
  return attribute?.kind === 'relation' ? attribute : undefined;
}
