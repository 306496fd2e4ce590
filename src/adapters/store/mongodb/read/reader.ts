import type { Db, Document, Filter } from 'mongodb';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { Cancelled } from '../../../../application/stores/in-turns.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { failure } from '../../../../domain/failure.js';
import type { Limits } from '../../../../domain/plan/read-plan.js';
import type { ContentType, Link, Schema } from '../../../../domain/schema/schema.js';
import type { KeptTotals } from '../../../../application/totals/kept-totals.js';
import type { ServerCapabilities } from '../capabilities.js';
import { collectionOf, linkCollectionOf, ownCollections, type LinkRow, type VersionRow } from '../layout.js';
import { splitSums, sumsAlone, type KeptSums } from '../totals/kept-sums.js';
import type { KnownIndexes } from './known-indexes.js';
import { projectionOf, type Row } from './node.js';
import { batchSize, readRows, type CommandOptions } from './read-rows.js';

/**
 * The most rows of one command. The documents that a filter leads to are sent to this process and back in the next
 * command.
 */
export const maxRows = 300_000;

export interface Query {
  readonly filter: Filter<Document>;
  readonly fields: readonly string[];
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
}

/** The server, transaction and deadline of a read. */
export interface ReadContext extends CommandOptions {
  readonly server: ServerCapabilities;
  /** Absent: only the indexes of the schema are known. */
  readonly indexes?: KnownIndexes;
  /** Absent: all totals are counted. */
  readonly kept?: KeptTotals;
  /** Versions that the transaction has written and need not read. */
  readonly written?: WrittenVersions;
}

interface Counted {
  readonly n: number;
}

interface WrittenVersions {
  get(
    type: ContentType,
    version: Pick<VersionRow, 'documentId' | 'locale' | '_layer'>,
  ): VersionRow | undefined;
}

/** Sends the commands of one read. Inside a transaction, it sends one at a time. */
export class Reader {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Db,
    readonly schema: Schema,
    readonly limits: Limits,
    private readonly context: ReadContext,
  ) {}

  /** Aborted when the answer is no longer needed. */
  get signal(): Cancellation | undefined {
    return this.context.deadline?.signal;
  }

  get indexes(): KnownIndexes | undefined {
    return this.context.indexes;
  }

  get written(): WrittenVersions | undefined {
    return this.context.written;
  }

  versions(type: ContentType, query: Query): Promise<readonly Row[]> {
    return this.find<Row>(collectionOf(type), query, projectionOf(type, query.fields));
  }

  links(link: Link, query: Query): Promise<readonly LinkRow[]> {
    const named = Object.fromEntries(query.fields.map((field) => [field, 1]));
    return this.find<LinkRow>(linkCollectionOf(link), query, { _id: 0, ...named });
  }

  /** Whether the total of all versions of a type is kept. */
  keepsTotal(type: ContentType): boolean {
    return this.context.kept?.has(type) === true;
  }

  /** The locales that have versions. */
  locales(type: ContentType): Promise<readonly string[]> {
    const versions = this.db.collection(collectionOf(type));
    const { session } = this.context;
    return this.inTurn(
      () => versions.distinct('locale', {}, session === undefined ? {} : { session }) as Promise<string[]>,
    );
  }

  /** Reads all collections in one snapshot, except after a write outside of a transaction. */
  aggregate<T = Row>(type: ContentType, stages: readonly Document[]): Promise<readonly T[]> {
    return this.aggregateIn(collectionOf(type), stages);
  }

  private aggregateIn<T>(collection: string, stages: readonly Document[]): Promise<readonly T[]> {
    const { session, server, written } = this.context;
    const isSnapshot = server.hasTransactions && session === undefined && written === undefined;
    return this.send<T>({
      ...aggregation(collection, stages),
      ...(isSnapshot && { readConcern: { level: 'snapshot' } }),
    });
  }

  /** What is kept of a type's totals. */
  async sums(type: ContentType): Promise<KeptSums> {
    return splitSums(await this.aggregateIn<Row>(ownCollections.totals, sumsAlone(collectionOf(type)))).sums;
  }

  /**
   * Counts the matching versions. The count runs outside of the transaction, beside its other commands, so it may
   * differ from them by concurrent writes. After a write it runs inside, where the transaction's own writes are
   * visible.
   */
  async total(type: ContentType, filter: Filter<Document>): Promise<number> {
    const counting = aggregation(collectionOf(type), [
      { $match: filter },
      { $group: { _id: 1, n: { $sum: 1 } } },
    ]);
    const counted =
      this.context.written === undefined
        ? await this.run<Counted>(counting, { ...this.context, session: undefined })
        : await this.send<Counted>(counting);
    return counted[0]?.n ?? 0;
  }

  private find<T>(
    collection: string,
    { filter, sort, skip = 0, limit = maxRows + 1 }: Query,
    projection: Document | null,
  ): Promise<readonly T[]> {
    return this.send<T>({
      find: collection,
      filter,
      ...(projection !== null && { projection }),
      ...(sort !== undefined && { sort }),
      ...(skip > 0 && { skip }),
      limit,
      // One more than there can be, because some servers keep a cursor open after a batch that reaches the limit.
      ...(limit === 1 ? { singleBatch: true } : { batchSize: Math.min(limit + 1, batchSize) }),
    });
  }

  private async send<T>(command: Document): Promise<readonly T[]> {
    const rows = await this.inTurn(() => this.run<T>(command, this.context));
    if (rows.length > maxRows) throw tooMany(maxRows);
    return rows;
  }

  private run<T>(command: Document, context: ReadContext): Promise<readonly T[]> {
    return readRows<T>(this.db, context.server.adapt(command), context);
  }

  /** A transaction runs one command at a time. */
  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.signal?.aborted === true) return Promise.reject(new Cancelled());
    if (this.context.session === undefined) return run();
    const done = this.last.then(run, run);
    this.last = done.catch(() => {});
    return done;
  }
}

const aggregation = (collection: string, pipeline: readonly Document[]): Document => ({
  aggregate: collection,
  pipeline,
  cursor: { batchSize },
});

export const tooMany = (rows: number): ThrownFailure =>
  new ThrownFailure(
    failure('PLAN.TOO_LARGE', `The question leads to more than ${rows} documents: ask for less at once`),
  );
