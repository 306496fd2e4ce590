import type { ClientSession, Collection, Db } from 'mongodb';
import type { ContentType, Link, Schema } from '../../../../domain/schema/schema.js';
import type { ServerCapabilities } from '../capabilities.js';
import type { Counters } from '../counters.js';
import { collectionOf, linkCollectionOf, type LinkRow, type VersionRow } from '../layout.js';
import type { EntryQueue } from './entry-queue.js';
import type { WriteTicks } from './write-ticks.js';
import type { WrittenVersions } from './written-versions.js';

/** One write on its way: what it goes to, and the transaction that it is in. */
export interface Unit {
  readonly db: Db;
  readonly server: ServerCapabilities;
  readonly schema: Schema;
  readonly counters: Counters;
  readonly session: ClientSession | undefined;
  readonly entries: EntryQueue;
  readonly ticks: WriteTicks;
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
