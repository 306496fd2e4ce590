import type { Reason } from '../../domain/reason/reason.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import type { Planner } from '../access/planner.js';

/** What a release does with one document. */
export interface ReleaseAction {
  readonly action: 'publish' | 'unpublish';
  readonly type: Uid;
  /** Null for the document of a single type. */
  readonly documentId: string | null;
  /** Null: the default locale, or a type without locales. */
  readonly locale: string | null;
}

/** Those of releases that have ended. */
const endStates: ReadonlySet<string> = new Set(['done', 'cancelled']);

export const hasEnded = ({ state }: Pick<Release, 'state'>): boolean => endStates.has(state);

export const releaseStates = ['open', 'scheduled', 'done', 'failed', 'cancelled'] as const;

/** `open`: it has no time, and happens by hand. `failed`: nothing of it has happened. */
export type ReleaseState = (typeof releaseStates)[number];

/** Documents that are published and unpublished together: all of them, or none. Times are ISO 8601 in UTC. */
export interface Release {
  readonly documentId: string;
  readonly name: string;
  readonly actions: readonly ReleaseAction[];
  readonly at: string | null;
  readonly state: ReleaseState;
  /** On whose behalf it happens. */
  readonly planner: Planner;
  /** See `ownerOf`. */
  readonly owner: string;
  readonly endedAt: string | null;
  /** Why it failed; before that, what would have kept it from happening when it was planned. */
  readonly problems: readonly ReleaseProblem[];
  /** Differs after each change. */
  readonly revision: string;
}

/** Why an action cannot be done. */
export interface ReleaseProblem {
  /** Its place in `actions`. */
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly details?: Json;
  /** As those of a failure. */
  readonly reasons?: readonly Reason[];
}

/** A document whose locales are published together. */
export interface LocalesRequest {
  readonly type: Uid;
  /** Absent for the document of a single type. */
  readonly documentId?: string;
}

export interface LocalesToPublish {
  readonly documentId: string;
  /** The locales whose draft is not what is published. */
  readonly locales: readonly string[];
  /** What keeps them from being published; `locale` is where. */
  readonly problems: readonly (Omit<ReleaseProblem, 'index'> & { readonly locale: string })[];
}
