import { familyOf } from '../../../../domain/document/value.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../../../domain/schema/schema.js';
import type { Param, ParamRecord } from '../../codec/param.js';

type Input = Readonly<Record<string, unknown>>;

/** Filters in the form of REST, which a policy of a REST route has set. */
export class RouteFilters {
  constructor(readonly param: Param) {}
}

/**
 * Returns the filters of GraphQL in the form of REST, so that one decoder serves both: operators get a dollar, and values
 * become text. The input types have checked the keys.
 */
export function filterParam(schema: Schema, shaped: Shaped, filters: Input): ParamRecord {
  const param = record();
  for (const [key, value] of Object.entries(filters)) {
    const attribute = shaped.attributes.get(key);
    if (key === 'id' && 'kind' in shaped) param[idName(value)] = operators(value);
    else if (key === 'and' || key === 'or' || key === 'not')
      param[`$${key}`] = eachOf(value, (one) => filterParam(schema, shaped, one));
    else if (attribute !== undefined) param[key] = attributeParam(schema, attribute, value);
  }
  return param;
}

/** Has no prototype, so that any attribute name can be a key. */
const record = (): { [key: string]: Param } => Object.create(null) as { [key: string]: Param };

function attributeParam(schema: Schema, attribute: Attribute, value: unknown): Param {
  switch (attribute.kind) {
    case 'relation':
      return eachOf(value, (one) => filterParam(schema, contentTypeOf(schema, attribute.target), one));
    case 'component':
      return eachOf(value, (one) => filterParam(schema, componentOf(schema, attribute.component), one));
    case 'scalar':
      return operators(value, familyOf(attribute.type) === 'json' ? jsonOf : textOf);
    case 'zone':
      return null;
  }
}

type OperandText = (operand: unknown, operator: string) => Param;

/** Returns the operators of a comparison, as REST has them. */
export function operators(value: unknown, write: OperandText = textOf): Param {
  if (!isPlainObject(value)) return null;
  const param = record();
  for (const [operator, operand] of Object.entries(value))
    param[`$${operator}`] = operator === 'not' ? operators(operand, write) : write(operand, operator);
  return param;
}

const eachOf = (value: unknown, make: (one: Input) => Param): Param => {
  if (Array.isArray(value)) return value.map((one: unknown) => eachOf(one, make));
  return isPlainObject(value) ? make(value) : null;
};

function textOf(value: unknown): Param {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

const lists: ReadonlySet<string> = new Set(['in', 'notIn', 'and', 'or']);

/** Returns the operand of a JSON attribute: a list is one value, and text stands for itself. */
function jsonOf(operand: unknown, operator: string): Param {
  if (operand === null || operand === undefined) return null;
  if (lists.has(operator) && Array.isArray(operand))
    return operand.map((one: unknown) => JSON.stringify(one));
  return operator === 'eq' || operator === 'ne' ? JSON.stringify(operand) : textOf(operand);
}

/** Digits mean a numeric id, anything else a documentId. */
const idName = (value: unknown): 'id' | 'documentId' => (namesDocuments(value) ? 'documentId' : 'id');

const namesDocuments = (value: unknown): boolean => {
  if (typeof value === 'string') return !/^\d+$/.test(value);
  if (Array.isArray(value)) return value.some(namesDocuments);
  return isPlainObject(value) && Object.values(value).some(namesDocuments);
};
