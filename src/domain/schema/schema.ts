/**
 * The checked, frozen model of all content-types and components, both sides of every relation resolved.
 * Built by `buildSchema`; everything else only reads it.
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

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface AttributeBase {
  readonly name: string;
  /** Never leaves the server and cannot be asked for. Passwords always are. */
  readonly private: boolean;
  readonly required: boolean;
  /** One value for each locale; otherwise shared by all locales of a document. */
  readonly localized: boolean;
  /** The former name: declares that a change of the files is a rename, so the data moves along. */
  readonly renamedFrom?: string;
}

/** A value in a column of its own. System fields (`id`, `documentId`, `createdAt` …) are scalars too. */
export interface Scalar extends AttributeBase {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** Kept by the server, not by clients: `id`, `documentId`, `createdAt`, `updatedAt`, `publishedAt`, `locale`. */
  readonly system: boolean;
  readonly unique: boolean;
  /** Ask the store for an index to sort and filter by. */
  readonly index: boolean;
  readonly default?: Json;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The source of a regular expression, checked when the schema is built. */
  readonly regex?: string;
  readonly enum?: readonly string[];
  /** The attribute a `uid` is made from. */
  readonly targetField?: string;
}

export type RelationKind = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';

/**
 * One relation between two content-types, owned by the source attribute. `name` is unique in the schema and names
 * the link table or collection.
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
  /** Whether a document at this end may have many links (its list is a list, not one value). */
  readonly many: boolean;
  /**
   * Whether links name the locale of this end; otherwise it is `''` and they hold for every locale. Source and target
   * of two types with locales name the same one.
   */
  readonly localized: boolean;
}

export type Side = 'source' | 'target';

/**
 * A relation, or a media attribute (a relation to `plugin::upload.file`). Relations of content-types live in a link;
 * those of components are kept inside the component as `{documentId, locale?}` (`place: embedded`); `localizations`,
 * the versions of the same document in its other locales, follow from the versions themselves (`translations`).
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

/** What a version itself holds: everything but relations. */
export type Stored = Exclude<Attribute, Relation>;

/** What content-types and components have in common: named attributes, in output order, system fields included. */
export interface Shaped {
  readonly uid: Uid;
  readonly attributes: ReadonlyMap<string, Attribute>;
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
  /** Whether the content API has routes for it (its own, not a plugin's). */
  readonly exposed: boolean;
  /** The former `collectionName`: declares a rename. */
  readonly renamedFrom?: string;
}

/** A component. Its only system field is the numeric `id` of an item. */
export interface Component extends Shaped {
  readonly shaped: 'component';
  readonly category: string;
  readonly displayName: string;
}

export interface Schema {
  readonly contentTypes: ReadonlyMap<Uid, ContentType>;
  readonly components: ReadonlyMap<Uid, Component>;
  /** Every link of the schema, once. */
  readonly links: readonly Link[];
  /** Where nobody names one: a server's own locales may say otherwise. */
  readonly defaultLocale: string;
}

/** The content-type of a uid that the schema itself names. A miss is a bug, not a client's mistake. */
export function contentTypeOf(schema: Schema, uid: Uid): ContentType {
  const type = schema.contentTypes.get(uid);
  if (type === undefined) throw new Error(`no content-type ${uid} in the schema`);
  return type;
}

/** The component of a uid that the schema itself names. */
export function componentOf(schema: Schema, uid: Uid): Component {
  const component = schema.components.get(uid);
  if (component === undefined) throw new Error(`no component ${uid} in the schema`);
  return component;
}

/** A system field or scalar attribute that the schema is known to have. */
export function scalarOf(shaped: Shaped, name: string): Scalar {
  const attribute = shaped.attributes.get(name);
  if (attribute?.kind !== 'scalar') throw new Error(`no scalar ${name} in ${shaped.uid}`);
  return attribute;
}

/** What the server keeps itself. */
export const isSystem = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar'
    ? attribute.system
    : attribute.kind === 'relation' && attribute.place.kind === 'translations';

/** Whether a version holds the attribute, and clients write it: no relation, no system field. */
export const isContent = (attribute: Attribute): attribute is Stored =>
  attribute.kind !== 'relation' && !(attribute.kind === 'scalar' && attribute.system);

/** Whether an end of the link has drafts, so that links have a place in either layer. */
export const isLayered = (schema: Schema, link: Link): boolean =>
  [link.source, link.target].some(({ type }) => contentTypeOf(schema, type).draftAndPublish);

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
