import { Query, type Connection } from 'pg';

/** A statement as it is sent: under the name that it is prepared under, if it has one. */
export interface NamedStatement {
  readonly text: string;
  readonly values: unknown[];
  readonly name: string | undefined;
}

/** The rows of one statement. */
interface StatementResult {
  readonly rows: unknown[];
}

/** What `pg` has in its connection beside what its types declare. */
export interface PreparingConnection extends Connection {
  /** The texts of the prepared statements whose names the database has confirmed, and has not yet. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  close(config: { readonly type: 'S'; readonly name: string }): void;
  execute(config: { readonly portal: string }): void;
  sync(): void;
}

interface ClosesNames {
  /** Closes what the connection has prepared under names that are no longer in use. */
  closeRetired(connection: PreparingConnection): void;
}

/** The members of the query of `pg` that a batch uses or replaces; its types make them properties, or leave them out. */
interface PgQuery {
  name: string | undefined;
  text: string;
  values: unknown[];
  callback: ((error: Error | null, results: StatementResult | StatementResult[]) => void) | undefined;
  prepare(connection: Connection): void;
  submit(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const PgQuery = Query as unknown as new (text: string) => PgQuery;

/**
 * Statements that are sent with one `Sync` after the last. Outside of a transaction PostgreSQL runs them in one: it commits at
 * the `Sync`, and after a statement that fails it runs none of the rest and rolls back. Each of them sees what was committed
 * before it began.
 */
export class StatementBatch extends PgQuery {
  /** The number of statements that are sent, and of those that are complete. */
  private sent = 0;
  private complete = 0;

  /**
   * `done` gets the rows of each statement, or the error of the one that failed. `names` are those of prepared statements, if
   * any.
   */
  constructor(
    private readonly statements: readonly NamedStatement[],
    private readonly names: ClosesNames | null,
    done: (error: Error | null, rows: unknown[][]) => void,
    private readonly onComplete?: () => void,
    /** How long to wait for all results, in milliseconds; the connection's own timeout by default. */
    readonly query_timeout?: number,
  ) {
    // `pg` copies a configuration property by property, but not a text.
    super('');
    this.take(0);
    this.callback = (error, results) =>
      done(error, error === null ? [results].flat().map(({ rows }) => rows) : []);
  }

  override submit(connection: PreparingConnection): void {
    const { stream } = connection;
    stream.cork();
    try {
      this.names?.closeRetired(connection);
      for (const index of this.statements.keys()) {
        this.take(index);
        this.prepare(connection);
        // A value that cannot be sent has ended the batch in its middle: what came before it must not be committed.
        if (this.sent <= index) stream.destroy();
      }
      connection.sync();
    } finally {
      this.take(0);
      stream.uncork();
    }
  }

  /** Replaces what follows the preparation of one statement, which is a `Sync` for each in `pg`. */
  protected _getRows(connection: PreparingConnection): void {
    connection.execute({ portal: '' });
    this.sent += 1;
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    this.onComplete?.();
    this.complete += 1;
    if (this.complete < this.statements.length) this.take(this.complete);
  }

  /** The statements after the one that failed were not prepared. */
  override handleError(error: Error, connection: PreparingConnection): void {
    for (const { name } of this.statements)
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  /** `pg` keeps the name and the text of the current statement when the database has prepared it. */
  private take(index: number): void {
    const statement = this.statements[index];
    if (statement === undefined) throw new RangeError('a batch without statements');
    ({ name: this.name, text: this.text, values: this.values } = statement);
  }
}
