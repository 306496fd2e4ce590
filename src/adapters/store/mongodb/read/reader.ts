import type { ClientSession, Db, Document, Filter } from 'mongodb';
import { failure } from '../../../../domain/failure.js';
import type { Limits, Predicate, ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { ContentType, Link, Schema } from '../../../../domain/schema/schema.js';
import type { Deadline } from '../../../../application/ports/document-store.js';
import { Refusal } from '../database-error.js';
import { collectionOf, linkCollectionOf, type LinkRow, type VersionRow } from '../layout.js';
import { askRows, batchSize } from './ask-rows.js';
import type { Led } from './led.js';
import { linkedStages, type LinkedQuestion } from './linked-stages.js';
import { ObjectRow, type Row } from './row.js';
import { versionProjection } from './version-projection.js';

/** Rows of one step: what a filter leads to has to travel here, and back in the next step's question. */
const mostRows = 300_000;

export interface Question {
  readonly filter: Filter<Document>;
  readonly fields: readonly string[];
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
  /** What is done to the rows after that. */
  readonly stages?: readonly Document[];
}

/** What is read in: a transaction, and what it has written. */
export interface Sight {
  readonly session?: ClientSession | undefined;
  /** Ends the reading. */
  readonly deadline?: Deadline | undefined;
  readonly written: WrittenVersions | null;
  /** Whether versions may bring along what their relations lead to. */
  readonly joins?: boolean;
  /** Present where nothing but one question (and totals) may be asked, as there is no transaction. */
  readonly alone?: { readonly inSnapshot: boolean; readonly led: Led | null };
}

/** What was tried as one question takes more: it is to be asked anew, in a snapshot, and step by step. */
export class NotInOne extends Error {}

/** Versions that need no asking. */
interface WrittenVersions {
  get(
    type: ContentType,
    version: Pick<VersionRow, 'documentId' | 'locale' | '_layer'>,
  ): VersionRow | undefined;
}

/** Asks one database, inside one transaction where there is one. */
export class Reader {
  private last: Promise<unknown> = Promise.resolve();
  private asked = 0;

  constructor(
    readonly db: Db,
    readonly schema: Schema,
    readonly limits: Limits,
    private readonly sight: Sight,
  ) {}

  versions(type: ContentType, question: Question): Promise<readonly Row[]> {
    const projection = versionProjection(type, question.fields);
    const { stages = [], sort = {} } = question;
    // Servers may project what they sort before they sort it: all that fits, in place of the page.
    const isPiped = stages.length > 0 || Object.keys(sort).some((field) => field !== '_id');
    return isPiped
      ? this.pipe(type, question, projection)
      : this.find(collectionOf(type), question, projection);
  }

  /** Aborted when the client has left, or the time is up. */
  get signal(): AbortSignal | undefined {
    return this.sight.deadline?.signal;
  }

  get isAlone(): boolean {
    return this.sight.alone !== undefined;
  }

  get led(): Led | null {
    return this.sight.alone?.led ?? null;
  }

  get joins(): boolean {
    return this.sight.joins === true;
  }

  links(link: Link, question: Question): Promise<readonly Row[]> {
    const named = Object.fromEntries(question.fields.map((field) => [field, 1]));
    return this.find(linkCollectionOf(link), question, { _id: 0, ...named });
  }

  /** The links that have at `end` a version that fits, each with that version's locale. */
  async linked(
    type: ContentType,
    link: Link,
    question: LinkedQuestion,
  ): Promise<readonly { readonly locale: string; readonly link: LinkRow }[]> {
    const stages = [...linkedStages(link, question), { $limit: mostRows + 1 }];
    const rows = await this.aggregate(type, stages, ['locale', 'link']);
    return rows.map((row) => ({ locale: row.locale, link: row.get('link') as LinkRow }));
  }

  /** As many as the rest of the answer sees. */
  count(type: ContentType, filter: Filter<Document>): Promise<number> {
    return this.inTurn(() => this.countAll(type, filter, this.sight.session));
  }

  /** For a total, which may be a moment older than its page: while other questions are on their way. */
  total(type: ContentType, filter: Filter<Document>): Promise<number> {
    return this.sight.written === null ? this.countAll(type, filter, undefined) : this.count(type, filter);
  }

  /** The version that a plan asks for alone, where it has just been written. */
  written({ type, context, where }: ReadPlan): Row | undefined {
    const documentId = where === null ? undefined : documentIdOf(where);
    if (this.sight.written === null || documentId === undefined) return undefined;
    const { layer, locale } = context;
    if (type.localized && typeof locale !== 'string') return undefined;
    const row = this.sight.written.get(type, {
      documentId,
      locale: type.localized && typeof locale === 'string' ? locale : '',
      _layer: type.draftAndPublish ? layer : 'published',
    });
    return row && new ObjectRow(row);
  }

  /** The locales that there are versions in. */
  locales(type: ContentType): Promise<readonly string[]> {
    const versions = this.db.collection(collectionOf(type));
    const { session } = this.sight;
    const within = session === undefined ? {} : { session };
    return this.inTurn(() => versions.distinct('locale', {}, within) as Promise<string[]>);
  }

  /** `fields`: what the rows will be asked for. */
  aggregate(
    type: ContentType,
    stages: readonly Document[],
    fields: readonly string[],
  ): Promise<readonly Row[]> {
    // What looks into several collections sees them as they were at one time.
    const snapshot = this.sight.alone?.inSnapshot === true ? { readConcern: { level: 'snapshot' } } : {};
    return this.ask({ ...aggregation(type, stages), ...snapshot }, fields);
  }

  private pipe(
    type: ContentType,
    { filter, fields, sort, skip = 0, limit = mostRows + 1, stages = [] }: Question,
    projection: Document | null,
  ): Promise<readonly Row[]> {
    const all = [
      ...(Object.keys(filter).length > 0 ? [{ $match: filter }] : []),
      ...(sort === undefined ? [] : [{ $sort: sort }]),
      ...(skip > 0 ? [{ $skip: skip }] : []),
      { $limit: limit },
      ...(projection === null ? [] : [{ $project: projection }]),
      ...stages,
    ];
    return this.aggregate(type, all, fields);
  }

  private find(
    collection: string,
    { filter, fields, sort, skip = 0, limit = mostRows + 1 }: Question,
    projection: Document | null,
  ): Promise<readonly Row[]> {
    const find = {
      find: collection,
      filter,
      ...(projection !== null && { projection }),
      ...(sort !== undefined && { sort }),
      ...(skip > 0 && { skip }),
      limit,
      // One more than there can be: else servers may keep the cursor, for what is not there.
      ...(limit === 1 ? { singleBatch: true } : { batchSize: Math.min(limit + 1, batchSize) }),
    };
    return this.ask(find, fields);
  }

  private async ask(command: Document, fields: readonly string[]): Promise<readonly Row[]> {
    const rows = await this.inTurn(() =>
      askRows(this.db, command, fields, { session: this.sight.session, deadline: this.sight.deadline }),
    );
    if (rows.length > mostRows) throw tooMany(mostRows);
    return rows;
  }

  private async countAll(
    type: ContentType,
    filter: Filter<Document>,
    session: ClientSession | undefined,
  ): Promise<number> {
    const counting = aggregation(type, [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }]);
    const [counted] = await askRows(this.db, counting, ['n'], { session, deadline: this.sight.deadline });
    return Number(counted?.get('n') ?? 0);
  }

  /** A transaction answers one question at a time. */
  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const { deadline } = this.sight;
    if (deadline?.signal.aborted === true) return Promise.reject(deadline.signal.reason as Error);
    this.asked++;
    if (this.sight.alone !== undefined && this.asked > 1) return Promise.reject(new NotInOne());
    if (this.sight.session === undefined) return ask();
    const asked = this.last.then(ask, ask);
    this.last = asked.catch(() => {});
    return asked;
  }
}

const aggregation = (type: ContentType, pipeline: readonly Document[]): Document => ({
  aggregate: collectionOf(type),
  pipeline,
  cursor: { batchSize },
});

/** What a predicate is about that names a document and nothing else. */
function documentIdOf(where: Predicate): string | undefined {
  if (where.kind !== 'compare' || where.negated) return undefined;
  const { field, comparison } = where;
  const names = field.system && field.name === 'documentId' && comparison.op === 'eq' && !comparison.fold;
  return names ? String(comparison.value) : undefined;
}

export const tooMany = (rows: number): Refusal =>
  new Refusal(
    failure('PLAN.TOO_LARGE', `The question leads to more than ${rows} documents: ask for less at once`),
  );
