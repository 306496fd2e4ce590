import type { ClientSession, Collection, Db } from 'mongodb';
import type { ContentType, Link, Schema } from '../../../../domain/schema/schema.js';
import type { ServerCapabilities } from '../capabilities.js';
import type { Counters } from '../counters.js';
import { collectionOf, linkCollectionOf, type LinkRow, type VersionRow } from '../layout.js';
import type { EntryQueue } from './entry-queue.js';

/** One write on its way: what it goes to, and the transaction that it is in. */
export interface Unit {
  readonly db: Db;
  readonly server: ServerCapabilities;
  readonly schema: Schema;
  readonly counters: Counters;
  readonly session: ClientSession | undefined;
  readonly entries: EntryQueue;
  readonly sequence: WriteSequence;
  readonly written: WrittenVersions;
  /** The only versions of documents that were locked, by `keyOf`, where locking one has told. */
  readonly locked: Map<string, VersionRow>;
  /** Documents that locking has found, by `keyOf`. */
  readonly present: Set<string>;
}

export const keyOf = ({ type, documentId }: { type: ContentType; documentId: string }): string =>
  `${type.uid} ${documentId}`;

/** Types whose documents have one version. */
export const isPlain = ({ draftAndPublish, localized }: ContentType): boolean =>
  !draftAndPublish && !localized;

export const versionsOf = ({ db }: Unit, type: ContentType): Collection<VersionRow> =>
  db.collection<VersionRow>(collectionOf(type));

export const linksOf = ({ db }: Unit, link: Link): Collection<LinkRow> =>
  db.collection<LinkRow>(linkCollectionOf(link));

/** The options of every operation. */
export const within = ({ session }: Unit): { readonly session?: ClientSession } =>
  session === undefined ? {} : { session };

/** Numbers of the sequence for one write, asked for before they are needed. */
export class WriteSequence {
  private run: { readonly first: Promise<number>; taken: number; left: number } | null = null;

  constructor(private readonly counters: Counters) {}

  /** Asks for what is missing of `count`; does not wait. */
  reserve(count: number): void {
    if (count === 0 || (this.run?.left ?? 0) >= count) return;
    const first = this.counters.sequence(count);
    // `take` rejects with it; a write that failed before takes none.
    first.catch(() => {});
    this.run = { first, taken: 0, left: count };
  }

  /** The first of a run of `count`. */
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

/** The versions that a write has left as they are now: what is asked for them needs no reading. */
export class WrittenVersions {
  private readonly rows = new Map<string, VersionRow>();

  set(type: ContentType, row: VersionRow): void {
    this.rows.set(versionKey(type, row), row);
  }

  get(type: ContentType, version: Version): VersionRow | undefined {
    return this.rows.get(versionKey(type, version));
  }

  /** Where versions were written that did not come back: all, or those of other locales. */
  forget(except?: string): void {
    for (const [key, { locale }] of this.rows) if (locale !== except) this.rows.delete(key);
  }
}

type Version = Pick<VersionRow, 'documentId' | 'locale' | '_layer'>;

const versionKey = ({ uid }: ContentType, { documentId, locale, _layer }: Version): string =>
  `${uid} ${documentId} ${_layer} ${locale}`;
