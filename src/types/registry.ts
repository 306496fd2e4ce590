/** Which content-types and components there are, and whether private attributes are seen. */
export interface Registry {
  readonly contentTypes: object;
  readonly components: object;
  readonly private: 'shown' | 'hidden';
}

export type ContentTypeOf<R extends Registry, Uid> = Uid extends keyof R['contentTypes']
  ? R['contentTypes'][Uid]
  : unknown;

export type ComponentOf<R extends Registry, Uid> = Uid extends keyof R['components']
  ? R['components'][Uid]
  : unknown;

/** The attributes of a content-type or component. */
export type AttributesOf<S> = S extends { readonly attributes: infer Attributes } ? Attributes : object;

interface Composed {
  readonly type: 'relation' | 'media' | 'component' | 'dynamiczone';
}

interface Hidden {
  readonly private: true;
}

/** The `localizations` of Strapi's files are private, but can be populated. */
type Seen<R extends Registry, Attribute, Name> = R['private'] extends 'shown'
  ? true
  : Attribute extends Hidden
    ? Name extends 'localizations' | 'locale'
      ? true
      : false
    : true;

type NamesOf<R extends Registry, A, IsComposed extends boolean> = {
  [Name in keyof A]: Seen<R, A[Name], Name> extends true
    ? A[Name] extends Composed
      ? IsComposed extends true
        ? Name
        : never
      : IsComposed extends true
        ? never
        : Name
    : never;
}[keyof A] &
  string;

/** The names of attributes with a value of their own, without `id` and `documentId`. */
export type ScalarName<R extends Registry, S> = NamesOf<R, AttributesOf<S>, false>;

/** The names of relations, media, components and zones: what can be populated. */
export type ComposedName<R extends Registry, S> = NamesOf<R, AttributesOf<S>, true>;

export type AttributeOf<S, Name> = Name extends keyof AttributesOf<S> ? AttributesOf<S>[Name] : never;

export type IsContentType<S> = S extends { readonly kind: string } ? true : false;

export type HasDrafts<S> = S extends { readonly options: { readonly draftAndPublish: true } } ? true : false;

/** What a populated attribute leads to: a content-type, a component, or the union of a zone's components. */
export type TargetOf<R extends Registry, Attribute> = Attribute extends {
  readonly type: 'relation';
  readonly target: infer Uid;
}
  ? ContentTypeOf<R, Uid>
  : Attribute extends { readonly type: 'media' }
    ? ContentTypeOf<R, 'plugin::upload.file'>
    : Attribute extends { readonly type: 'component'; readonly component: infer Uid }
      ? ComponentOf<R, Uid>
      : unknown;

export type ZoneUid<Attribute> = Attribute extends {
  readonly type: 'dynamiczone';
  readonly components: readonly (infer Uid)[];
}
  ? Uid & string
  : never;

/** Tells a zone without components from what is no zone: neither has a `ZoneUid`. */
export type IsZone<Attribute> = Attribute extends { readonly type: 'dynamiczone' } ? true : false;

/** Whether the value of a populated attribute is a list. Strapi's own types have these members as optional ones. */
export type IsList<Attribute> = Attribute extends
  | { readonly type: 'relation'; readonly relation: `${string}ToMany` }
  | { readonly type: 'media'; readonly multiple?: true }
  | { readonly type: 'component'; readonly repeatable?: true }
  | { readonly type: 'dynamiczone' }
  ? true
  : false;

export type IsAny<T> = 0 extends 1 & T ? true : false;

/** The same type, shown as one object. */
export type Flat<T> = { [Key in keyof T]: T[Key] } & {};
