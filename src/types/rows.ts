import type { Compared, Condition, Joined, OfText } from './filters.js';
import type { UpdateInput } from './inputs.js';
import type {
  AttributeOf,
  ComponentOf,
  ComposedName,
  IsAny,
  IsContentType,
  IsZone,
  Registry,
  ScalarName,
  TargetOf,
  ZoneUid,
} from './registry.js';
import type { Layer, Result } from './results.js';
import type { InputValue } from './values.js';

/** What `strapi.db.query(uid)` takes and returns: rows of any layer. */
export interface TypedRows<R extends Registry, S> {
  findOne<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params?: Find<R, S, F, P>,
  ): Promise<Row<R, S, F, P> | null>;
  /** All that match, without a limit or with the limit 0. */
  findMany<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params?: Find<R, S, F, P>,
  ): Promise<Row<R, S, F, P>[]>;
  findWithCount<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params?: Find<R, S, F, P>,
  ): Promise<[Row<R, S, F, P>[], number]>;
  findPage<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params?: Find<R, S, F, P> & { readonly page?: number | string; readonly pageSize?: number | string },
  ): Promise<{
    results: Row<R, S, F, P>[];
    pagination: { page: number; pageSize: number; pageCount: number; total: number };
  }>;
  count(params?: { readonly where?: Where<R, S> }): Promise<number>;
  create<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params: Shown<F, P> & { readonly data: RowInput<R, S> },
  ): Promise<Row<R, S, F, P>>;
  /** The first match as it is afterwards; null if there is none. */
  update<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params: Shown<F, P> & { readonly where: Where<R, S>; readonly data: RowInput<R, S> },
  ): Promise<Row<R, S, F, P> | null>;
  /** The first match as it was; null if there is none. */
  delete<const F extends Select<R, S> = undefined, const P extends RowPopulate<R, S> = undefined>(
    params: Shown<F, P> & { readonly where: Where<R, S> },
  ): Promise<Row<R, S, F, P> | null>;
  createMany(params: { readonly data: readonly RowInput<R, S>[] }): Promise<{ count: number; ids: number[] }>;
  updateMany(params: {
    readonly where?: Where<R, S>;
    readonly data: RowInput<R, S>;
  }): Promise<{ count: number }>;
  deleteMany(params?: { readonly where?: Where<R, S> }): Promise<{ count: number }>;
}

type Row<R extends Registry, S, F, P> = Result<R, S, F, AsDocument<P>, Layer>;

/** The populate of the document service that means the same, from which the result follows. */
type AsDocument<P> =
  IsAny<P> extends true
    ? P
    : P extends true
      ? '*'
      : P extends string | readonly unknown[] | undefined
        ? P
        : { readonly [Name in keyof P]: AsOptions<P[Name]> };

type AsOptions<O> = O extends object
  ? {
      readonly [Key in keyof O as Key extends 'select' ? 'fields' : Key]: Key extends 'populate'
        ? AsDocument<O[Key]>
        : Key extends 'on'
          ? { readonly [Uid in keyof O[Key]]: AsOptions<O[Key][Uid]> }
          : O[Key];
    }
  : O;

type Name<R extends Registry, S> = ScalarName<R, S> | 'id' | 'documentId';

type Select<R extends Registry, S> = Name<R, S> | '*' | readonly (Name<R, S> | '*')[] | undefined;

interface Shown<F, P> {
  readonly select?: F;
  readonly populate?: P;
}

interface Find<R extends Registry, S, F, P> extends Shown<F, P> {
  readonly where?: Where<R, S>;
  readonly orderBy?: OrderBy<R, S>;
  readonly offset?: number;
  readonly limit?: number;
}

type Path<R extends Registry, S> = ComposedName<R, S> | `${ComposedName<R, S>}.${string}`;

type RowPopulate<R extends Registry, S> = true | readonly Path<R, S>[] | Members<R, S> | undefined;

type Members<R extends Registry, S> = {
  readonly [Each in ComposedName<R, S>]?:
    | boolean
    | (IsZone<AttributeOf<S, Each>> extends false
        ? Options<R, TargetOf<R, AttributeOf<S, Each>>>
        : ZoneOptions<R, ZoneUid<AttributeOf<S, Each>>>);
};

interface Options<R extends Registry, S> extends Find<R, S, Select<R, S>, RowPopulate<R, S>> {
  readonly count?: boolean;
}

interface ZoneOptions<R extends Registry, Uid extends string> {
  readonly on?: { readonly [Each in Uid]?: boolean | Options<R, ComponentOf<R, Each>> };
  readonly populate?: true;
}

type Direction = 'asc' | 'desc' | 'ASC' | 'DESC';

type Order<R extends Registry, S> =
  | Name<R, S>
  | ({ readonly [Each in Name<R, S>]?: Direction } & {
      readonly [Each in ComposedName<R, S>]?: Order<R, TargetOf<R, AttributeOf<S, Each>>>;
    });

type OrderBy<R extends Registry, S> = Order<R, S> | readonly Order<R, S>[];

/** A row by its numeric id, or by its conditions. */
type Linked<R extends Registry, S> = number | readonly number[] | null | Where<R, S>;

/** Conditions on rows. A list means one of its values. */
export type Where<R extends Registry, S> = {
  readonly [Each in ScalarName<R, S>]?:
    | Condition<AttributeOf<S, Each>>
    | readonly InputValue<AttributeOf<S, Each>>[]
    | null;
} & {
  readonly [Each in ComposedName<R, S> as IsZone<AttributeOf<S, Each>> extends false ? Each : never]?: Linked<
    R,
    TargetOf<R, AttributeOf<S, Each>>
  >;
} & Joined<Where<R, S>> & { readonly id?: Id | readonly Id[] | Compared<Id> } & (IsContentType<S> extends true
    ? { readonly documentId?: string | readonly string[] | OfText<string> }
    : unknown);

type Id = number | string;

/** What is written to one row. Nothing is required. */
export type RowInput<R extends Registry, S> = UpdateInput<R, S> & {
  readonly documentId?: string;
  readonly createdAt?: string | Date;
  readonly updatedAt?: string | Date;
  /** Null: a draft. */
  readonly publishedAt?: string | Date | null;
  readonly locale?: string | null;
};
