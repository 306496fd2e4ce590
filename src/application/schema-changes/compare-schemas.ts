import { collectionChanges } from './collection-changes.js';
import { indexChanges } from './index-changes.js';
import { findLeftovers, type Leftover } from './leftovers.js';
import { linkChanges } from './link-changes.js';
import { matchCollections, type Match, type StoredSchema } from './match-collections.js';
import { phases, type PlannedChange, type Refused } from './planned-change.js';
import { changedComponents, recordedShape, type ChangedComponents } from './shapes.js';
import type { StoreTraits } from './store-traits.js';
import { typeChanges } from './type-changes.js';
import { uidChanges } from './uid-changes.js';
import type { CollectionRecord, FieldRecord, SchemaRecord, WantedSchema } from './wanted-schema.js';

/** All differences between a database and the wanted schema. */
export interface Comparison {
  /** In the order of execution. */
  readonly changes: readonly PlannedChange[];
  /** Changes that are unsafe whatever the data. */
  readonly refused: readonly Refused[];
  readonly leftovers: readonly Leftover[];
  readonly matches: readonly Match[];
  readonly components: ChangedComponents;
  /** The record of the database after all changes. */
  readonly record: SchemaRecord;
}

/** Returns what a store has to do so that its database fits the schema. Pure. */
export function compareSchemas(wanted: WantedSchema, stored: StoredSchema, traits: StoreTraits): Comparison {
  const matches = matchCollections(wanted, stored);
  const components = changedComponents({ before: stored.record.components, after: wanted.components });
  const found = matches.flatMap((match) => [
    ...collectionChanges(match, matches, components, traits),
    ...typeChanges(match, wanted.defaultLocale),
    ...uidChanges(match, matches),
    ...linkChanges(match, matches, wanted.defaultLocale),
    ...indexChanges(match, components, traits),
  ]);
  return {
    changes: found
      .filter((change) => change.kind !== 'unsafe')
      .sort((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase)),
    refused: found.filter((change) => change.kind === 'unsafe'),
    leftovers: findLeftovers(matches, stored, traits),
    matches,
    components,
    record: nextRecord(wanted, stored.record, matches),
  };
}

/** Leftovers of the former record stay in the new one, before what is current. */
function nextRecord(
  { components }: WantedSchema,
  before: SchemaRecord,
  matches: readonly Match[],
): SchemaRecord {
  const matched = new Set(matches.flatMap(({ wanted, recordedName }) => [wanted.name, recordedName]));
  const kept = Object.entries(before.collections).filter(([name]) => !matched.has(name));
  const current = matches.map((match): [string, CollectionRecord] => [match.wanted.name, recordOf(match)]);
  const uids = [...new Set([...Object.keys(before.components), ...Object.keys(components)])];
  return {
    collections: Object.fromEntries([...kept, ...current]),
    // Attributes removed from a component stay in the record: their values stay in its items, and must fit when the
    // attribute returns.
    components: Object.fromEntries(
      uids.map((uid) => {
        const attributes = Object.entries({ ...before.components[uid], ...components[uid] });
        return [uid, Object.fromEntries(attributes.map(([name, each]) => [name, recordedShape(each)]))];
      }),
    ),
  };
}

function recordOf({ wanted, record, fields }: Match): CollectionRecord {
  const newName = new Map([...fields].map(([name, former]) => [former, name]));
  const kept = Object.entries(record?.fields ?? {}).map(([name, field]): [string, FieldRecord] => [
    newName.get(name) ?? name,
    field,
  ]);
  const current = wanted.fields.flatMap(({ name, attribute }): [string, FieldRecord][] =>
    attribute === undefined ? [] : [[name, attribute]],
  );
  return {
    origin: wanted.origin,
    fields: Object.fromEntries([...kept, ...current]),
    indexes: wanted.indexes.map(({ name }) => name),
  };
}
