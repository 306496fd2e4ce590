import type { IsAny } from '../types/registry.js';
import type { Search } from '../types/selection.js';

/** What `quire types` writes into `content.d.ts`. */
export interface Content {
  readonly contentTypes: object;
  readonly components: object;
}

/** What clients see of it: no private attributes. */
export interface Seen<C extends Content> {
  readonly contentTypes: C['contentTypes'];
  readonly components: C['components'];
  readonly private: 'hidden';
}

/** Without generated types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

export type IfTyped<C, Then, Otherwise = Loose> = IsAny<C> extends true ? Otherwise : Then;

/** Which documents are answered. */
export type Find<C extends Content, S> = IfTyped<
  S,
  Search<Seen<C>, S>,
  { readonly filters?: object; readonly sort?: Loose }
>;
