/** Has the app served from its changed files. */
export interface SchemaReload {
  /** Runs `write`, then waits until its files are served. `accepted`: possible renames that are none. */
  around(
    files: readonly string[],
    accepted: readonly string[],
    write: () => Promise<boolean>,
  ): Promise<Reloaded>;
}

/** `later`: nothing serves changed files by itself, so the next start does. */
export type Reloaded =
  | { readonly kind: 'served' | 'later' | 'unwritten' }
  | { readonly kind: 'failed'; readonly problem: string };
