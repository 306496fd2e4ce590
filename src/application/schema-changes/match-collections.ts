import { linkNameOf } from '../../domain/schema/names.js';
import type { Uid } from '../../domain/schema/schema.js';
import type {
  CollectionRecord,
  EndOrigin,
  Index,
  Origin,
  SchemaRecord,
  WantedCollection,
  WantedSchema,
} from './wanted-schema.js';

/** The current state of a database. */
export interface StoredSchema {
  readonly collections: ReadonlyMap<string, StoredCollection>;
  readonly record: SchemaRecord;
  /** Recent records that servers which are still running may use. */
  readonly formerRecords?: readonly SchemaRecord[];
  /**
   * Whether the change is a continuation of an interrupted one: a collection with the new name is then the one being
   * renamed.
   */
  readonly isResumed?: boolean;
}

export interface StoredCollection {
  readonly name: string;
  /** The type of each field by name. Absent if the store has no catalogue of fields; the record then lists them. */
  readonly fields?: ReadonlyMap<string, string>;
  readonly indexes: readonly StoredIndex[];
}

export interface StoredIndex extends Index {
  /** Whether its creation was interrupted. */
  readonly isIncomplete?: boolean;
}

/** A wanted collection and the stored one that it corresponds to, under this name or a former one. */
export interface Match {
  readonly wanted: WantedCollection;
  readonly stored: StoredCollection | undefined;
  readonly record: CollectionRecord | undefined;
  /** Its name in the record. */
  readonly recordedName: string;
  /** Stored field by wanted field, without fields that are still to be created. */
  readonly fields: ReadonlyMap<string, string>;
  /** Of a content-type that begins empty: the collection that keeps its documents, because no `renamedFrom` names it. */
  readonly leftBehind?: string;
}

/** Finds each wanted collection and field in the database, following declared renames. */
export function matchCollections({ collections }: WantedSchema, stored: StoredSchema): readonly Match[] {
  const wanted = new Set(collections.map(({ name }) => name));
  const isFree: IsFree = (name) =>
    !wanted.has(name) &&
    name in stored.record.collections &&
    (stored.isResumed === true || stored.collections.has(name));
  const types = collections
    .filter(({ origin }) => origin.kind === 'type')
    .map((each) => matchOne(each, formerType(each, stored.record, isFree), stored))
    .map((match) => withLeftBehind(match, stored.record, isFree));
  const links = collections.flatMap((each) =>
    each.origin.kind === 'link'
      ? [matchOne(each, formerLink(each.origin.source, types, stored.record, isFree), stored)]
      : [],
  );
  return [...types, ...links];
}

export const matchOfType = (matches: readonly Match[], uid: Uid): Match | undefined =>
  matches.find(({ wanted: { origin } }) => origin.kind === 'type' && origin.uid === uid);

/** Whether a name is recorded and no longer wanted, so that a rename may start from it. */
type IsFree = (name: string) => boolean;

const formerType = (
  { renamedFrom: name }: WantedCollection,
  { collections }: SchemaRecord,
  isFree: IsFree,
): string | undefined =>
  name !== undefined && isFree(name) && collections[name]?.origin.kind === 'type' ? name : undefined;

function withLeftBehind(match: Match, { collections }: SchemaRecord, isFree: IsFree): Match {
  const { origin } = match.wanted;
  if (match.record !== undefined || origin.kind !== 'type') return match;
  // The latest comes last.
  const leftBehind = Object.entries(collections).findLast(
    ([name, { origin: former }]) => former.kind === 'type' && former.uid === origin.uid && isFree(name),
  )?.[0];
  return leftBehind === undefined ? match : { ...match, leftBehind };
}

/**
 * Links are found by their source attribute, because the name of their collection derives from other names. They follow
 * the documents of their source: a content-type that begins empty takes over none.
 */
function formerLink(
  { type, attribute, renamedFrom }: EndOrigin,
  types: readonly Match[],
  { collections }: SchemaRecord,
  isFree: IsFree,
): string | undefined {
  const source = matchOfType(types, type);
  const former = source?.record?.origin;
  if (source === undefined || former?.kind !== 'type') return undefined;
  const isSource = (end: EndOrigin): boolean =>
    end.type === former.uid &&
    end.attribute !== undefined &&
    (end.attribute === attribute || end.attribute === renamedFrom);
  return Object.entries(collections).find(
    ([name, { origin }]) =>
      origin.kind === 'link' &&
      isSource(origin.source) &&
      isFree(name) &&
      !isOfOther(name, origin.source, source.recordedName, collections),
  )?.[0];
}

/** Whether links are those of another collection that the same content-type had, and which keeps its documents. */
const isOfOther = (
  link: string,
  { type, attribute = '' }: EndOrigin,
  own: string,
  collections: SchemaRecord['collections'],
): boolean =>
  Object.entries(collections).some(
    ([name, { origin }]) =>
      name !== own && origin.kind === 'type' && origin.uid === type && linkNameOf(name, attribute) === link,
  );

function matchOne(
  wanted: WantedCollection,
  former: string | undefined,
  { collections, record, isResumed = false }: StoredSchema,
): Match {
  const { name } = wanted;
  const isRenamed =
    former !== undefined && (isResumed ? !(name in record.collections) : !collections.has(name));
  const recordedName = isRenamed ? former : name;
  const stored = collections.get(name) ?? collections.get(recordedName);
  const recorded = record.collections[recordedName];
  const known = stored?.fields ?? new Map(Object.keys(recorded?.fields ?? {}).map((field) => [field, '']));
  return { wanted, stored, record: recorded, recordedName, fields: matchFields(wanted, known) };
}

function matchFields(
  { fields }: WantedCollection,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const wanted = new Set(fields.map(({ name }) => name));
  const pairs = fields.flatMap(({ name, renamedFrom }): [string, string][] => {
    if (known.has(name)) return [[name, name]];
    return renamedFrom !== undefined && known.has(renamedFrom) && !wanted.has(renamedFrom)
      ? [[name, renamedFrom]]
      : [];
  });
  return new Map(pairs);
}

/** Returns the content-type, or the attributes at both ends of a link, that a collection was made for. */
export function namedBy(
  origin: Origin | undefined,
): readonly { readonly type: Uid; readonly attribute?: string }[] {
  if (origin === undefined) return [];
  if (origin.kind === 'type') return [{ type: origin.uid }];
  return [origin.source, origin.target].flatMap(({ type, attribute }) =>
    attribute === undefined ? [] : [{ type, attribute }],
  );
}
