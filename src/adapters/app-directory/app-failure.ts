/** One thing wrong in the app directory or the environment: where, at which key, and what to do about it. */
export interface AppFault {
  /** A path relative to the app directory, or `environment`. */
  readonly file: string;
  /** The key inside it; empty: the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** What stops a start before there is anything to serve. The shape of a `Failure`, without a code: it never reaches a client. */
export interface AppFailure {
  readonly message: string;
  readonly details: { readonly faults: readonly AppFault[] };
}

export const appFailure = (message: string, faults: readonly AppFault[]): AppFailure => ({
  message,
  details: { faults },
});

/** What somebody's own code threw, which can be anything. */
export const thrownMessage = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
