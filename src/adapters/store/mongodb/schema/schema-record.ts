import type { Collection, Db } from 'mongodb';
import {
  recordedShape,
  type ComponentShapes,
  type ValueShape,
} from '../../../../application/schema-changes/shapes.js';
import {
  emptyRecord,
  type FieldRecord,
  type Index,
  type Origin,
  type SchemaRecord,
  type WantedSchema,
} from '../../../../application/schema-changes/wanted-schema.js';
import { ownCollections } from '../layout.js';

/** What the collections fit, and the change of them that has begun. */
export interface State {
  /** Counts the changes. */
  readonly version: number;
  /** What the collections fitted last. */
  readonly record: SchemaRecord;
  /** What they are being changed to: its checks are passed, and any part of it may be done. */
  readonly intent: WantedSchema | null;
  /** What they fitted until lately: servers that still write so may be running. */
  readonly former: readonly SchemaRecord[];
}

/** Records and intents are kept as JSON: the names of collections and uids cannot be names of fields. */
interface StateRow {
  readonly _id: 'schema';
  readonly version: number;
  readonly record: string;
  readonly intent?: string;
  readonly former: readonly { readonly record: string; readonly until: Date }[];
}

const statesOf = (db: Db): Collection<StateRow> => db.collection<StateRow>(ownCollections.schema);

export async function readState(db: Db): Promise<State> {
  const row = await statesOf(db).findOne({ _id: 'schema' });
  if (row === null) return { version: 0, record: emptyRecord, intent: null, former: [] };
  return {
    version: row.version,
    record: recordOf(row.record),
    intent: row.intent === undefined ? null : intentOf(row.intent),
    former: row.former.filter(isRecent).map(({ record }) => recordOf(record)),
  };
}

const aDay = 86_400_000;

const isRecent = ({ until }: { readonly until: Date }): boolean => Date.now() - until.getTime() < aDay;

/** Begins a change. */
export async function writeIntent(db: Db, { version, record }: State, intent: WantedSchema): Promise<void> {
  await statesOf(db).updateOne(
    { _id: 'schema' },
    {
      $set: { intent: textOfIntent(intent) },
      $setOnInsert: { version, record: textOfRecord(record), former: [] },
    },
    { upsert: true },
  );
}

/** Ends a change. `before` is what servers may still write. */
export async function writeRecord(db: Db, record: SchemaRecord, before: SchemaRecord | null): Promise<void> {
  const row = await statesOf(db).findOne({ _id: 'schema' });
  const former = (row?.former ?? []).filter(isRecent);
  const added = before === null ? [] : [{ record: textOfRecord(before), until: new Date() }];
  await statesOf(db).updateOne(
    { _id: 'schema' },
    {
      $set: { record: textOfRecord(record), former: [...former, ...added] },
      $inc: { version: 1 },
      $unset: { intent: '' },
    },
    { upsert: true },
  );
}

interface StoredCollections {
  readonly [name: string]: {
    readonly origin: Origin;
    readonly attributes: Readonly<Record<string, StoredAttribute>>;
    readonly indexes: readonly unknown[];
  };
}

interface StoredAttribute extends ValueShape {
  readonly localized?: true;
  readonly renamedFrom?: string;
}

interface StoredIntent {
  readonly collections: StoredCollections;
  readonly components: ComponentShapes;
  readonly defaultLocale: string;
}

const fieldOf = (attribute: string, { localized, ...shape }: StoredAttribute): FieldRecord => ({
  attribute,
  ...recordedShape(shape),
  localized: localized === true,
});

const attributeOf = ({ localized, ...shape }: FieldRecord): StoredAttribute => ({
  ...recordedShape(shape),
  ...(localized === true && { localized }),
});

function recordOf(text: string): SchemaRecord {
  const { collections, components } = JSON.parse(text) as Omit<StoredIntent, 'defaultLocale'>;
  return {
    collections: mapEntries(collections, (_name, { origin, attributes, indexes }) => ({
      origin,
      fields: mapEntries(attributes, fieldOf),
      indexes: indexes as readonly string[],
    })),
    components: mapEntries(components, (_uid, attributes) =>
      mapEntries(attributes, (_name, attribute) => recordedShape(attribute)),
    ),
  };
}

function textOfRecord({ collections, components }: SchemaRecord): string {
  const stored: StoredCollections = mapEntries(collections, (_name, { origin, fields, indexes }) => ({
    origin,
    attributes: mapEntries(fields, (_field, field) => attributeOf(field)),
    indexes,
  }));
  return JSON.stringify({ collections: stored, components });
}

function intentOf(text: string): WantedSchema {
  const { collections, ...rest } = JSON.parse(text) as StoredIntent;
  return {
    ...rest,
    collections: Object.entries(collections).map(([name, { origin, attributes, indexes }]) => ({
      name,
      ...(origin.kind === 'type' && origin.renamedFrom !== undefined && { renamedFrom: origin.renamedFrom }),
      origin,
      fields: Object.entries(attributes).map(([field, attribute]) => ({
        name: field,
        ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
        attribute: fieldOf(field, attribute),
      })),
      indexes: indexes as readonly Index[],
    })),
  };
}

function textOfIntent({ collections, ...rest }: WantedSchema): string {
  const stored: StoredCollections = Object.fromEntries(
    collections.map(({ name, origin, fields, indexes }) => {
      const attributes = fields.flatMap(({ name: field, renamedFrom, attribute }) =>
        attribute === undefined
          ? []
          : [[field, { ...attributeOf(attribute), ...(renamedFrom !== undefined && { renamedFrom }) }]],
      );
      return [name, { origin, attributes: Object.fromEntries(attributes) as object, indexes }];
    }),
  ) as StoredCollections;
  return JSON.stringify({ ...rest, collections: stored } satisfies StoredIntent);
}

const mapEntries = <From, To>(
  values: Readonly<Record<string, From>>,
  map: (name: string, value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(name, value)]));
