/** What schema sync needs of a connection: statements that commit by themselves, and transactions. */
export interface SchemaConnection extends Queryable {
  /** Read committed. Rolls back when `work` throws. */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
}

export interface Queryable {
  query<Row>(statement: { readonly text: string; readonly values?: unknown[] }): Promise<Row[]>;
}
