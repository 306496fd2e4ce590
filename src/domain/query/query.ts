import type { Uid } from '../schema/schema.js';

/** A read as the client requested it, decoded but not yet checked against the schema or the permissions. */
export interface Query extends Selection {
  readonly type: Uid;
  readonly action: 'find' | 'findOne';
  /** Restricts the query to one document. */
  readonly documentId?: string;
  readonly range: Range;
  /** Instead of an offset: the page after or before a row. */
  readonly cursor?: PageCursor;
  /** Whether to count the total. */
  readonly count: boolean;
  /** Whether an estimate of the total will do. */
  readonly estimates?: boolean;
  /**
   * Whether to answer the revision too, or it `only`, where the content follows from it (`Answer.mark`): then no content is
   * read. Only for one document.
   */
  readonly revision?: boolean | 'only';
  readonly layer: ReadLayer;
  /** One or several locale codes, or `*` for any; absent: the default locale. */
  readonly locale?: string | readonly string[];
  /** Restricts documents of a type with drafts by their state. */
  readonly publication?: PublicationFilter;
  /** The same for the documents of populated relations. */
  readonly relatedPublication?: PublicationFilter;
  /** Words to search for in the texts of the documents, as a client typed them. */
  readonly search?: string;
  /** Whether the words may have typing errors; absent: if nothing is found without. */
  readonly near?: boolean;
  /** Attributes that are not searched although the principal may read them. */
  readonly unsearched?: readonly string[];
  /** A filter of the server's own code, which may name what the principal may not read. */
  readonly imposed?: Filter;
  /** Whether `imposed` is only the place in the order at which the page begins (`keyset.ts`). */
  readonly seeks?: boolean;
  /** The form of the answer's documents; absent: every member under its own name, in the order of the selection. */
  readonly layout?: Layout;
}

/** The members of a document in an answer, in order. Without members, no documents are read. */
export interface Layout {
  readonly members: readonly LayoutMember[];
}

export interface LayoutMember {
  /** The name that the member has without a layout. */
  readonly of: string;
  /** Its name in the answer; null: the principal may read it, but it is left out. */
  readonly as: string | null;
  /** The members of a relation's or a component's documents. */
  readonly below?: Layout;
}

export const publicationFilters = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'published-without-draft',
  'published-with-draft',
  'never-published-document',
  'has-published-version-document',
] as const;

/**
 * The state of a document's versions in the locale that is read, or in all locales for names that end in `-document`.
 */
export type PublicationFilter = (typeof publicationFilters)[number];

/** For code of the app, which gets documents without a layout. */
export function withoutLayout(query: Query): Query {
  const { layout: _, ...asked } = query;
  return asked;
}

/** What a query may choose at the root, inside a populated relation, and for each component of a zone. */
export interface Selection {
  /** Names of scalar fields; `*` or absent: all. */
  readonly fields?: readonly string[];
  readonly filters?: Filter;
  readonly sort?: readonly Sort[];
  readonly populate?: Populate;
}

export type Layer = 'draft' | 'published';

/**
 * The layer to read. `any`: every version is a row of its own, whose relations are followed in its own
 * layer; from a type without drafts they lead to the versions of both layers. Only the server's own code reads so.
 */
export type ReadLayer = Layer | 'any';

export const otherLayer = (layer: Layer): Layer => (layer === 'draft' ? 'published' : 'draft');

/** `limit` null: as many rows as the limits allow. */
export interface Range {
  readonly offset: number;
  readonly limit: number | null;
}

/** `at` null: from the beginning, or from the end. */
export interface PageCursor {
  readonly direction: 'after' | 'before';
  readonly at: string | null;
}

export interface Sort {
  readonly path: readonly string[];
  readonly direction: 'asc' | 'desc';
}

export interface Populate {
  /** `populate=*`: every relation, component, zone and media attribute of this level. */
  readonly all: boolean;
  readonly members: readonly PopulateMember[];
}

export interface PopulateMember extends Selection {
  readonly name: string;
  /** The name in the answer, if it differs. */
  readonly as?: string;
  /** For zones: the selection for each listed component. Components that are not listed are left out. */
  readonly on?: readonly ZoneMember[];
  /** `populate[x]=*`, which components and zones accept. */
  readonly star?: boolean;
  /** `populate[x][count]=true`: gives the number of targets instead of the targets. */
  readonly count?: boolean;
  /** A range for each parent. Only GraphQL sets it; REST fails for pagination inside populate. */
  readonly range?: Range;
}

export interface ZoneMember extends Selection {
  readonly component: Uid;
}

/** `at` moves into an attribute; `compare` applies to the attribute that was reached. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'at'; readonly key: string; readonly filter: Filter }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly value: unknown };

export const operators = [
  '$eq',
  '$eqi',
  '$ne',
  '$nei',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$in',
  '$notIn',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$null',
  '$notNull',
  '$between',
] as const;

export type Operator = (typeof operators)[number];

/** Whether a query reads one version at most. One of a document in several locales reads them all, unless it has a limit. */
export const readsOne = ({ action, documentId, range: { limit }, count }: Query): boolean =>
  action === 'findOne' ? limit !== null : limit === 1 && (documentId !== undefined || !count);

/**
 * The locales that a query reads: those that it names; any locale if it filters by `locale`; otherwise the default
 * locale.
 */
export function requestedLocales(
  query: Pick<Query, 'locale' | 'filters'>,
  defaultLocale: string,
): string | readonly string[] {
  if (query.locale !== undefined) return query.locale;
  return query.filters !== undefined && filtersByLocale(query.filters) ? '*' : defaultLocale;
}

function filtersByLocale(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some(filtersByLocale);
    case 'not':
      return filtersByLocale(filter.filter);
    case 'at':
      return filter.key === 'locale';
    case 'compare':
      return false;
  }
}
