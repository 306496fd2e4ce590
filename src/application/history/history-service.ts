import type { Outdated } from '../../domain/history/fit-content.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Selection } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import type { Answer } from '../documents/use-cases.js';
import type { ChangeEntry } from '../ports/change-log.js';

/**
 * Earlier versions of documents. Everything needs a grant for `history` and the right to read the document; entries show
 * what the principal may read of it today. Fails with `DOCUMENT.NOT_FOUND` for what the principal may not see, and for an unknown
 * content-type.
 */
export interface HistoryService {
  /** Returns entries, the latest first. */
  list(principal: Principal, asked: AskedHistory, range: HistoryRange): Promise<Result<HistoryList>>;
  find(principal: Principal, asked: AskedHistory, entry: string): Promise<Result<HistoryVersion>>;
  /**
   * Returns how the version of one entry differs from that of another, or with `currentVersion` from what the document contains
   * now: its draft, where the principal may read it.
   */
  diff(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
    other: string,
  ): Promise<Result<readonly ChangedAttribute[]>>;
  /** Returns an entry as it differs from another one, as `diff` does, with what does not fit the content-type of today. */
  compare(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
    other: string,
  ): Promise<Result<ComparedVersion>>;
  /**
   * Returns the entry that a write at this time made or became a part of, with how it differs from the entry before it; null if
   * none is kept. `at` is a time, else it fails with `QUERY.INVALID`.
   */
  changeAt(principal: Principal, asked: AskedHistory, at: string): Promise<Result<HistoryChange | null>>;
  /**
   * Lists the documents of a type that were deleted and are not there again, in each locale, the latest first. Also needs a grant
   * to read what is edited without a filter. Deletions of the last moments may be missing.
   */
  deleted(principal: Principal, type: Uid, range: HistoryRange): Promise<Result<DeletedList>>;
  /**
   * Gives the draft what an entry shows of `names`, or without them of all attributes, by an update, or a create if the document
   * is gone.
   */
  restore(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
    answer: Selection,
    names?: readonly string[],
  ): Promise<Result<Restored>>;
  /**
   * Returns how the draft differs from what is published, of types with drafts. Needs the right to read drafts, and no grant for
   * `history`.
   */
  draftChanges(principal: Principal, asked: AskedHistory): Promise<Result<DraftChanges>>;
  /**
   * Returns the versions of a document in all locales, with what is outdated in each: what changed in the locale `source` after
   * it did. Needs the right to read drafts, and no grant for `history`, as it shows nothing of earlier versions.
   */
  translations(principal: Principal, asked: AskedTranslations): Promise<Result<readonly Translation[]>>;
}

/** Stands for the version of today where an entry is asked for. */
export const currentVersion = 'current';

export interface AskedHistory {
  readonly type: Uid;
  /** Absent for single types. */
  readonly documentId?: string;
  /** Absent: all locales. */
  readonly locale?: string;
}

/** What publishing a draft would change. */
export interface DraftChanges {
  /** From what is published to the draft, as `diff` answers them. */
  readonly changes: readonly ChangedAttribute[];
  /** Links of the draft that do not show until their documents are published in this locale. */
  readonly unpublished: readonly UnpublishedLink[];
  /** Attributes that cannot be compared, such as lists with too many links. */
  readonly leftOut: readonly string[];
}

export interface UnpublishedLink {
  /** The attribute of the document, also where the link is inside of a component. */
  readonly name: string;
  readonly type: Uid;
  readonly documentId: string;
  readonly title: string;
}

export interface AskedTranslations extends Omit<AskedHistory, 'locale'> {
  readonly source: string;
}

/** One version of a document in its locale. */
export interface Translation {
  readonly documentId: string;
  readonly locale: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly isOutdated: boolean;
  /** The attributes that are outdated; empty if the type has no history, where only times of versions are compared. */
  readonly names: readonly string[];
}

export interface HistoryRange {
  readonly offset: number;
  readonly limit: number;
}

export interface HistoryList {
  readonly entries: readonly HistoryEntry[];
  readonly total: number;
}

export interface HistoryEntry {
  readonly id: string;
  readonly documentId: string;
  readonly at: string;
  readonly by: ChangeEntry['actor'];
  readonly action: ChangeEntry['action'];
  /** Null for types without drafts. */
  readonly status: 'draft' | 'published' | null;
  readonly locale: string | null;
  /** The attributes that differ from the entry before. */
  readonly names: readonly string[];
}

/** An entry, and its difference from the one before it that the principal sees. */
export interface HistoryChange extends HistoryEntry {
  readonly changes: readonly ChangedAttribute[];
}

export interface DeletedList {
  readonly entries: readonly DeletedDocument[];
  readonly hasMore: boolean;
}

/** The entry of a deletion, which can be restored. */
export interface DeletedDocument extends Pick<HistoryEntry, 'id' | 'documentId' | 'at' | 'by' | 'locale'> {
  /** Its title, or its documentId. */
  readonly label: string;
}

export interface HistoryVersion extends HistoryEntry {
  /** Relations are `{documentId, title}`, with the title of today; `gone` if the document is. */
  readonly content: { readonly [name: string]: Json };
  /** What does not fit the content-type of today. */
  readonly outdated: readonly OutdatedPart[];
}

/** A part of a version that does not fit the content-type of today, with the reason in English. */
export interface OutdatedPart extends Omit<Outdated, 'reason'> {
  readonly reason: string;
}

export interface ComparedVersion extends HistoryEntry {
  /** An attribute whose value does not fit the content-type of today has it as it was. */
  readonly changes: readonly ChangedAttribute[];
  /** Those of `changes` that a restore of the entry writes. */
  readonly restorable: readonly string[];
  readonly outdated: readonly Outdated[];
}

export interface ChangedAttribute {
  readonly name: string;
  readonly from: Json;
  readonly to: Json;
}

export interface Restored {
  readonly answer: Answer;
  /** Whether the document was gone and has been created again. */
  readonly created: boolean;
  readonly leftOut: readonly OutdatedPart[];
  /** Links that were left out because their documents are gone. */
  readonly gone: readonly { readonly name: string; readonly documentId: string }[];
}
