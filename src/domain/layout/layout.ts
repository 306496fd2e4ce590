import type { Comparison } from '../plan/comparison.js';

/** Filters over the scalar attributes of one entry or item, in negation normal form. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | {
      readonly kind: 'compare';
      readonly attribute: string;
      readonly comparison: Comparison;
      readonly negated: boolean;
    };

/**
 * How the admin page shows the entries of a content-type or the items of a component. Reading, writing and publishing do
 * not depend on it.
 */
export interface Layout {
  /** The attribute that names an entry or item for people. */
  readonly title?: string;
  /** The usual columns of lists: attributes, or paths through a relation (`author.name`). */
  readonly columns?: readonly string[];
  /** In order; only one, without a label, if the entry has no tabs. Attributes that no tab names follow in the first. */
  readonly tabs: readonly LayoutTab[];
}

export interface LayoutTab {
  readonly label?: string;
  readonly help?: string;
  readonly attributes: readonly string[];
}

/** In twelfths of a row. */
export const widths = [3, 4, 6, 8, 9, 12] as const;
export type Width = (typeof widths)[number];

/** How the admin page shows one attribute. */
export interface AttributeLayout {
  readonly width: Width;
  /** Instead of the name. */
  readonly label?: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** Only the page does not show it, or does not change it. */
  readonly hidden?: true;
  readonly readOnly?: true;
  /** Instead of the condition of the schema file. */
  readonly visibleIf?: Condition;
}

const texts = ['string', 'text', 'email', 'uid'] as const;

/** The types of attributes that can name an entry, or an item of a component. */
export const titleTypes: Readonly<Record<'content-type' | 'component', ReadonlySet<string>>> = {
  'content-type': new Set(texts),
  component: new Set([...texts, 'richtext', 'enumeration']),
};

/** The types of attributes whose field has a place for a placeholder. */
export const placeholderTypes: ReadonlySet<string> = new Set([
  ...texts,
  'richtext',
  'password',
  'integer',
  'biginteger',
  'float',
  'decimal',
]);

/** The types of attributes that are too long for a list, or secret. */
export const unlistedTypes: ReadonlySet<string> = new Set([
  'richtext',
  'blocks',
  'json',
  'array',
  'password',
]);
