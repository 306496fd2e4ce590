import {
  Kind,
  getArgumentValues,
  isNonNullType,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Principal } from '../../../../domain/permission/permission.js';
import { collectFields, type Info, type SelectionInfo } from './collect-fields.js';
import { rootReadOf, textReadOf, type TextRead } from './read-fields.js';
import { RootAnswer } from './root-text.js';
import { NotGenerated, writerOf, writerOfFields, type Writer, type Written } from './writer-of.js';

type Values = Readonly<Record<string, unknown>>;

/** A compiled operation of generated fields only. */
export interface DirectOperation {
  /** The root field, if there is one only. */
  readonly only: Pick<RootField, 'key' | 'isRequired'> | null;
  /** Decodes the arguments of all root fields. Throws if some are wrong. */
  decode(variables: Values): RootReads;
  /** Writes the `data` of the answer. Throws if the answer must have an error. */
  write(found: readonly unknown[]): Written;
  /** Returns the values of the root fields for graphql-js. */
  values(found: ReadonlyMap<string, Promise<unknown>>): ReadonlyMap<string, Promise<unknown>>;
}

/** Begins the reads of all root fields. */
export type RootReads = (principal: Principal) => ReadonlyMap<string, Promise<unknown>>;

interface RootField {
  readonly key: string;
  /** Whether its type is non-null. */
  readonly isRequired: boolean;
  decode(variables: Values): (principal: Principal) => Promise<unknown>;
  readonly write: Writer;
}

/** Compiles a query of a valid document. Throws `NotGenerated`, or an error for wrong arguments below root fields. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Values,
): DirectOperation {
  const query = schema.getQueryType();
  if (!query) throw new NotGenerated('query');
  const info = selectionInfo(schema, document, variables);
  const fields = [...collectFields(info, query, [operation])].map(([key, nodes]) =>
    rootField(info, key, query.getFields()[nodes[0]?.name.value ?? ''], nodes),
  );
  return {
    only: fields.length === 1 ? (fields[0] ?? null) : null,
    decode(values) {
      const reads = fields.map(({ key, decode }) => [key, decode(values)] as const);
      return (principal) => new Map(reads.map(([key, read]) => [key, read(principal)]));
    },
    values: (found) => new Map([...found].map(([key, read]) => [key, laterValueOf(read)])),
    write: writerOfFields(
      fields.map(({ key, write }, index) => ({
        key,
        write,
        read: (found) => (found as readonly unknown[])[index],
      })),
    ),
  };
}

/** Returns what a selection of the document is read with. */
export function selectionInfo(
  schema: GraphQLSchema,
  document: DocumentNode,
  variableValues: Values,
): SelectionInfo {
  const fragments = Object.fromEntries(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  return { schema, fragments, variableValues };
}

function rootField(
  info: SelectionInfo,
  key: string,
  field: GraphQLField<unknown, unknown> | undefined,
  nodes: readonly FieldNode[],
): RootField {
  const [node] = nodes;
  const prepare = rootReadOf(field?.resolve);
  if (field === undefined || node === undefined || prepare === undefined)
    throw new NotGenerated('root field');
  const below = { ...info, returnType: field.type, fieldNodes: nodes };
  const write = writerOf(info, field.type, nodes);
  const text = textReadBelow(field, below);
  const decode = text?.decode ?? prepare(below);
  return {
    key,
    isRequired: isNonNullType(field.type),
    decode: (variables) => decode(getArgumentValues(field, node, variables)),
    write: (found) => (found instanceof RootAnswer ? text?.write(found) : null) ?? write(valueOf(found)),
  };
}

/** graphql-js may end before it looks at all root fields. */
function laterValueOf(read: Promise<unknown>): Promise<unknown> {
  const value = read.then(valueOf);
  value.catch(() => {});
  return value;
}

const valueOf = (found: unknown): unknown => (found instanceof RootAnswer ? found.value() : found);

/** Returns null for what is read as objects. */
function textReadBelow({ resolve }: GraphQLField<unknown, unknown>, below: Info): TextRead | null {
  try {
    return textReadOf(resolve)?.(below) ?? null;
  } catch (error) {
    if (error instanceof NotGenerated) return null;
    throw error;
  }
}

/** Returns the variables that affect the selection: all but those in arguments of root fields. */
export function variablesBelow(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly string[] {
  const names = new Set<string>();
  const note = {
    Variable: ({ name }: { readonly name: { readonly value: string } }) => void names.add(name.value),
  };
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) visit(definition, note);
  for (const selection of operation.selectionSet.selections)
    visit(selection.kind === Kind.FIELD ? { ...selection, arguments: [] } : selection, note);
  return [...names];
}
