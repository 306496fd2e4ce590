import type { Uid } from '../../../../domain/schema/schema.js';
import type { DocumentState } from './links.js';
import type { ReleaseView } from './releases.js';

/**
 * `GET home?seen=`: all that the first screen shows. What the administrator may not see is not there. `seen` names the entries
 * that the browser has opened before, joined by commas, each as `uid/documentId` or `uid/documentId/locale`.
 */
export interface Home {
  /** Unpublished and changed drafts that the administrator was the last to write, the latest first. */
  readonly drafts: readonly HomeEntry[];
  /** Releases that failed, then those that are due, the next first. */
  readonly waiting: readonly ReleaseView[];
  /** Those of `seen` that are still there, in their order. */
  readonly seen: readonly HomeEntry[];
  /** API tokens that have ended lately or end soon, the next first. */
  readonly tokens: readonly EndingToken[];
  /** What a new project needs, of what the role may do. Empty once all of it is done. */
  readonly steps: readonly HomeStep[];
}

export interface HomeEntry {
  readonly uid: Uid;
  /** `-` for a single type. */
  readonly documentId: string;
  readonly locale: string | null;
  readonly label: string;
  readonly state: DocumentState;
  readonly updatedAt: string | null;
}

export interface EndingToken {
  readonly name: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

export interface HomeStep {
  readonly name: 'type' | 'entry' | 'token';
  readonly isDone: boolean;
}

/** How many entries each list has at most, and how many `seen` may name. */
export const homeEntries = 8;

/** A token is near its end, or has ended lately, within so many milliseconds. */
export const soonMs = 14 * 24 * 3_600_000;
