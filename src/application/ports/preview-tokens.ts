import type { Uid } from '../../domain/schema/schema.js';

/** What a preview token lets its holder read, and for how long. */
export interface PreviewClaims {
  /** The documentId of the administrator who made it: numeric ids are the same in databases that share a secret. */
  readonly maker: string;
  readonly type: Uid;
  readonly documentId: string;
  /** Null for a content-type without locales. */
  readonly locale: string | null;
  /** ISO 8601, in whole seconds. */
  readonly expiresAt: string;
}

/** Signs preview tokens with a key made from the server's secret. */
export interface PreviewTokens {
  sign(claims: PreviewClaims): string;
  /** Returns null if this server's secret has not signed it. Its end is not judged. */
  read(token: string): PreviewClaims | null;
}
