import type { Json } from '../../../../domain/schema/schema.js';

/**
 * `GET documents/:uid/:documentId/history?locale&pagination` (`-` for a single type): a `ListAnswer`, the latest first.
 * `GET …/history/:id` is one of them as a `Version`; `POST …/history/:id/restore` takes an `ActionBody`, gives the draft that content
 * and answers an `Entry`.
 */
export interface VersionEntry {
  readonly id: string;
  readonly at: string;
  readonly by: { readonly kind: string; readonly name: string };
  readonly action: VersionAction;
  /** Null for types without drafts. */
  readonly status: 'draft' | 'published' | null;
  readonly locale: string | null;
  /** The attributes that differ from the entry before. */
  readonly names: readonly string[];
}

export type VersionAction = 'create' | 'update' | 'publish' | 'unpublish' | 'discardDraft' | 'delete';

export interface Version extends VersionEntry {
  /** What differs from the draft of today. Relations are `{ documentId, title }`, or `{ documentId, gone: true }`. */
  readonly changes: readonly { readonly name: string; readonly from: Json; readonly to: Json }[];
  /** What does not fit the content-type of today, so that it is not restored. */
  readonly outdated: readonly { readonly name: string; readonly value: Json; readonly reason: string }[];
}
