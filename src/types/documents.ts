import type { CreateInput, UpdateInput } from './inputs.js';
import type { HasDrafts, Registry } from './registry.js';
import type { Layer, Result } from './results.js';
import type { Fields, Populate, Search, Selection, VersionFilters, Versions } from './selection.js';

type FieldsOf<R extends Registry, S> = Fields<R, S> | undefined;
type PopulateOf<R extends Registry, S> = Populate<R, S> | undefined;

/** Optional for single types only. */
type Addressed<S> = S extends { readonly kind: 'singleType' }
  ? { readonly documentId?: string }
  : { readonly documentId: string };

interface Read<R extends Registry, S, F, P, L>
  extends Selection<R, S, F, P>, Search<R, S>, Omit<Versions, 'status'>, VersionFilters {
  readonly status?: L;
  /** Words that a text of the document contains. */
  readonly _q?: string;
}

interface List<R extends Registry, S, F, P, L> extends Read<R, S, F, P, L> {
  readonly start?: number;
  readonly limit?: number;
}

interface Write<R extends Registry, S, F, P, L> extends Selection<R, S, F, P> {
  readonly status?: L;
  readonly locale?: string;
}

interface Several<R extends Registry, S, F, P> extends Selection<R, S, F, P>, Pick<Versions, 'locale'> {}

/** What `strapi.documents(uid)` takes and returns. */
export type TypedDocuments<R extends Registry, S> = Documents<R, S> &
  (HasDrafts<S> extends true ? Transitions<R, S> & History<R, S> : unknown);

interface Affected<Entry> {
  /** Null for a single type without a document. */
  readonly documentId: string | null;
  readonly entries: Entry[];
}

interface Documents<R extends Registry, S> {
  /** All that match, unless `start` or `limit` is given. */
  findMany<
    const F extends FieldsOf<R, S> = undefined,
    const P extends PopulateOf<R, S> = undefined,
    L extends Layer = 'draft',
  >(
    params?: List<R, S, F, P, L>,
  ): Promise<Result<R, S, F, P, L>[]>;
  findFirst<
    const F extends FieldsOf<R, S> = undefined,
    const P extends PopulateOf<R, S> = undefined,
    L extends Layer = 'draft',
  >(
    params?: Read<R, S, F, P, L>,
  ): Promise<Result<R, S, F, P, L> | null>;
  findOne<
    const F extends FieldsOf<R, S> = undefined,
    const P extends PopulateOf<R, S> = undefined,
    L extends Layer = 'draft',
  >(
    params: Read<R, S, F, P, L> & Addressed<S>,
  ): Promise<Result<R, S, F, P, L> | null>;
  count(params?: Omit<Read<R, S, undefined, undefined, Layer>, 'fields' | 'populate'>): Promise<number>;
  create<
    const F extends FieldsOf<R, S> = undefined,
    const P extends PopulateOf<R, S> = undefined,
    L extends Layer = 'draft',
  >(
    params: Write<R, S, F, P, L> & { readonly data: CreateInput<R, S, L> & Given },
  ): Promise<Result<R, S, F, P, L>>;
  /** Null if there is no such document; that of a single type is created. */
  update<
    const F extends FieldsOf<R, S> = undefined,
    const P extends PopulateOf<R, S> = undefined,
    L extends Layer = 'draft',
  >(
    params: Write<R, S, F, P, L> & Addressed<S> & Expecting & { readonly data: UpdateInput<R, S> },
  ): Promise<Result<R, S, F, P, L> | null>;
  delete<const F extends FieldsOf<R, S> = undefined, const P extends PopulateOf<R, S> = undefined>(
    params: Several<R, S, F, P> & Addressed<S> & Expecting,
  ): Promise<Affected<Result<R, S, F, P, 'draft'>>>;
  /** Creates a draft with the content of a document, and with `data` instead. */
  clone<const F extends FieldsOf<R, S> = undefined, const P extends PopulateOf<R, S> = undefined>(
    params: Several<R, S, F, P> & Addressed<S> & { readonly data?: UpdateInput<R, S> },
  ): Promise<Affected<Result<R, S, F, P, 'draft'>>>;
}

interface Transitions<R extends Registry, S> {
  /** Answers the published versions, or with `at` what is planned. */
  publish<const F extends FieldsOf<R, S> = undefined, const P extends PopulateOf<R, S> = undefined>(
    params: Several<R, S, F, P> & Addressed<S> & Expecting & Planned,
  ): Promise<PlannedOr<Affected<Result<R, S, F, P>>>>;
  /** Answers the drafts, or with `at` what is planned. */
  unpublish<const F extends FieldsOf<R, S> = undefined, const P extends PopulateOf<R, S> = undefined>(
    params: Several<R, S, F, P> & Addressed<S> & Expecting & Planned,
  ): Promise<PlannedOr<Affected<Result<R, S, F, P, 'draft'>>>>;
  /** Answers the drafts. */
  discardDraft<const F extends FieldsOf<R, S> = undefined, const P extends PopulateOf<R, S> = undefined>(
    params: Several<R, S, F, P> & Addressed<S> & Expecting,
  ): Promise<Affected<Result<R, S, F, P, 'draft'>>>;
}

interface Expecting {
  /** The `updatedAt` that was read: the write fails if the version has changed since. `*`: it must be there. */
  readonly ifMatch?: string | Date | null;
}

interface Planned {
  /** ISO 8601 with a zone; null: now. */
  readonly at?: string | Date | null;
}

/** `release` is what is planned; nothing has happened then, and there are no entries. */
type PlannedOr<T> = T & { readonly release?: PlannedRelease };

interface PlannedRelease {
  readonly documentId: string;
  readonly name: string;
  readonly state: 'open' | 'scheduled' | 'done' | 'failed' | 'cancelled';
  readonly at: string | null;
}

/** Earlier versions; not there if the content-type turns them off. */
interface History<R extends Registry, S> {
  /** The latest first: 100, unless `limit` says otherwise. */
  history(
    params: Addressed<S> & {
      readonly locale?: string;
      readonly start?: number;
      readonly limit?: number;
    },
  ): Promise<readonly HistoryEntry[]>;
  version(params: Addressed<S> & EntryName): Promise<HistoryVersion>;
  compare(
    params: Addressed<S> & EntryName & { readonly other: string },
  ): Promise<readonly { readonly name: string; readonly from: unknown; readonly to: unknown }[]>;
  /** Gives the draft what an entry shows. */
  restore<const F extends FieldsOf<R, S> = undefined, const P extends PopulateOf<R, S> = undefined>(
    params: Selection<R, S, F, P> & Addressed<S> & EntryName,
  ): Promise<{
    readonly document: Result<R, S, F, P, 'draft'>;
    readonly created: boolean;
    readonly leftOut: HistoryVersion['outdated'];
    readonly gone: readonly { readonly name: string; readonly documentId: string }[];
  }>;
}

interface EntryName {
  readonly entry: string;
}

interface HistoryEntry {
  readonly id: string;
  readonly documentId: string;
  readonly at: string;
  readonly by: { readonly kind: string; readonly name: string; readonly documentId: string | null };
  readonly action: string;
  readonly status: 'draft' | 'published' | null;
  readonly locale: string | null;
  readonly names: readonly string[];
}

interface HistoryVersion extends HistoryEntry {
  readonly content: { readonly [name: string]: unknown };
  readonly outdated: readonly { readonly name: string; readonly value: unknown; readonly reason: string }[];
}

/** What a new document can bring along. */
interface Given {
  readonly documentId?: string;
  readonly createdAt?: string | Date;
}
