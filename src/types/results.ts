import type {
  AttributeOf,
  ComponentOf,
  ComposedName,
  Flat,
  HasDrafts,
  IsAny,
  IsContentType,
  IsList,
  IsZone,
  Registry,
  ScalarName,
  TargetOf,
  ZoneUid,
} from './registry.js';
import type { OutputValue } from './values.js';

/** Which version is read. A draft may lack required values. */
export type Layer = 'draft' | 'published';

/** What a query with these `fields` and this `populate` answers for one document. */
export type Result<R extends Registry, S, F = undefined, P = undefined, L extends Layer = 'published'> = Flat<
  Identity<S> & Own<R, S, F, L> & Populated<R, S, P, L>
>;

/** The document with everything that can be populated, where each may be absent. */
export type AnyResult<R extends Registry, S, L extends Layer = 'published'> = Flat<
  Identity<S> & Own<R, S, undefined, L> & Loose<R, S, L>
>;

type Identity<S> = IsContentType<S> extends true ? { id: number; documentId: string } : { id: number };

type Own<R extends Registry, S, F, L extends Layer> =
  IsAny<F> extends true
    ? Partial<Named<R, S, '*', L>>
    : F extends readonly (infer Item)[]
      ? Named<R, S, Item, L>
      : F extends string
        ? Named<R, S, F, L>
        : Named<R, S, '*', L>;

type Named<R extends Registry, S, Item, L extends Layer> = [Item] extends [never]
  ? Scalars<R, S, ScalarName<R, S>, L>
  : string extends Item
    ? Partial<Scalars<R, S, ScalarName<R, S>, L>>
    : Scalars<R, S, '*' extends Item ? ScalarName<R, S> : Item, L>;

type Scalars<R extends Registry, S, Name, L extends Layer> = {
  [Each in Name & ScalarName<R, S>]: Scalar<S, AttributeOf<S, Each>, Each, L>;
};

type Scalar<S, Attribute, Name, L extends Layer> = Name extends 'createdAt' | 'updatedAt'
  ? string
  : Name extends 'publishedAt'
    ? [HasDrafts<S>, L] extends [true, 'draft']
      ? null
      : string | null
    : IsComplete<S, Attribute, L> extends true
      ? OutputValue<Attribute>
      : OutputValue<Attribute> | null;

/** Components have no drafts of their own: where they come from decides. */
type IsComplete<S, Attribute, L extends Layer> = Attribute extends { readonly required: true }
  ? L extends 'published'
    ? true
    : IsContentType<S> extends true
      ? HasDrafts<S> extends true
        ? false
        : true
      : false
  : false;

type Populated<R extends Registry, S, P, L extends Layer> =
  IsAny<P> extends true
    ? Loose<R, S, L>
    : P extends undefined
      ? unknown
      : P extends '*'
        ? { [Name in ComposedName<R, S>]: Value<R, AttributeOf<S, Name>, true, L> }
        : P extends string
          ? ByPath<R, S, P, L>
          : P extends readonly (infer Item)[]
            ? ByPath<R, S, Item, L>
            : ByName<R, S, P, L>;

type Loose<R extends Registry, S, L extends Layer> = {
  [Name in ComposedName<R, S>]?: LooseValue<R, AttributeOf<S, Name>, L>;
};

type LooseValue<R extends Registry, Attribute, L extends Layer> = Sized<
  Attribute,
  IsZone<Attribute> extends false
    ? AnyResult<R, TargetOf<R, Attribute>, L>
    : ZoneItem<R, ZoneUid<Attribute>, Record<ZoneUid<Attribute>, true>, L>
>;

type Head<Item> = Item extends `${infer Name}.${string}` ? Name : Item;
type Rest<Item, Name extends string> = Item extends `${Name}.${infer Path}` ? Path : never;

type ByPath<R extends Registry, S, Item, L extends Layer> = string extends Item
  ? Loose<R, S, L>
  : {
      [Name in Head<Item> & ComposedName<R, S>]: Value<
        R,
        AttributeOf<S, Name>,
        [Rest<Item, Name>] extends [never] ? true : { readonly populate: readonly Rest<Item, Name>[] },
        L
      >;
    };

type ByName<R extends Registry, S, P, L extends Layer> = {
  [Name in keyof P & ComposedName<R, S> as P[Name] extends false | undefined ? never : Name]: Value<
    R,
    AttributeOf<S, Name>,
    P[Name],
    L
  >;
};

type Value<R extends Registry, Attribute, O, L extends Layer> = O extends { readonly count: true }
  ? { count: number }
  : Sized<
      Attribute,
      IsZone<Attribute> extends false
        ? Member<R, TargetOf<R, Attribute>, O, L>
        : Zone<R, ZoneUid<Attribute>, O, L>
    >;

type Sized<Attribute, Item> = IsList<Attribute> extends true ? Item[] : Item | null;

type Member<R extends Registry, S, O, L extends Layer> = unknown extends S
  ? // oxlint-disable-next-line typescript/no-explicit-any -- The content-type is not among the generated ones.
    any
  : O extends boolean
    ? Result<R, S, undefined, undefined, L>
    : O extends '*'
      ? Result<R, S, undefined, '*', L>
      : Result<R, S, OptionOf<O, 'fields'>, OptionOf<O, 'populate'>, L>;

/** Undefined without the option. */
export type OptionOf<O, Key extends string> = O extends { readonly [K in Key]: infer Option }
  ? Option
  : undefined;

type Zone<R extends Registry, Uid extends string, O, L extends Layer> = O extends { readonly on: infer On }
  ? ZoneItem<R, Uid & keyof On, On, L>
  : ZoneItem<R, Uid, Record<Uid, O extends '*' | { readonly populate: '*' } ? '*' : true>, L>;

type ZoneItem<R extends Registry, Uid, On, L extends Layer> = Uid extends keyof On
  ? Flat<{ __component: Uid } & Member<R, ComponentOf<R, Uid>, On[Uid], L>>
  : never;
