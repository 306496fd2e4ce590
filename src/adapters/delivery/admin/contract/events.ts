import type { Json } from '../../../../domain/schema/schema.js';

/**
 * `GET events?type&locale&after`: Server-Sent Events in the form of docs/live-changes.md, of the drafts of one content-type.
 * `beat` has no data: it carries the id to go on from.
 */
export interface ChangedDocument {
  readonly action: string;
  readonly documentId: string;
  /** Null: of a type without locales, or in all locales. */
  readonly locale: string | null;
  /** `updatedAt` is its revision now. */
  readonly document: { readonly updatedAt: string; readonly [name: string]: Json };
}
