import type { Store } from '../../../src/application/ports/store.js';
import type { Groups } from './describe-store-contract.js';

/** What a store has, with the methods of its parts: `close`, `documents.read`. */
type MemberOfStore = {
  [Part in keyof Store]: NonNullable<Store[Part]> extends (...given: never[]) => unknown
    ? Part
    : `${Part}.${keyof NonNullable<Store[Part]> & string}`;
}[keyof Store];

/**
 * The group that tests each member of the port, so that none is forgotten. Null: none does, because it takes more than a store of
 * its own; docs/adapters.md names these.
 */
export const testedMembers = {
  'documents.read': 'filters',
  'documents.aggregate': 'aggregates',
  'documents.write': 'writes',
  'documents.writeAll': 'several writes',
  'documents.lock': 'units of work',
  'documents.identify': 'writes',
  'documents.reserveItemIds': 'components',
  'schema.status': 'the schema',
  'schema.plan': 'the schema',
  'schema.apply': 'the schema',
  'schema.drop': null,
  'schema.leftovers': null,
  'access.load': 'access',
  'access.revision': 'access',
  'access.change': 'access',
  'archive.read': 'the archive',
  'archive.contents': 'the archive',
  'archive.mark': 'the archive',
  'archive.claim': 'the archive',
  'archive.put': 'the archive',
  'archive.finish': 'the archive',
  'audit.record': 'the audit trail',
  'audit.find': 'the audit trail',
  'audit.prune': 'the audit trail',
  'changes.read': 'the change log',
  'changes.start': 'the change log',
  'changes.end': 'the change log',
  'changes.prune': 'the change log',
  'changeSignal.send': 'the change log',
  'changeSignal.listen': 'the change log',
  'captured.take': 'captured versions',
  'followers.add': 'followers',
  'followers.claim': 'followers',
  'followers.release': 'followers',
  'followers.save': 'followers',
  'followers.list': 'followers',
  'followers.remove': 'followers',
  'indexes.nameOf': 'indexes',
  'indexes.list': 'indexes',
  'indexes.change': 'indexes',
  'indexes.load': 'indexes',
  'indexes.save': 'indexes',
  'rates.count': 'rate counts',
  'rates.isOpen': 'rate counts',
  'rates.forget': 'rate counts',
  'rates.sweep': 'rate counts',
  'values.get': 'values of app code',
  'values.set': 'values of app code',
  'values.claim': 'requests that come again',
  'values.remove': 'values of app code',
  'values.all': 'values of app code',
  'statistics.measure': 'statistics',
  'totals.prepare': 'totals',
  'totals.fold': 'totals',
  'totals.verify': 'totals',
  'freshness.mark': 'freshness',
  'freshness.renew': 'freshness',
  'freshness.watch': 'freshness',
  'freshness.fold': 'freshness',
  'freshness.unwatch': 'freshness',
  'replicas.position': null,
  'replicas.states': null,
  'units.run': 'units of work',
  'units.current': 'units of work',
  'limits.searchText': 'search',
  'limits.longReads': null,
  serverVersion: 'statistics',
  close: 'closing',
} as const satisfies Record<MemberOfStore, keyof Groups | 'closing' | null>;
