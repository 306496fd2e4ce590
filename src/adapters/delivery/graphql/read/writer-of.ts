import {
  GraphQLString,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLUnionType,
} from 'graphql';
import { quoted } from '../../../../domain/document/quoted.js';
import { collectFields, type Asked } from './collect-fields.js';
import { isTyper, readerOf, type Reader } from './found.js';

/** Some JSON, or the steps in which it is written: lists are written in steps, as they may be long. */
export type Written = string | Generator<void, string>;

/** Writes what a resolver answered as the JSON that graphql-js would make of it. Throws `NotWritable`, or a `GraphQLError`, where that would be an error. */
export type Writer = (value: unknown) => Written;

/** A selection that is for graphql-js to answer: an app has a hand in it, or it is about the schema itself. */
export class NotGenerated extends Error {}

/** A value that does not fit its field: graphql-js turns it into an error of the answer. */
export class NotWritable extends Error {}

/** Writes a field of `type` with what `nodes` select below it. Throws `NotGenerated`. */
export function writerOf(asked: Asked, type: GraphQLOutputType, nodes: readonly FieldNode[]): Writer {
  if (isNonNullType(type)) return valueWriter(asked, type.ofType, nodes);
  const write = valueWriter(asked, type, nodes);
  return (value) => (value === null || value === undefined ? 'null' : write(value));
}

type Nullable = Exclude<GraphQLOutputType, GraphQLNonNull<never>>;

/** Of what is not null: the writers below throw where it is. */
function valueWriter(asked: Asked, type: Nullable, nodes: readonly FieldNode[]): Writer {
  if (isListType(type)) return listWriter(writerOf(asked, type.ofType, nodes));
  if (isLeafType(type)) return leafWriter(type);
  if (isObjectType(type)) return objectWriter(asked, type, nodes);
  if (isUnionType(type)) return unionWriter(asked, type, nodes);
  throw new NotGenerated(type.name);
}

const listWriter = (write: Writer): Writer =>
  function* (value) {
    if (!Array.isArray(value)) throw new NotWritable('no list');
    let text = '[';
    for (const item of value) {
      const written = write(item);
      text += (text === '[' ? '' : ',') + (typeof written === 'string' ? written : yield* written);
      yield;
    }
    return `${text}]`;
  };

const leafWriter =
  (type: GraphQLLeafType): Writer =>
  (value) => {
    if (value === null || value === undefined) throw new NotWritable('no value');
    return jsonOf(type.serialize(value));
  };

/** What most values are is written in half the time that `JSON.stringify` takes. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined || text === 'null') throw new NotWritable('no JSON');
  return text;
}

export interface WrittenField {
  readonly key: string;
  readonly read: Reader;
  readonly write: Writer;
}

function objectWriter(asked: Asked, type: GraphQLObjectType, nodes: readonly FieldNode[]): Writer {
  if (type.isTypeOf !== undefined && type.isTypeOf !== null) throw new NotGenerated(type.name);
  const fields = [...collectFields(asked, type, nodes)];
  return writerOfFields(fields.map(([key, ofKey]) => ({ key, ...fieldOf(asked, type, ofKey) })));
}

/** Writes an object with these fields. */
export function writerOfFields(fields: readonly WrittenField[]): Writer {
  const named = fields.map((field, index) => ({
    ...field,
    before: `${index === 0 ? '{' : ','}${JSON.stringify(field.key)}:`,
  }));
  return named.length === 0 ? () => '{}' : (value) => writeFields(named, value);
}

interface NamedField extends WrittenField {
  /** What stands before the value: a brace or a comma, the name, a colon. */
  readonly before: string;
}

function writeFields(fields: readonly NamedField[], value: unknown): Written {
  if (value === null || value === undefined) throw new NotWritable('no object');
  let text = '';
  let index = 0;
  for (const { before, key, read, write } of fields) {
    index += 1;
    const written = write(read(value, key));
    if (typeof written !== 'string') return writeInSteps(text + before, written, fields.slice(index), value);
    text += before + written;
  }
  return `${text}}`;
}

/** The rest of an object, from its first list on. */
function* writeInSteps(
  before: string,
  first: Exclude<Written, string>,
  rest: readonly NamedField[],
  value: unknown,
): Generator<void, string> {
  let text = before + (yield* first);
  for (const field of rest) {
    const written = field.write(field.read(value, field.key));
    text += field.before + (typeof written === 'string' ? written : yield* written);
  }
  return `${text}}`;
}

function fieldOf(
  asked: Asked,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): Pick<WrittenField, 'read' | 'write'> {
  const name = nodes[0]?.name.value ?? '';
  if (name === '__typename') return { read: () => type.name, write: leafWriter(GraphQLString) };
  const field = type.getFields()[name];
  const read = readerOf(field?.resolve);
  if (field === undefined || read === undefined) throw new NotGenerated(`${type.name}.${name}`);
  return { read, write: writerOf(asked, field.type, nodes) };
}

function unionWriter(asked: Asked, union: GraphQLUnionType, nodes: readonly FieldNode[]): Writer {
  const { resolveType } = union;
  if (!isTyper(resolveType)) throw new NotGenerated(union.name);
  const writers = new Map(union.getTypes().map((type) => [type.name, objectWriter(asked, type, nodes)]));
  return (value) => {
    const write = writers.get(String(resolveType(value)));
    if (write === undefined) throw new NotWritable('an item of no type');
    return write(value);
  };
}
