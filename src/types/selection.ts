import type { Filters } from './filters.js';
import type {
  AttributeOf,
  ComponentOf,
  ComposedName,
  IsZone,
  Registry,
  ScalarName,
  TargetOf,
  ZoneUid,
} from './registry.js';

type FieldName<R extends Registry, S> = ScalarName<R, S> | 'id' | 'documentId' | '*';

export type Fields<R extends Registry, S> = FieldName<R, S> | readonly FieldName<R, S>[];

type Direction = 'asc' | 'desc';
type Sortable<R extends Registry, S> = ScalarName<R, S> | 'id' | 'documentId';
type SortText<R extends Registry, S> =
  | Sortable<R, S>
  | `${Sortable<R, S>}:${Direction}`
  | `${ComposedName<R, S>}.${string}`;

type SortObject<R extends Registry, S> = { readonly [Name in Sortable<R, S>]?: Direction } & {
  readonly [Name in ComposedName<R, S>]?: SortObject<R, TargetOf<R, AttributeOf<S, Name>>>;
};

type SortItem<R extends Registry, S> = SortText<R, S> | SortObject<R, S>;

export type Sort<R extends Registry, S> = SortItem<R, S> | readonly SortItem<R, S>[];

type Path<R extends Registry, S> = ComposedName<R, S> | `${ComposedName<R, S>}.${string}`;

/** What to populate: `*` for one level, names or dotted paths, or options by name. */
export type Populate<R extends Registry, S> = '*' | Path<R, S> | readonly Path<R, S>[] | Members<R, S>;

type Members<R extends Registry, S> = {
  readonly [Name in ComposedName<R, S>]?: MemberOptions<R, AttributeOf<S, Name>>;
};

type MemberOptions<R extends Registry, Attribute> =
  | boolean
  | '*'
  | (IsZone<Attribute> extends false ? Options<R, TargetOf<R, Attribute>> : ZoneOptions<R, Attribute>);

interface Options<R extends Registry, S> {
  readonly fields?: Fields<R, S>;
  readonly filters?: Filters<R, S>;
  readonly sort?: Sort<R, S>;
  readonly populate?: Populate<R, S>;
  /** The number instead of the documents. */
  readonly count?: boolean;
}

interface ZoneOptions<R extends Registry, Attribute> {
  readonly populate?: '*';
  /** Only these components. */
  readonly on?: {
    readonly [Uid in ZoneUid<Attribute>]?: boolean | '*' | Options<R, ComponentOf<R, Uid>>;
  };
}

/**
 * The same populate, where no name is unknown: the compiler does not look for them in what it infers. What can be
 * anything is left alone; else each call would cost the compiler a walk through all content-types.
 */
export type Checked<R extends Registry, S, P> = P extends string | readonly unknown[] | undefined
  ? P
  : Members<R, S> extends P
    ? P
    : {
        readonly [Name in keyof P]: Name extends ComposedName<R, S>
          ? CheckedOptions<R, AttributeOf<S, Name>, P[Name]>
          : never;
      };

type CheckedOptions<R extends Registry, Attribute, O> = O extends object
  ? {
      readonly [Key in keyof O]: Key extends 'populate'
        ? IsZone<Attribute> extends false
          ? Checked<R, TargetOf<R, Attribute>, O[Key]>
          : O[Key]
        : Key extends 'fields' | 'filters' | 'sort' | 'count' | 'on'
          ? O[Key]
          : never;
    }
  : O;

export interface Versions {
  readonly status?: 'draft' | 'published';
  /** A code, several, or `*`. */
  readonly locale?: string | readonly string[];
}

export interface VersionFilters {
  readonly publicationFilter?:
    | 'never-published'
    | 'has-published-version'
    | 'never-published-document'
    | 'has-published-version-document'
    | 'modified'
    | 'unmodified'
    | 'published-with-draft'
    | 'published-without-draft';
  readonly hasPublishedVersion?: boolean;
}

/** Which attributes of a document come with the answer. */
export interface Selection<R extends Registry, S, F, P> {
  readonly fields?: F;
  readonly populate?: P & Checked<R, S, P>;
}

/** Which documents are answered. */
export interface Search<R extends Registry, S> {
  readonly filters?: Filters<R, S>;
  readonly sort?: Sort<R, S>;
}
