import type { ReadLayer, Range } from '../query/query.js';
import type { ComponentAttribute, ContentType, Relation, Scalar, Uid, Zone } from '../schema/schema.js';
import type { Comparison } from './comparison.js';
import type { TextSearch } from './text-search.js';

/**
 * What a store reads, decided and frozen: resolved names, permitted fields, typed values. A store needs nothing else
 * and never sees a principal or raw input. Only `planRead` makes one.
 */
export interface ReadPlan {
  readonly type: ContentType;
  readonly context: Context;
  readonly where: Predicate | null;
  /** What versions must also contain; absent: nothing. */
  readonly search?: TextSearch;
  /** Never empty: ends in `id`, so that pages are stable. */
  readonly order: readonly Order[];
  readonly range: Range;
  readonly count: boolean;
  /** Whether an estimate will do for the total. A store may count all the same. */
  readonly estimates?: boolean;
  /** Whether the condition is only the place in the order at which the page begins, so that an index leads there. */
  readonly seeks?: boolean;
  readonly shape: Shape;
  /** Whether the shape is that of the query's layout. It is not if a member of the layout is withheld. */
  readonly isArranged?: true;
  readonly limits: Limits;
  /** The estimated cost (see `costOfPlan`); absent when plans have no budget. */
  readonly cost?: number;
  /**
   * Conditions on relations whose versions are reached on many paths. A store checks such a condition once for each
   * version of the content-type, not once for each path; absent when plans have no budget.
   */
  readonly once?: ReadonlySet<Predicate>;
}

/** Up to this number the total of a plan with `estimates` is exact. */
export const mostCounted = 10_000;

/**
 * The layer and the locales to read; `'*'` is any locale. Relations inherit the layer, and the locale of the version
 * that they start from; types that have none pass both on. Versions of a type without drafts are in the published
 * layer, and those of a type without locales have the locale `''`, whatever the context.
 */
export interface Context {
  readonly layer: ReadLayer;
  readonly locale: string | readonly string[];
}

export interface Limits {
  /** The maximum number of rows of one list, and of targets of one populated relation of one document. */
  readonly rows: number;
  /** The maximum number of characters of the whole answer. */
  readonly textSize: number;
  /** A store may give null instead of a populated list with more links than this; absent: it gives every list. */
  readonly links?: number;
  /** The maximum number of characters of a text that a filter searches for; absent: no limit. */
  readonly searchText?: number;
}

/** The name of the member with the `updatedAt` of the version, which is first if `Query.revision` asks for it. */
export const revisionMember = '__revision';

/** Members in output order. */
export interface Shape {
  readonly members: readonly Member[];
}

/** `as` is the name in the answer. */
export type Member = FieldMember | RelationMember | CountMember | ComponentMember | ZoneMember;

export interface FieldMember {
  readonly kind: 'field';
  readonly as: string;
  readonly field: Scalar;
}

/** A to-many relation gives an array (`[]` when empty), a to-one relation an object or null. */
export interface RelationMember {
  readonly kind: 'relation';
  readonly as: string;
  readonly relation: Relation;
  readonly target: Target;
  /** Empty: the order of the links. Otherwise ends in `id`. */
  readonly order: readonly Order[];
  readonly range: Range;
  readonly shape: Shape;
}

/** Gives `{"count": n}`, the number of resolved targets. */
export interface CountMember {
  readonly kind: 'count';
  readonly as: string;
  readonly relation: Relation;
  readonly target: Target;
}

/** A repeatable component gives an array, a single one an object or null. */
export interface ComponentMember {
  readonly kind: 'component';
  readonly as: string;
  readonly attribute: ComponentAttribute;
  /** The condition on the items; null: all of them. */
  readonly where: Predicate | null;
  /** Empty: the stored order. Otherwise ends in `id`. */
  readonly order: readonly Order[];
  readonly shape: Shape;
}

/** Gives an array of items, each `{"__component": uid, …shape}`. Items of components without a shape are left out. */
export interface ZoneMember {
  readonly kind: 'zone';
  readonly as: string;
  readonly attribute: Zone;
  readonly shapes: ReadonlyMap<Uid, Shape>;
}

/**
 * The versions that a relation leads to: those of `type` in `layer`, in the locale given by `locale`, that match
 * `where`. In a plan for any layer, `any` is the layer of the version with the relation or, if nothing on the way to it
 * has drafts, both: then the drafts come first.
 */
export interface Target {
  readonly type: ContentType;
  readonly layer: ReadLayer;
  /** The layer whose order keys determine which links there are, and their order. */
  readonly linked: ReadLayer;
  readonly locale: TargetLocale;
  readonly where: Predicate | null;
}

/**
 * `none`: the target type has no locales (its locale is `''`). `context`: the locale in which the version with the
 * relation is read; if the link names a locale, it must be the same. `link`: the locale that the link names, or that of
 * the context if it names none. A `localized` end of a link always belongs to versions in the locale that the link
 * names.
 */
export type TargetLocale = 'none' | 'context' | 'link';

/**
 * A condition in negation normal form: only leaves are negated. For an absent value, no leaf other than `null` holds,
 * negated or not, so that there is no third truth value.
 */
export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly predicates: readonly Predicate[] }
  | {
      readonly kind: 'compare';
      readonly field: Scalar;
      readonly comparison: Comparison;
      readonly negated: boolean;
    }
  /** Some resolved target matches `target.where`; negated: none does. */
  | {
      readonly kind: 'related';
      readonly relation: Relation;
      readonly target: Target;
      readonly negated: boolean;
    }
  /**
   * What the document has in the locale of the version: a draft, a published version, or a draft that was changed since
   * it was last published. `published-anywhere`: a published version in any locale.
   */
  | {
      readonly kind: 'publication';
      readonly has: 'draft' | 'published' | 'changes' | 'published-anywhere';
      readonly negated: boolean;
    }
  /** Some item of the component matches `where`; negated: none does. */
  | {
      readonly kind: 'component';
      readonly attribute: ComponentAttribute;
      readonly where: Predicate | null;
      readonly negated: boolean;
    };

/**
 * A sort key: the field reached through `hops`. Nulls and missing targets come last in ascending order and first in
 * descending order.
 */
export interface Order {
  readonly hops: readonly Hop[];
  readonly field: Scalar;
  readonly direction: 'asc' | 'desc';
  /** Present if a hop is a to-many relation: sort by the smallest or the largest of the values; nulls are ignored. */
  readonly extreme?: 'min' | 'max';
}

export type Hop =
  | { readonly kind: 'relation'; readonly relation: Relation; readonly target: Target }
  | { readonly kind: 'component'; readonly attribute: ComponentAttribute };
