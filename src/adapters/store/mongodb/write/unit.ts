import type { ClientSession, Collection, Db } from 'mongodb';
import type { ContentType, Link, Schema } from '../../../../domain/schema/schema.js';
import type { MongoUnit } from '../join-units.js';
import type { ServerCapabilities } from '../capabilities.js';
import type { Counters } from '../counters.js';
import { collectionOf, linkCollectionOf, type LinkRow, type VersionRow } from '../layout.js';
import type { ReadContext } from '../read/reader.js';
import type { VersionCounts } from '../totals/version-counts.js';

/** One write in progress, with the transaction in which it runs. */
export interface Unit {
  readonly db: Db;
  readonly server: ServerCapabilities;
  readonly schema: Schema;
  readonly counters: Counters;
  readonly session: ClientSession | undefined;
  /** The unit of work that the write joins. */
  readonly joined: MongoUnit | null;
  readonly sequence: WriteSequence;
  readonly written: WrittenVersions;
  /** How many versions the write adds and removes. */
  readonly counts: VersionCounts;
  /** Versions that locking has returned, by `keyOf`: those of documents that have only one. */
  readonly locked: Map<string, VersionRow>;
  /** Documents that exist, as locking has shown, by `keyOf`. */
  readonly present: Set<string>;
}

export const keyOf = ({ type, documentId }: { type: ContentType; documentId: string }): string =>
  `${type.uid} ${documentId}`;

/** Whether each document of a type has a single version. */
export const hasOneVersion = ({ draftAndPublish, localized }: ContentType): boolean =>
  !draftAndPublish && !localized;

export const versionsOf = ({ db }: Unit, type: ContentType): Collection<VersionRow> =>
  db.collection<VersionRow>(collectionOf(type));

export const linksOf = ({ db }: Unit, link: Link): Collection<LinkRow> =>
  db.collection<LinkRow>(linkCollectionOf(link));

/** How the write reads in its transaction. */
export const contextOf = ({ server, session, written }: Unit): ReadContext => ({ server, session, written });

/** The options of each command. */
export const optionsOf = ({ session }: Unit): { readonly session?: ClientSession } =>
  session === undefined ? {} : { session };

/** Sequence numbers of one write, which are requested before they are needed. */
export class WriteSequence {
  private run: { readonly first: Promise<number>; taken: number; left: number } | null = null;

  constructor(private readonly counters: Counters) {}

  /** Requests `count` numbers unless as many are left. Does not wait for them. */
  reserve(count: number): void {
    if (count === 0 || (this.run?.left ?? 0) >= count) return;
    const first = this.counters.sequence(count);
    // `take` rejects with this error; a write that has already failed does not call it.
    first.catch(() => {});
    this.run = { first, taken: 0, left: count };
  }

  /** Returns the first of `count` consecutive numbers. */
  async take(count: number): Promise<number> {
    this.reserve(count);
    const { run } = this;
    if (run === null) return 0;
    const offset = run.taken;
    run.taken += count;
    run.left -= count;
    return (await run.first) + offset;
  }
}

/** The versions that a write has stored, so that reads in its transaction need not fetch them. */
export class WrittenVersions {
  private readonly rows = new Map<string, VersionRow>();

  set(type: ContentType, row: VersionRow): void {
    this.rows.set(versionKey(type, row), row);
  }

  get(type: ContentType, version: Version): VersionRow | undefined {
    return this.rows.get(versionKey(type, version));
  }

  /**
   * Forgets all versions, or those of locales other than `except`, because a command changed them without returning
   * them.
   */
  forget(except?: string): void {
    for (const [key, { locale }] of this.rows) if (locale !== except) this.rows.delete(key);
  }
}

type Version = Pick<VersionRow, 'documentId' | 'locale' | '_layer'>;

const versionKey = ({ uid }: ContentType, { documentId, locale, _layer }: Version): string =>
  `${uid} ${documentId} ${_layer} ${locale}`;
