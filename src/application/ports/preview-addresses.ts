import type { Layer } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

/** Where the site of an app shows an entry before it is published. */
export interface PreviewAddresses {
  /** An address with names in braces, such as `https://example.org/preview/{slug}?token={token}`; null: there is none. */
  templateFor(type: Uid): string | null;
  /** Whether code of the app makes the addresses of types without a template. */
  readonly hasHandler: boolean;
  /** Calls that code. Returns null if it has no address for the entry. Fails with `INPUT.MISMATCH` if it throws. */
  askHandler(type: Uid, version: PreviewedVersion): Promise<Result<string | null>>;
}

/** The version of a document that is shown. */
export interface PreviewedVersion {
  readonly documentId: string;
  /** Null for a content-type without locales. */
  readonly locale: string | null;
  readonly status: Layer;
  readonly token: string;
}
