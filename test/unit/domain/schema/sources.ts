import type { Result } from '../../../../src/domain/result.js';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import type { Attribute, Schema } from '../../../../src/domain/schema/schema.js';
import type { SchemaFault, SchemaSources } from '../../../../src/domain/schema/schema-source.js';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Schema files of types named by one word (`dish`: `api::dish.dish`, plural `dishs`) and of components named by uid.
 */
export const sources = (
  types: Readonly<Record<string, Attributes>>,
  components: Readonly<Record<string, Attributes>> = {},
): SchemaSources => ({
  contentTypes: Object.entries(types).map(([name, attributes]) => typeSource(name, { attributes })),
  components: Object.entries(components).map(([uid, attributes]) => ({
    uid,
    file: `${uid}.json`,
    definition: { info: { displayName: uid }, attributes },
  })),
});

export const typeSource = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  uid: `api::${name}.${name}`,
  file: `${name}.json`,
  definition: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes: {},
    ...more,
  },
});

export function built(result: Result<Schema>): Schema {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure, null, 2));
}

export const build = (...given: Parameters<typeof sources>): Schema => built(buildSchema(sources(...given)));

export function faultsOf(given: SchemaSources): readonly SchemaFault[] {
  const result = buildSchema(given);
  return result.ok ? [] : (result.failure.details?.['faults'] as readonly SchemaFault[]);
}

/** The faults of one attribute as `path: message`, with the path inside the attribute. */
export const attributeFaults = (attribute: unknown, others: Attributes = {}): readonly string[] =>
  faultsOf(sources({ dish: { ...others, it: attribute } })).map(
    ({ path, message }) => `${path.replace(/^attributes\.it\.?/, '')}: ${message}`,
  );

/** The attribute `it` of a type that has no other. */
export function attributeOf(attribute: unknown, others: Attributes = {}): Attribute {
  const found = build({ dish: { ...others, it: attribute } })
    .contentTypes.get('api::dish.dish')
    ?.attributes.get('it');
  if (found === undefined) throw new Error('no attribute');
  return found;
}

/** The notes about one attribute as `path: message`, with the path inside the attribute. */
export function attributeNotes(attribute: unknown): readonly string[] {
  const notes: SchemaFault[] = [];
  buildSchema(sources({ dish: { it: attribute } }), notes);
  return notes.map(({ path, message }) => `${path.replace(/^attributes\.it\.?/, '')}: ${message}`);
}
