/** One thing wrong in the app directory or the environment: where, at which key, and what to do about it. */
export interface AppFault {
  /** A path relative to the app directory, or `environment`. */
  readonly file: string;
  /** The key inside it; empty: the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Why a start stops before anything is served. It never reaches a client, so it has no code. */
export interface AppFailure {
  readonly message: string;
  readonly details: { readonly faults: readonly AppFault[] };
}

export const appFailure = (message: string, faults: readonly AppFault[]): AppFailure => ({
  message,
  details: { faults },
});

/** The message of anything that the app's code may throw. */
export const thrownMessage = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
