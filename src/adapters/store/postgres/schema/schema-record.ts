import {
  recordedShape,
  type ComponentShape,
  type ValueShape,
} from '../../../../application/schema-changes/shapes.js';
import {
  emptyRecord,
  type CollectionRecord,
  type FieldRecord,
  type Origin,
  type SchemaRecord,
} from '../../../../application/schema-changes/wanted-schema.js';
import type { Queryable } from '../connection.js';

/** The record as the one row of `quire_schema` holds it. */
interface StoredRecord {
  readonly tables: Readonly<
    Record<
      string,
      {
        readonly origin: Origin;
        readonly columns: Readonly<Record<string, FieldRecord>>;
        readonly indexes: readonly string[];
      }
    >
  >;
  /** Shapes of each component's attributes by uid and name. */
  readonly components: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What those of text may be. Absent in records of versions that did not store it. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>>;
}

export async function readRecord(connection: Queryable): Promise<SchemaRecord> {
  const [row] = await connection.query<{ record: StoredRecord }>({ text: 'SELECT record FROM quire_schema' });
  if (row === undefined) return emptyRecord;
  const { tables, components, choices } = row.record;
  return {
    collections: mapValues(tables, ({ origin, columns, indexes }): CollectionRecord => ({
      origin,
      fields: columns,
      indexes,
    })),
    components: mapValues(components, (attributes, uid): ComponentShape =>
      mapValues(attributes, (shape, name) => recordedShape({ shape, ...choicesAt(choices, uid, name) })),
    ),
  };
}

/** Every change of the tables counts the version up. */
export async function writeRecord(
  transaction: Queryable,
  { collections, components }: SchemaRecord,
): Promise<void> {
  const record: StoredRecord = {
    tables: mapValues(collections, ({ origin, fields, indexes }) => ({ origin, columns: fields, indexes })),
    components: mapValues(components, (attributes) => mapValues(attributes, ({ shape }) => shape)),
    choices: mapValues(components, choicesIn),
  };
  await transaction.query({
    text: 'UPDATE quire_schema SET version = version + 1, record = $1::json',
    values: [JSON.stringify(record)],
  });
}

type Choices = Pick<ValueShape, 'choices'>;

function choicesAt(all: StoredRecord['choices'], uid: string, name: string): Choices {
  const choices = all?.[uid]?.[name];
  return choices === undefined ? {} : { choices };
}

const choicesIn = (attributes: ComponentShape): Readonly<Record<string, readonly string[] | null>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { choices }]) =>
      choices === undefined ? [] : [[name, choices]],
    ),
  );

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
