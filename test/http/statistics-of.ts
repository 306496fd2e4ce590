import type { LinkStatistics, Statistics } from '../../src/domain/plan/statistics.js';
import { fixtureSchema } from './fixture.js';

/** Statistics of a large database, whatever a test stores. */
export function statisticsOf(versions: number, targets: number): Statistics {
  const { contentTypes, links } = fixtureSchema();
  const fanOut = { typical: targets, most: targets };
  const link: LinkStatistics = { count: versions * targets, source: fanOut, target: fanOut };
  return {
    versions: new Map([...contentTypes.keys()].map((uid) => [uid, versions])),
    links: new Map(links.map(({ name }) => [name, link])),
    meanBytes: new Map(),
  };
}
