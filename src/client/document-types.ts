import type { CreateInput, UpdateInput } from '../types/inputs.js';
import type { HasDrafts, IsAny } from '../types/registry.js';
import type { Layer, Result } from '../types/results.js';
import type { Checked, Fields, Populate, VersionFilters } from '../types/selection.js';
import type { Content, Find, IfTyped, Seen } from './content.js';
import type { ListenOptions } from './changes.js';
import type { RequestOptions } from './transport.js';

export interface Answer<T> {
  readonly data: T;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface Page<T> {
  readonly data: T[];
  readonly meta: { readonly pagination: Pagination };
}

export interface Pagination {
  readonly page?: number;
  readonly pageSize?: number;
  readonly pageCount?: number;
  readonly start?: number;
  readonly limit?: number;
  readonly total?: number;
  /** True if `total` and `pageCount` are estimates. */
  readonly isEstimate?: boolean;
  /** Null for an empty page. */
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
  readonly hasPreviousPage?: boolean;
  readonly hasNextPage?: boolean;
}

interface Place {
  /** Goes on after this event: `{ after: id }`. */
  readonly id: string | undefined;
}

interface Version {
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
}

/** An event of live changes. After `open` and `reset`, read what you show. */
export type ChangeEvent<T> = Place &
  (
    | ({
        readonly event: 'change';
        readonly action: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discardDraft';
        readonly document: T;
      } & Version)
    | ({ readonly event: 'leave' } & Version)
    | { readonly event: 'open' }
    | { readonly event: 'reset' }
  );

type FieldsOf<C extends Content, S> = IfTyped<S, Fields<Seen<C>, S>> | undefined;
type PopulateOf<C extends Content, S> = IfTyped<S, Populate<Seen<C>, S>> | undefined;
/** A document as an answer to this `fields` and `populate` has it. */
export type DocumentOf<C extends Content, S, F, P, L extends Layer> = IfTyped<S, Result<Seen<C>, S, F, P, L>>;

interface Select<C extends Content, S, F, P> {
  readonly fields?: F;
  readonly populate?: IfTyped<S, P & Checked<Seen<C>, S, P>, P>;
}

type One<C extends Content, S, F, P, L> = Select<C, S, F, P> & {
  readonly status?: L;
  readonly locale?: string;
};

type Read<C extends Content, S, F, P, L> = Select<C, S, F, P> &
  Find<C, S> &
  VersionFilters & {
    readonly status?: L;
    /** A code, several, or `*`. */
    readonly locale?: string | readonly string[];
  };

interface Words {
  /** Words that the documents contain, the last one perhaps in part. Without a sort the best come first. */
  readonly _q?: string;
}

interface Counted {
  /** `estimated`: exact as long as it costs little. `none` leaves the total out. */
  readonly count?: 'exact' | 'estimated' | 'none';
  /** False is as `count: 'none'`. */
  readonly withCount?: boolean;
}

interface Paged extends Counted {
  readonly page?: number;
  readonly pageSize?: number;
}

/** The page after or before a cursor of `meta.pagination`; an empty text is the beginning or the end. */
interface Cursored extends Counted {
  readonly after?: string;
  readonly before?: string;
  readonly pageSize?: number;
}

interface Ranged extends Counted {
  readonly start?: number;
  readonly limit?: number;
}

interface Moved {
  readonly locale?: string;
}

export type Collection<C extends Content, S> = Documents<C, S> & IfDrafts<S, Transitions<C, S, [string]>>;
export type Single<C extends Content, S> = SingleDocument<C, S> & IfDrafts<S, Transitions<C, S, []>>;

type IfDrafts<S, Then> = IsAny<S> extends true ? Then : HasDrafts<S> extends true ? Then : unknown;

interface Documents<C extends Content, S> {
  find<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    params?: Read<C, S, F, P, L> & Words & { readonly pagination?: Paged | Ranged | Cursored },
    options?: RequestOptions,
  ): Promise<Page<DocumentOf<C, S, F, P, L>>>;
  /** Reads page after page, as long as there are documents. */
  pages<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    params?: Read<C, S, F, P, L> & Words & { readonly pagination?: Paged },
    options?: RequestOptions,
  ): AsyncGenerator<Page<DocumentOf<C, S, F, P, L>>, void, undefined>;
  /** Yields changes until it is ended, and goes on after a break. */
  changes<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    params?: Read<C, S, F, P, L>,
    options?: ListenOptions,
  ): AsyncGenerator<ChangeEvent<DocumentOf<C, S, F, P, L>>, void, undefined>;
  findOne<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    documentId: string,
    params?: One<C, S, F, P, L>,
    options?: RequestOptions,
  ): Promise<Answer<DocumentOf<C, S, F, P, L>>>;
  /** Publishes, unless `status` is `draft`. */
  create<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    data: IfTyped<S, CreateInput<Seen<C>, S, L>>,
    params?: One<C, S, F, P, L>,
    options?: RequestOptions,
  ): Promise<Answer<DocumentOf<C, S, F, P, L>>>;
  /** Publishes, unless `status` is `draft`. Attributes that are not named keep their values. */
  update<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    documentId: string,
    data: IfTyped<S, UpdateInput<Seen<C>, S>>,
    params?: One<C, S, F, P, L>,
    options?: RequestOptions,
  ): Promise<Answer<DocumentOf<C, S, F, P, L>>>;
  delete(documentId: string, params?: Moved, options?: RequestOptions): Promise<void>;
}

interface SingleDocument<C extends Content, S> {
  /** Yields changes until it is ended, and goes on after a break. */
  changes<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    params?: Read<C, S, F, P, L>,
    options?: ListenOptions,
  ): AsyncGenerator<ChangeEvent<DocumentOf<C, S, F, P, L>>, void, undefined>;
  find<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    params?: One<C, S, F, P, L>,
    options?: RequestOptions,
  ): Promise<Answer<DocumentOf<C, S, F, P, L>>>;
  /** Creates it where it does not exist. */
  update<
    const F extends FieldsOf<C, S> = undefined,
    const P extends PopulateOf<C, S> = undefined,
    L extends Layer = 'published',
  >(
    data: IfTyped<S, UpdateInput<Seen<C>, S>>,
    params?: One<C, S, F, P, L>,
    options?: RequestOptions,
  ): Promise<Answer<DocumentOf<C, S, F, P, L>>>;
  delete(params?: Moved, options?: RequestOptions): Promise<void>;
}

interface Transitions<C extends Content, S, Id extends readonly string[]> {
  /** Answers the published version. */
  publish: Move<C, S, Id, 'published'>;
  /** Removes the published version, and answers the draft. */
  unpublish: Move<C, S, Id, 'draft'>;
  /** Gives the draft what is published, and answers it. */
  discardDraft: Move<C, S, Id, 'draft'>;
}

type Move<C extends Content, S, Id extends readonly string[], L extends Layer> = <
  const F extends FieldsOf<C, S> = undefined,
  const P extends PopulateOf<C, S> = undefined,
>(
  ...call: [...Id, params?: Select<C, S, F, P> & Moved, options?: RequestOptions]
) => Promise<Answer<DocumentOf<C, S, F, P, L>>>;
