/** One fault in the app directory or the environment: the file, the key, and what to do about it. */
export interface AppFault {
  /** A path relative to the app directory, or `environment`. */
  readonly file: string;
  /** The key inside the file; empty: the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Why a start fails before anything is served. It never reaches a client, so it has no code. */
export interface AppFailure {
  readonly message: string;
  readonly details: { readonly faults: readonly AppFault[] };
}

export const appFailure = (message: string, faults: readonly AppFault[]): AppFailure => ({
  message,
  details: { faults },
});

/** Returns the message of anything that app code may throw. */
export const thrownMessage = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
