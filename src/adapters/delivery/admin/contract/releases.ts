import type { Json, Uid } from '../../../../domain/schema/schema.js';

export type ReleaseState = 'open' | 'scheduled' | 'done' | 'failed' | 'cancelled';

/**
 * `GET releases?state&limit`: a list, the latest first. `POST releases` takes `{ name, at, actions }` as the content API does, and answers
 * the release; so do `POST releases/:documentId/run` and `cancel`. `POST releases/:documentId/check` answers `{ problems }`.
 */
export interface ReleaseView {
  readonly documentId: string;
  readonly name: string;
  readonly state: ReleaseState;
  /** In UTC; null: by hand. */
  readonly at: string | null;
  readonly endedAt: string | null;
  readonly plannedBy: { readonly kind: string; readonly name: string };
  readonly actions: readonly PlannedAction[];
  /** Why it failed; before that, what was missing when it was planned. */
  readonly problems: readonly ReleaseProblem[];
  /** What the administrator may do with it now. */
  readonly may: { readonly run: boolean; readonly cancel: boolean };
}

export interface PlannedAction {
  readonly action: 'publish' | 'unpublish';
  readonly type: Uid;
  /** Null for a single type. */
  readonly documentId: string | null;
  readonly locale: string | null;
  /** Null if the administrator may not read it, or it is gone. */
  readonly label: string | null;
}

export interface ReleaseProblem {
  /** Its place in `actions`. */
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly details?: Json;
}
