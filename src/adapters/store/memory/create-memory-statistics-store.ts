import type { StatisticsStore } from '../../../application/ports/statistics-store.js';
import type { FanOut } from '../../../domain/plan/statistics.js';
import { ok } from '../../../domain/result.js';
import type { Side } from '../../../domain/schema/schema.js';
import type { StoredLink } from '../../../domain/relation/link-list.js';
import type { Tables } from './tables.js';

/** Counts what there is. */
export const createMemoryStatisticsStore = (tables: Tables): StatisticsStore => ({
  async measure() {
    const { contentTypes, links } = tables.schema;
    const versions = [...contentTypes.values()].map(
      (type) => [type.uid, tables.versions(type).byId.size] as const,
    );
    const measured = links.map((link) => {
      const rows = [...tables.links(link).byId.values()];
      const fanOuts = { source: fanOutOf(rows, 'source'), target: fanOutOf(rows, 'target') };
      return [link.name, { count: rows.length, ...fanOuts }] as const;
    });
    return ok({ versions: new Map(versions), links: new Map(measured) });
  },
});

function fanOutOf(rows: readonly StoredLink[], side: Side): FanOut {
  const degrees = new Map<string, number>();
  for (const row of rows) {
    const document = `${row[side].documentId} ${row[side].locale}`;
    degrees.set(document, (degrees.get(document) ?? 0) + 1);
  }
  let squares = 0;
  let most = 0;
  for (const degree of degrees.values()) {
    squares += degree * degree;
    most = Math.max(most, degree);
  }
  return { typical: rows.length === 0 ? 0 : squares / rows.length, most };
}
