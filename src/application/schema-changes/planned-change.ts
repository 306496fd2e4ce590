import type { Side, Uid } from '../../domain/schema/schema.js';
import type { SchemaChange } from '../ports/schema-store.js';
import type { Match, StoredIndex } from './match-collections.js';
import type { Index, WantedField } from './wanted-schema.js';

/** The phases in which changes run. */
export const phases = ['unindex', 'rename', 'create', 'convert', 'fill', 'index'] as const;

/**
 * One change that a store can make by itself once its checks have found nothing. `name` and `message` describe it to
 * the operator; `match` is the collection that it changes.
 */
export type PlannedChange = Work & {
  readonly phase: (typeof phases)[number];
  readonly name: string;
  readonly message: string;
  readonly isDoubtful?: boolean;
  readonly match: Match;
  /** They run before anything is changed, on the names that are stored now. */
  readonly checks: readonly Check[];
};

export type Work =
  | { readonly kind: 'createCollection' }
  | { readonly kind: 'renameCollection'; readonly former: string }
  /** Only checks: links to one content-type cannot become links to another. */
  | { readonly kind: 'retargetLinks' }
  | { readonly kind: 'addField'; readonly field: WantedField }
  | { readonly kind: 'renameField'; readonly field: WantedField; readonly former: string }
  | { readonly kind: 'convertField'; readonly conversion: Conversion }
  /** Only checks: an enumeration has no place for other values from now on. */
  | { readonly kind: 'limitValues' }
  | { readonly kind: 'removeIndex'; readonly index: StoredIndex }
  | { readonly kind: 'renameIndex'; readonly former: string; readonly index: Index }
  | { readonly kind: 'createIndex'; readonly index: Index; readonly refusal: Refusing }
  /** Creates an equal draft for every published version. */
  | { readonly kind: 'addDrafts' }
  | { readonly kind: 'removeDrafts' }
  /** Gives every link the same position in the draft layer as in the published one. */
  | { readonly kind: 'addDraftLinks' }
  | { readonly kind: 'removeDraftLinks' }
  /** Only checks: links are pending only at the other end from now on. */
  | { readonly kind: 'stopPending'; readonly side: Side }
  | { readonly kind: 'addLocale'; readonly locale: string }
  | { readonly kind: 'removeLocale'; readonly locale: string }
  /** All locales share one value from now on. */
  | { readonly kind: 'shareField'; readonly field: WantedField; readonly shape: string }
  /**
   * What follows the documents of a content-type whose uid changes; captures and entries of the change log do too. What waits in
   * an inbox comes before what is made of it: its update waits for a transaction that empties it, and the next one finds what
   * that has made.
   */
  | {
      readonly kind: 'moveUid';
      readonly former: Uid;
      readonly uid: Uid;
      readonly fields: readonly UidField[];
    }
  /** Only says what stays with the former uid. */
  | { readonly kind: 'leaveUid' }
  | { readonly kind: 'moveLinks'; readonly ends: readonly EndMove[]; readonly defaultLocale: string };

/** A field whose values, or the component items in them, change their shape, or have to be in an enumeration. */
export interface Conversion {
  readonly field: string;
  /** Its name before it is renamed. */
  readonly former: string;
  readonly from: string;
  readonly to: string;
  /** Where the values have to be among these from now on. */
  readonly choices?: readonly string[];
}

/**
 * How a field names content-types: `uid`: it is one; `uids`: as items of a JSON list; `member`: as `type` of a JSON object;
 * `members`: as that of each object of a JSON list.
 */
export type UidForm = 'uid' | 'uids' | 'member' | 'members';

/** A field of the server's own documents that names content-types. */
export interface UidField {
  readonly collection: string;
  readonly field: string;
  readonly form: UidForm;
}

/**
 * How links name the locale of one end from now on. `named`: that of the other end, or the default locale; `spread`:
 * each locale of the document gets the list that all of them shared; `unnamed`: links no longer name a locale;
 * `joined`: all locales of the document share one list.
 */
export interface EndMove {
  readonly side: Side;
  readonly becomes: 'named' | 'spread' | 'unnamed' | 'joined';
  /** The collection of the content-type at this end. */
  readonly type: Match;
}

/** A count by the store, and the refusal if it is not 0. */
export type Check = Counted & { readonly refusal: Refusing };

export type Refusing = (found: Found) => string;

/** `example` is the smallest documentId among those counted. */
export interface Found {
  readonly count: number;
  readonly example: string | null;
}

/** Rows are those of the change's collection: versions or links. */
export type Counted =
  | { readonly counts: 'rows' }
  /** Values, or items in them, that a conversion would truncate or lose. */
  | { readonly counts: 'misfits'; readonly conversion: Conversion }
  /** Values, or documents with links, that violate a unique index. */
  | { readonly counts: 'duplicates'; readonly index: Index }
  /** Drafts that differ from the published version, or have none. */
  | { readonly counts: 'unpublishedDrafts' }
  /** Links that are pending at one of these ends. */
  | { readonly counts: 'pendingLinks'; readonly sides: readonly Side[] }
  /** Links that are only in the draft layer and not pending. */
  | { readonly counts: 'draftOnlyLinks' }
  | { readonly counts: 'otherLocales'; readonly locale: string }
  /** Documents whose versions in one layer differ in a field. */
  | { readonly counts: 'differingValues'; readonly field: string; readonly shape: string }
  /** Documents at this end whose lists differ between their locales. */
  | { readonly counts: 'differingLists'; readonly end: EndMove }
  /** Documents at this end with several links in one layer. */
  | { readonly counts: 'severalLinks'; readonly side: Side };

/** `1 draft is`, `2 drafts are`. */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** A change that is unsafe whatever the data. */
export type Refused = SchemaChange & { readonly kind: 'unsafe' };

export const refused = (name: string, message: string): Refused => ({ kind: 'unsafe', name, message });
