import type {
  AttributeOf,
  AttributesOf,
  ComponentOf,
  ComposedName,
  Flat,
  HasDrafts,
  IsList,
  Registry,
  ZoneUid,
} from './registry.js';
import type { Layer } from './results.js';
import type { InputValue } from './values.js';

/** Set by the server. */
type SystemName =
  | 'id'
  | 'documentId'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
  | 'locale'
  | 'localizations'
  | 'createdBy'
  | 'updatedBy';

type Writable<S> = Exclude<keyof AttributesOf<S>, SystemName> & string;

/** The attributes that a create has to name. Drafts may lack them. */
type Needed<S, L extends Layer> = [HasDrafts<S>, L] extends [true, 'draft']
  ? never
  : {
      [Name in Writable<S>]: AttributeOf<S, Name> extends { readonly required: true }
        ? AttributeOf<S, Name> extends { readonly default: unknown } | { readonly type: 'uid' }
          ? never
          : Name
        : never;
    }[Writable<S>];

/** The data of an update: attributes that it does not name keep their values, and null clears one. */
export type UpdateInput<R extends Registry, S> = {
  readonly [Name in Writable<S>]?: AttributeInput<R, S, Name> | null;
};

/** The data of a create of this version. */
export type CreateInput<R extends Registry, S, L extends Layer> = Flat<
  Omit<UpdateInput<R, S>, Needed<S, L>> & { readonly [Name in Needed<S, L>]: AttributeInput<R, S, Name> }
>;

type AttributeInput<R extends Registry, S, Name> =
  Name extends ComposedName<R, S> ? ComposedInput<R, AttributeOf<S, Name>> : InputValue<AttributeOf<S, Name>>;

type ComposedInput<R extends Registry, Attribute> = Attribute extends {
  readonly type: 'component';
  readonly component: infer Uid;
}
  ? IsList<Attribute> extends true
    ? readonly ItemInput<R, Uid>[]
    : ItemInput<R, Uid>
  : Attribute extends { readonly type: 'dynamiczone' }
    ? readonly ZoneInput<R, ZoneUid<Attribute>>[]
    : RelationInput<IsList<Attribute>>;

/** With the `id` of an item that stays, and is changed in part. */
type ItemInput<R extends Registry, Uid> = UpdateInput<R, ComponentOf<R, Uid>> & { readonly id?: number };

type ZoneInput<R extends Registry, Uid> = Uid extends string
  ? ItemInput<R, Uid> & { readonly __component: Uid }
  : never;

interface InVersion {
  /** Where only the target has locales. */
  readonly locale?: string | null;
  /** Where only the target has drafts. */
  readonly status?: 'draft' | 'published';
}

interface ByDocumentId extends InVersion {
  readonly documentId: string;
}

interface ById extends InVersion {
  readonly id: number | string;
}

/** A documentId, a numeric id, or an object with one. */
export type Reference = string | number | ByDocumentId | ById;

/** The default is the end. */
export type Position =
  | { readonly before: string | number }
  | { readonly after: string | number }
  | { readonly start: true }
  | { readonly end: true };

type Connection = string | number | ((ByDocumentId | ById) & { readonly position?: Position });

type OneOrMore<T> = T | readonly T[];

interface RelationChange {
  readonly connect?: OneOrMore<Connection>;
  readonly disconnect?: OneOrMore<Reference>;
}

/** A list, one item or `set` replaces all connections; `connect` and `disconnect` change some. */
export type RelationInput<IsMany extends boolean> =
  | (IsMany extends true ? OneOrMore<Reference> : Reference)
  | RelationChange
  | { readonly set: OneOrMore<Reference> | null };
