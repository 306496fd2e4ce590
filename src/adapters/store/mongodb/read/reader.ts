import type { ClientSession, Db, Document, Filter } from 'mongodb';
import { failure } from '../../../../domain/failure.js';
import type { Limits } from '../../../../domain/plan/read-plan.js';
import type { ContentType, Link, Schema } from '../../../../domain/schema/schema.js';
import { Refusal } from '../database-error.js';
import { collectionOf, linkCollectionOf, type LinkRow, type VersionRow } from '../layout.js';

/** Rows of one step: what a filter leads to has to travel here, and back in the next step's question. */
const mostRows = 300_000;

export interface Question {
  readonly filter: Filter<Document>;
  readonly fields: readonly string[];
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
}

/** Asks one database, inside one transaction where there is one. */
export class Reader {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly db: Db,
    readonly schema: Schema,
    readonly limits: Limits,
    readonly session: ClientSession | undefined,
  ) {}

  versions(type: ContentType, question: Question): Promise<VersionRow[]> {
    return this.find<VersionRow>(collectionOf(type), question);
  }

  links(link: Link, question: Question): Promise<LinkRow[]> {
    return this.find<LinkRow>(linkCollectionOf(link), question);
  }

  count(type: ContentType, filter: Filter<Document>): Promise<number> {
    const versions = this.db.collection(collectionOf(type));
    return this.inTurn(() => versions.countDocuments(filter, this.options()));
  }

  /** The locales that there are versions in. */
  locales(type: ContentType): Promise<readonly string[]> {
    const versions = this.db.collection(collectionOf(type));
    return this.inTurn(() => versions.distinct('locale', {}, this.options()) as Promise<string[]>);
  }

  aggregate<Row>(type: ContentType, stages: Document[]): Promise<Row[]> {
    const versions = this.db.collection(collectionOf(type));
    return this.inTurn(async () => (await versions.aggregate(stages, this.options()).toArray()) as Row[]);
  }

  private async find<Row>(collection: string, question: Question): Promise<Row[]> {
    const { filter, fields, sort, skip, limit = mostRows + 1 } = question;
    const asked = {
      ...this.options(),
      projection: Object.fromEntries(fields.map((field) => [field, 1])),
      ...(sort !== undefined && { sort }),
      ...(skip !== undefined && { skip }),
      limit,
      batchSize: Math.min(limit, 10_000),
    };
    const rows = await this.inTurn(() => this.db.collection(collection).find(filter, asked).toArray());
    if (rows.length > mostRows) throw tooMany(mostRows);
    return rows as unknown as Row[];
  }

  /** A transaction answers one question at a time. */
  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.session === undefined) return ask();
    const asked = this.last.then(ask, ask);
    this.last = asked.catch(() => {});
    return asked;
  }

  private options(): { readonly session?: ClientSession } {
    return this.session === undefined ? {} : { session: this.session };
  }
}

export const tooMany = (rows: number): Refusal =>
  new Refusal(
    failure('PLAN.TOO_LARGE', `The question leads to more than ${rows} documents: ask for less at once`),
  );
