import type { StatisticsStore } from '../../../application/ports/statistics-store.js';
import { attributesOfAnySize, type FanOut } from '../../../domain/plan/statistics.js';
import { ok } from '../../../domain/result.js';
import type { ContentType, Json, Side } from '../../../domain/schema/schema.js';
import type { StoredLink } from '../../../domain/relation/link-list.js';
import type { Tables, Version } from './tables.js';

/** Measures every stored row, except for value sizes, which it samples. */
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
    const meanBytes = [...contentTypes.values()].map(
      (type) => [type.uid, meanBytesOf(type, [...tables.versions(type).byId.values()])] as const,
    );
    return ok({
      versions: new Map(versions),
      links: new Map(measured),
      meanBytes: new Map(meanBytes),
    });
  },
});

const sampledVersions = 300;

function meanBytesOf(type: ContentType, versions: readonly Version[]): ReadonlyMap<string, number> {
  const step = Math.ceil(versions.length / sampledVersions);
  const sample = versions.filter((_, index) => index % step === 0);
  if (sample.length === 0) return new Map();
  const bytes = (name: string): number =>
    sample.reduce((sum, { values }) => sum + bytesOf(values.get(name)), 0);
  return new Map(attributesOfAnySize(type).map(({ name }) => [name, bytes(name) / sample.length]));
}

const bytesOf = (value: Json = null): number =>
  value === null ? 0 : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

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
