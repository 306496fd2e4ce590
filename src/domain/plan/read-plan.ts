import type { Layer, Range } from '../query/query.js';
import type { ComponentAttribute, ContentType, Relation, Scalar, Uid, Zone } from '../schema/schema.js';

/**
 * What a store is to read, decided and frozen: final names, permitted fields, typed values. A store needs nothing
 * else; it never sees a principal or raw input. Made by `planRead` only.
 */
export interface ReadPlan {
  readonly type: ContentType;
  readonly context: Context;
  readonly where: Predicate | null;
  /** Never empty: ends in `id`, so that pages are stable. */
  readonly order: readonly Order[];
  readonly range: Range;
  readonly count: boolean;
  readonly shape: Shape;
  readonly limits: Limits;
  /** The estimate (see `costOfPlan`); absent where plans have no budget. */
  readonly cost?: number;
}

/**
 * The layer and the locales that are read, `'*'` for any. They flow down the populate tree: the plan's own first, then
 * those of each version that has them, unchanged through types that have none. The rows of a type
 * without drafts are all published, and those of one without locales have the locale `''`, whatever the context.
 */
export interface Context {
  readonly layer: Layer;
  readonly locale: string | readonly string[];
}

export interface Limits {
  /** Rows of one list (also the targets of one populated relation of one document). */
  readonly rows: number;
  /** Characters of the whole answer. */
  readonly textSize: number;
  /** Characters of a text that a filter searches for; absent: any number. */
  readonly searchText?: number;
}

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

/** To-many gives an array (`[]` when empty), to-one an object or null. */
export interface RelationMember {
  readonly kind: 'relation';
  readonly as: string;
  readonly relation: Relation;
  readonly target: Target;
  /** Empty: the order of the list itself. Otherwise ends in `id`. */
  readonly order: readonly Order[];
  readonly range: Range;
  readonly shape: Shape;
}

/** Gives `{"count": n}` of the resolved targets. */
export interface CountMember {
  readonly kind: 'count';
  readonly as: string;
  readonly relation: Relation;
  readonly target: Target;
}

/** Repeatable gives an array, single an object or null. */
export interface ComponentMember {
  readonly kind: 'component';
  readonly as: string;
  readonly attribute: ComponentAttribute;
  readonly shape: Shape;
}

/** An array of items, each `{"__component": uid, …shape}`; items of other components are left out. */
export interface ZoneMember {
  readonly kind: 'zone';
  readonly as: string;
  readonly attribute: Zone;
  readonly shapes: ReadonlyMap<Uid, Shape>;
}

/** Which versions a relation resolves to: those of `type` in `layer`, in the locale that `locale` says, that fit `where`. */
export interface Target {
  readonly type: ContentType;
  readonly layer: Layer;
  /** The layer whose keys say which links there are, and in which order. */
  readonly linked: Layer;
  readonly locale: TargetLocale;
  readonly where: Predicate | null;
}

/**
 * `none`: the target has no locales (its locale is `''`). `context`: the locale in which the place that the relation
 * starts from is read; where the link names one, only if it is the same. `link`: the one that the link names, the
 * context's where it names none. An end of a link that is `localized` always belongs to versions of the locale that the
 * link names.
 */
export type TargetLocale = 'none' | 'context' | 'link';

/**
 * In negation normal form: `negated` stands at leaves only. No leaf but `null` holds for an absent value, negated or
 * not, so there is no third truth value.
 */
export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly predicates: readonly Predicate[] }
  | {
      readonly kind: 'compare';
      readonly field: Scalar;
      readonly comparison: Comparison;
      readonly negated: boolean;
    }
  /** Some resolved target fits `target.where`; negated: there is none. */
  | {
      readonly kind: 'related';
      readonly relation: Relation;
      readonly target: Target;
      readonly negated: boolean;
    }
  /**
   * What the document has in the locale of the version that is looked at: a draft, a published version, or a draft
   * that was changed since it was last published. `published-anywhere`: a published version in any locale.
   */
  | {
      readonly kind: 'publication';
      readonly has: 'draft' | 'published' | 'changes' | 'published-anywhere';
      readonly negated: boolean;
    }
  /** Some item of the component fits `where`; negated: there is none. */
  | {
      readonly kind: 'component';
      readonly attribute: ComponentAttribute;
      readonly where: Predicate | null;
      readonly negated: boolean;
    };

/** A scalar value in its canonical form (see `domain/document/value.ts`); of a JSON attribute its compact text. */
export type Value = string | number | boolean;

/** `fold` compares without regard to case (Unicode simple folding as the store's lower-casing does it). */
export type Comparison =
  | { readonly op: 'eq'; readonly value: Value; readonly fold: boolean }
  | { readonly op: 'lt' | 'lte' | 'gt' | 'gte'; readonly value: Value }
  | { readonly op: 'in'; readonly values: readonly Value[] }
  | { readonly op: 'between'; readonly low: Value; readonly high: Value }
  /** On JSON attributes: of their compact text. `%` and `_` are ordinary characters. */
  | {
      readonly op: 'contains' | 'startsWith' | 'endsWith';
      readonly value: string;
      readonly fold: boolean;
    }
  | { readonly op: 'null' };

/** A sort key: the field reached through `hops`. Nulls (and missing hops) last when ascending, first when descending. */
export interface Order {
  readonly hops: readonly Hop[];
  readonly field: Scalar;
  readonly direction: 'asc' | 'desc';
  /** There where a hop is a relation to many: which of the values that are reached decides. Nulls among them do not count. */
  readonly extreme?: 'min' | 'max';
}

export type Hop =
  | { readonly kind: 'relation'; readonly relation: Relation; readonly target: Target }
  | { readonly kind: 'component'; readonly attribute: ComponentAttribute };
