import type { Predicate } from '../../../../domain/plan/read-plan.js';
import type { Link, Relation, Side } from '../../../../domain/schema/schema.js';

export type Related = Extract<Predicate, { readonly kind: 'related' }>;

/** A filter through one relation, and what else is asked of the versions themselves. */
export interface Led {
  readonly locale: string;
  readonly related: Related & { readonly relation: Relation & { readonly place: LinkPlace } };
  readonly rest: Predicate | null;
  /** Links at most: where there are more, a page is a small part. */
  readonly most: number;
}

type LinkPlace = { readonly kind: 'link'; readonly link: Link; readonly side: Side };
