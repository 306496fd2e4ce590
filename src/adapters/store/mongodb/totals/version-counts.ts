import type { Layer } from '../../../../domain/query/query.js';
import type { VersionRow } from '../layout.js';

/** A number of versions in one layer and locale, or how it changes. */
export interface VersionCount {
  readonly layer: Layer;
  readonly locale: string;
  readonly count: number;
}

/** Adds numbers of versions by layer and locale. */
export class VersionCounts {
  private readonly counts = new Map<string, VersionCount>();

  add(layer: Layer, locale: string, count: number): void {
    const key = `${layer} ${locale}`;
    this.counts.set(key, { layer, locale, count: (this.counts.get(key)?.count ?? 0) + count });
  }

  addRows(rows: readonly Pick<VersionRow, '_layer' | 'locale'>[], count: 1 | -1): void {
    for (const { _layer, locale } of rows) this.add(_layer, locale, count);
  }

  get(layer: Layer, locale: string): number {
    return this.counts.get(`${layer} ${locale}`)?.count ?? 0;
  }

  /** The numbers that are not 0. */
  all(): readonly VersionCount[] {
    return [...this.counts.values()].filter(({ count }) => count !== 0);
  }
}
