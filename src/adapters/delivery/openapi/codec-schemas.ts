import type * as t from 'io-ts';
import { listOf, nullable, schemaRef, text, type JsonSchema, type Schemas } from './openapi.js';

/** The parts of codecs of io-ts that a schema is made from. */
interface Coded {
  readonly _tag?: string;
  readonly name: string;
  readonly props?: Readonly<Record<string, Coded>>;
  readonly type?: Coded;
  readonly types?: readonly Coded[];
  readonly codomain?: Coded;
  readonly value?: unknown;
  readonly keys?: Readonly<Record<string, unknown>>;
}

/** Codecs that have a name instead of a tag. */
const byName: Readonly<Record<string, JsonSchema>> = {
  Time: { type: 'string', format: 'date-time' },
  Integer: { type: 'integer' },
  Json: {},
  JsonObject: { type: 'object' },
};

const byTag: Readonly<Record<string, JsonSchema>> = {
  StringType: text,
  NumberType: { type: 'number' },
  BooleanType: { type: 'boolean' },
  NullType: { type: 'null' },
  UnknownType: {},
  AnyDictionaryType: { type: 'object', additionalProperties: true },
};

/** Simple codecs, whose names are theirs and not those of schemas. */
const isSimple = ({ _tag: tag, name }: Coded): boolean =>
  tag === undefined ? Object.hasOwn(byName, name) : Object.hasOwn(byTag, tag);

export interface CodecSchemas {
  /** Returns the schema of a codec: a reference if the codec has a name that begins with a capital. */
  readonly schemaOf: (codec: t.Mixed) => JsonSchema;
  /** Returns the schemas that were referred to. */
  readonly named: () => Schemas;
}

/** Makes JSON Schemas of codecs. `given` are schemas that stand for the codecs of their names. */
export function createCodecSchemas(given: Schemas = {}): CodecSchemas {
  const named = new Map<string, JsonSchema>(Object.entries(given));

  const schemaOf = (codec: Coded): JsonSchema => {
    if (isSimple(codec) || !/^[A-Z]\w*$/.test(codec.name)) return bare(codec);
    if (!named.has(codec.name)) {
      named.set(codec.name, {});
      named.set(codec.name, bare(codec));
    }
    return schemaRef(codec.name);
  };

  function bare(codec: Coded): JsonSchema {
    const { _tag: tag = '', name, types = [] } = codec;
    const simple = tag === '' ? byName[name] : byTag[tag];
    if (simple !== undefined) return simple;
    switch (tag) {
      case 'ExactType':
      case 'ReadonlyType':
        return bare(codec.type!);
      case 'ReadonlyArrayType':
      case 'ArrayType':
        return listOf(schemaOf(codec.type!));
      case 'DictionaryType':
        return { type: 'object', additionalProperties: schemaOf(codec.codomain!) };
      case 'LiteralType':
        return { const: codec.value };
      case 'KeyofType':
        return { type: 'string', enum: Object.keys(codec.keys ?? {}) };
      case 'UnionType':
        return union(types);
      case 'InterfaceType':
        return members(codec, true);
      case 'PartialType':
        return members(codec, false);
      case 'IntersectionType':
        return types.map(bare).reduce(joined);
      default:
        throw new Error(`There is no schema of the codec ${name}`);
    }
  }

  const members = ({ props = {} }: Coded, isRequired: boolean): JsonSchema => {
    const properties = Object.fromEntries(Object.entries(props).map(([key, one]) => [key, schemaOf(one)]));
    const required = isRequired ? Object.keys(properties) : [];
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  };

  function union(types: readonly Coded[]): JsonSchema {
    const others = types.filter(({ _tag: tag }) => tag !== 'NullType').map(schemaOf);
    const [first, ...more] = others;
    const schema = more.length === 0 && first !== undefined ? first : { anyOf: others };
    return others.length === types.length ? schema : nullable(schema);
  }

  return {
    schemaOf: (codec) => schemaOf(codec),
    named: () => Object.fromEntries(named),
  };
}

/** One schema of an object with the members of both. */
function joined(one: JsonSchema, other: JsonSchema): JsonSchema {
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  const additionalProperties = one.additionalProperties ?? other.additionalProperties;
  return {
    type: 'object',
    properties: { ...one.properties, ...other.properties },
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}
