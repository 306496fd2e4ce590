import {
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { isPlainObject, own } from '../../../../domain/document/plain-object.js';

type Values = Readonly<Record<string, unknown>>;

/** For graphql-js to say what is wrong, or to coerce what is rarely sent. */
class NotCoerced extends Error {}

/**
 * Coerces the variables of a request (GraphQL specification, section 6.1.2). graphql-js looks for every field of an input type
 * in each object, some sixty for a condition, which took 8 ms for 300 conditions; this looks at the fields that are given.
 * Returns null where graphql-js must coerce them.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Values,
): Values | null {
  try {
    return Object.fromEntries(
      definitions.flatMap((definition) => {
        const name = definition.variable.name.value;
        const type = typeFromAST(schema, definition.type);
        if (!isInputType(type)) throw new NotCoerced();
        if (Object.hasOwn(given, name)) return [[name, coerced(given[name], type)]];
        if (definition.defaultValue) return [[name, valueFromAST(definition.defaultValue, type)]];
        if (isNonNullType(type)) throw new NotCoerced();
        return [];
      }),
    );
  } catch (error) {
    if (error instanceof NotCoerced) return null;
    throw error;
  }
}

function coerced(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) throw new NotCoerced();
    return coerced(value, type.ofType);
  }
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    if (!Array.isArray(value)) throw new NotCoerced();
    return value.map((item) => coerced(item, type.ofType));
  }
  if (isInputObjectType(type)) return coercedObject(value, type);
  if (!isLeafType(type)) throw new NotCoerced();
  return parsed(() => type.parseValue(value));
}

function coercedObject(value: unknown, type: GraphQLInputObjectType): Values {
  if (!isPlainObject(value) || type.isOneOf) throw new NotCoerced();
  const fields = type.getFields();
  const values: Record<string, unknown> = {};
  for (const { name, type: ofField, defaultValue } of impliedFields(type)) {
    if (own(value, name) !== undefined) continue;
    if (defaultValue === undefined && isNonNullType(ofField)) throw new NotCoerced();
    values[name] = defaultValue;
  }
  for (const name of Object.keys(value)) {
    const field = fields[name];
    if (field === undefined) throw new NotCoerced();
    if (value[name] !== undefined) values[name] = coerced(value[name], field.type);
  }
  return values;
}

const implied = new WeakMap<GraphQLInputObjectType, readonly GraphQLInputField[]>();

/** The fields that have a default value or must be given. */
function impliedFields(type: GraphQLInputObjectType): readonly GraphQLInputField[] {
  let found = implied.get(type);
  if (found === undefined) {
    found = Object.values(type.getFields()).filter(
      ({ type: ofField, defaultValue }) => defaultValue !== undefined || isNonNullType(ofField),
    );
    implied.set(type, found);
  }
  return found;
}

function parsed(parse: () => unknown): unknown {
  let value: unknown;
  try {
    value = parse();
  } catch {
    throw new NotCoerced();
  }
  if (value === undefined) throw new NotCoerced();
  return value;
}
