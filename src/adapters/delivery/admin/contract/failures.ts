/** The answer to each request that fails, with the status of the failure; the same as that of the content API. */
export interface FailureAnswer {
  readonly data: null;
  readonly error: {
    readonly status: number;
    /** `UnauthorizedError` (401): sign in; `ForbiddenError` (403); `ConflictError` (409); `RateLimitError` (429) … */
    readonly name: string;
    readonly message: string;
    readonly details?: FailureDetails;
  };
}

export interface FailureDetails {
  /** One for each invalid value; `path` from the root of `set`. */
  readonly errors?: readonly {
    readonly path: readonly string[];
    readonly message: string;
    readonly name: string;
  }[];
  /** The parameter or the member that is refused. */
  readonly key?: string;
  readonly [detail: string]: unknown;
}

/** Each other answer with a body is one of these two. */
export interface Answer<T> {
  readonly data: T;
}

export interface ListAnswer<T, P = Pagination> extends Answer<readonly T[]> {
  readonly meta: { readonly pagination: P };
}

/** `pageCount` and `total` are absent if the total is not counted (`pagination[withCount]=false`). */
export interface Pagination {
  readonly page: number;
  readonly pageSize: number;
  readonly pageCount?: number;
  readonly total?: number;
}

/** Of a list that is read by cursor (`pagination[after]=`, which is empty for the first page). */
export interface CursorPage {
  readonly pageSize: number;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  /** With `pagination[count]=exact` or `estimated`, and only on the first and the last page. */
  readonly total?: number;
  /** Whether the total is what the database expects. */
  readonly isEstimate?: boolean;
}
