import * as t from 'io-ts';
import type { MissingGrant } from '../../../../domain/failure.js';
import { Integer, listOf, orNull } from './wire.js';

export interface FailureDetails {
  /** One for each invalid value; `path` from the root of `set`. */
  readonly errors?: readonly {
    readonly path: readonly string[];
    readonly message: string;
    readonly name: string;
  }[];
  /** Of a release that cannot happen. */
  readonly problems?: readonly {
    readonly message: string;
    readonly details?: FailureDetails;
    readonly reasons?: readonly Reason[];
  }[];
  /** The parameter or the member that is refused. */
  readonly key?: string;
  /** The grant that would allow what is refused. */
  readonly missing?: MissingGrant;
  readonly [detail: string]: unknown;
}

/** Why something is refused, so that it can be said in any language. `message` has the same in English. */
export const Reason = t.type(
  {
    /** As in `value.max`. */
    code: t.string,
    /** As in `{ "max": 10, "path": "Rank" }`. */
    parameters: t.record(t.string, t.union([t.string, t.number, listOf(t.string)])),
  },
  'Reason',
);
export type Reason = t.TypeOf<typeof Reason>;

/** Something that is refused. */
export const FailureBody = t.intersection(
  [
    t.type({
      status: Integer,
      /** `UnauthorizedError` (401): sign in; `ForbiddenError` (403); `ConflictError` (409); `RateLimitError` (429) … */
      name: t.string,
      message: t.string,
    }),
    t.partial({
      details: t.UnknownRecord as t.Type<FailureDetails>,
      /** One for each of `details.errors`, or one if there are none. Absent if `message` is in the words of the app. */
      reasons: listOf(Reason),
    }),
  ],
  'Failure',
);

/** The answer to each request that fails, with the status of the failure; that of the content API, and `reasons`. */
export const FailureAnswer = t.type({ data: t.null, error: FailureBody }, 'FailureAnswer');
export type FailureAnswer = t.TypeOf<typeof FailureAnswer>;

/** Each other answer with a body is one of these two. */
export interface Answer<T> {
  readonly data: T;
}

export interface ListAnswer<T, P = Pagination> extends Answer<readonly T[]> {
  readonly meta: { readonly pagination: P };
}

/** `pageCount` and `total` are absent if the total is not counted (`pagination[withCount]=false`). */
export const Pagination = t.intersection(
  [
    t.type({ page: Integer, pageSize: Integer }),
    t.partial({
      pageCount: Integer,
      total: Integer,
      /** Whether the total is what the database expects. */
      isEstimate: t.boolean,
    }),
  ],
  'Pagination',
);
export type Pagination = t.TypeOf<typeof Pagination>;

/** Of a list that is read by cursor (`pagination[after]=`, which is empty for the first page). */
const CursorPage = t.intersection(
  [
    t.type({
      pageSize: Integer,
      startCursor: orNull(t.string),
      endCursor: orNull(t.string),
      hasPreviousPage: t.boolean,
      hasNextPage: t.boolean,
    }),
    t.partial({
      /** With `pagination[count]=exact` or `estimated`, and only on the first and the last page. */
      total: Integer,
      /** Whether the total is what the database expects. */
      isEstimate: t.boolean,
    }),
  ],
  'CursorPage',
);
export type CursorPage = t.TypeOf<typeof CursorPage>;

/** Of a list with `pagination[start]`. */
const OffsetPage = t.intersection(
  [t.type({ start: Integer, limit: Integer }), t.partial({ total: Integer, isEstimate: t.boolean })],
  'OffsetPage',
);

export const AnyPage = t.union([Pagination, CursorPage, OffsetPage], 'AnyPage');
export type AnyPage = t.TypeOf<typeof AnyPage>;

export const PageMeta = t.type({ pagination: AnyPage });
export type PageMeta = t.TypeOf<typeof PageMeta>;
