import { formerLink } from '../../../../domain/schema/origin.js';
import type { Catalog } from './read-catalog.js';
import type { CollectionRecord, SchemaRecord } from './schema-record.js';
import { formerNames } from './shape.js';
import type { Index, Target, Wanted } from './target.js';

/** A wanted collection and the stored one that it is now, under this name or a former one. */
export interface Match {
  readonly name: string;
  readonly wanted: Wanted;
  readonly stored: { readonly name: string; readonly indexes: readonly Index[] } | undefined;
  readonly record: CollectionRecord | undefined;
  /** Its name in the record. */
  readonly recorded: string;
  /** Former attribute by wanted attribute; one that is new is absent. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** What is looked through for the collections that are wanted. */
interface Search {
  readonly record: SchemaRecord;
  readonly stored: Catalog['collections'];
  /** The change was begun before, so that a collection that bears its new name already is the one. */
  readonly resumes: boolean;
}

/** Finds each wanted collection in the database, following declared renames. */
export function matchCollections(
  { collections }: Target,
  record: SchemaRecord,
  catalog: Catalog,
  resumes: boolean,
): readonly Match[] {
  const search = { record, stored: catalog.collections, resumes };
  const isFormer = (name: string): boolean =>
    !(name in collections) && name in record.collections && (resumes || catalog.collections.has(name));
  const entries = Object.entries(collections);
  const types = entries
    .filter(([, { origin }]) => origin.kind === 'type')
    .map(([name, wanted]) => matchOne(search, name, wanted, formerType(wanted, record, isFormer)));
  const formerUid = (uid: string): string => {
    const found = types.find(({ wanted }) => wanted.origin.kind === 'type' && wanted.origin.uid === uid);
    return found?.record?.origin.kind === 'type' ? found.record.origin.uid : uid;
  };
  const links = entries.flatMap(([name, wanted]) => {
    if (wanted.origin.kind !== 'link') return [];
    return [
      matchOne(
        search,
        name,
        wanted,
        formerLink(record.collections, wanted.origin.source, isFormer, formerUid),
      ),
    ];
  });
  return [...types, ...links];
}

function matchOne(
  { record, stored, resumes }: Search,
  name: string,
  wanted: Wanted,
  former: string | undefined,
): Match {
  const isRenamed = former !== undefined && !(name in record.collections) && (resumes || !stored.has(name));
  const recorded = isRenamed ? former : name;
  const storedName = stored.has(name) ? name : recorded;
  const indexes = stored.get(storedName);
  const known = record.collections[recorded];
  return {
    name,
    wanted,
    stored: indexes === undefined ? undefined : { name: storedName, indexes },
    record: known,
    recorded,
    attributes: known === undefined ? new Map() : formerNames(wanted.attributes, known.attributes),
  };
}

type IsFormer = (name: string) => boolean;

function formerType({ origin }: Wanted, record: SchemaRecord, isFormer: IsFormer): string | undefined {
  const name = origin.kind === 'type' ? origin.renamedFrom : undefined;
  if (name === undefined || !isFormer(name)) return undefined;
  return record.collections[name]?.origin.kind === 'type' ? name : undefined;
}

/** The record with what is renamed under its new name. */
export function moveRecord(record: SchemaRecord, matches: readonly Match[]): SchemaRecord {
  const moved = new Map(Object.entries(record.collections));
  for (const { name, record: before, recorded, attributes } of matches) {
    if (before === undefined) continue;
    moved.delete(recorded);
    const newName = new Map([...attributes].map(([wanted, former]) => [former, wanted]));
    const entries = Object.entries(before.attributes).map(([former, attribute]) => [
      newName.get(former) ?? former,
      attribute,
    ]);
    moved.set(name, { ...before, attributes: Object.fromEntries(entries) });
  }
  return { ...record, collections: Object.fromEntries(moved) };
}
