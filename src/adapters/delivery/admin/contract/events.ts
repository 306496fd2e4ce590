import type { Uid } from '../../../../domain/schema/schema.js';

/** `GET events` (not served yet): server-sent events, resumed by id. */
export type AdminEvent =
  | {
      readonly kind: 'saved';
      readonly type: Uid;
      readonly documentId: string;
      readonly locale: string | null;
    }
  | {
      readonly kind: 'published';
      readonly type: Uid;
      readonly documentId: string;
      readonly locale: string | null;
    }
  | { readonly kind: 'removed'; readonly type: Uid; readonly documentId: string }
  | { readonly kind: 'schema' | 'rights' };
