import type { ContentType } from '../../../../domain/schema/schema.js';
import type { VersionRow } from '../layout.js';

/** The versions that a write has left as they are now: what is asked for them needs no reading. */
export class WrittenVersions {
  private readonly rows = new Map<string, VersionRow>();

  set(type: ContentType, row: VersionRow): void {
    this.rows.set(keyOf(type, row), row);
  }

  get(type: ContentType, version: Version): VersionRow | undefined {
    return this.rows.get(keyOf(type, version));
  }

  /** Where versions were written that did not come back: all, or those of other locales. */
  forget(except?: string): void {
    for (const [key, { locale }] of this.rows) if (locale !== except) this.rows.delete(key);
  }
}

type Version = Pick<VersionRow, 'documentId' | 'locale' | '_layer'>;

const keyOf = ({ uid }: ContentType, { documentId, locale, _layer }: Version): string =>
  `${uid} ${documentId} ${_layer} ${locale}`;
