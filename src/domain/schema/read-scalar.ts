import { familyOf, isSearchable } from '../document/value.js';
import type { AttributeBasics } from './attribute-draft.js';
import {
  checkBounds,
  frozen,
  readCount,
  readFlag,
  readNumber,
  readText,
  readTexts,
  shown,
} from './read-option.js';
import { defaultFault, inOrder, readBound, readDefault } from './read-value.js';
import { patternFault } from './pattern.js';
import type { Scalar, ScalarType } from './schema.js';
import type { SchemaNode } from './schema-node.js';

export const scalarTypes = [
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'password',
  'uid',
  'date',
  'time',
  'datetime',
  'timestamp',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'json',
  'array',
  'blocks',
] as const satisfies readonly ScalarType[];

const numericFamilies = new Set(['integer', 'biginteger', 'float', 'decimal']);

/** The maximum length of a `string` that does not set one. */
export const defaultMaxLength = 255;

/** Reads a scalar attribute with the options of its type. Other options are ignored. */
export function readScalar(node: SchemaNode, type: ScalarType, basics: AttributeBasics): Scalar {
  const limits = { ...readNumericBounds(node, type), ...readTextRules(node, type) };
  const scalar = frozen({
    ...basics,
    kind: 'scalar' as const,
    type,
    system: false,
    private: basics.private || type === 'password',
    unique: readFlag(node.at('unique')),
    index: readFlag(node.at('index')),
    weight: readWeight(node, type),
    default: readDefault(node.at('default'), type),
    ...limits,
    targetField: type === 'uid' ? readText(node.at('targetField')) : undefined,
  });
  checkKeys(node, scalar);
  const wrong = scalar.default === undefined ? undefined : defaultFault(scalar.default, scalar);
  if (wrong !== undefined) node.at('default').fault(`${shown(node.at('default').value)} ${wrong}`);
  return scalar;
}

/** Words are searched where the attribute says so, as each index of words is a part of every write. */
function readWeight(node: SchemaNode, type: ScalarType): number | undefined {
  const weight = readNumber(node.at('weight'), 1, 10);
  const isWanted = readFlag(node.at('searchable'), weight !== undefined);
  return isSearchable(type) && isWanted ? (weight ?? 1) : undefined;
}

function readNumericBounds(node: SchemaNode, type: ScalarType): Pick<Partial<Scalar>, 'min' | 'max'> {
  if (!numericFamilies.has(familyOf(type))) return {};
  const min = readBound(node.at('min'), type);
  const max = readBound(node.at('max'), type);
  checkBounds(node, 'min', 'max', min === undefined || max === undefined || inOrder(min, max));
  return frozen({ min, max });
}

function readTextRules(node: SchemaNode, type: ScalarType): Partial<Scalar> {
  if (type === 'enumeration')
    return frozen({ enum: readTexts(node.at('enum')), enumName: readTypeName(node.at('enumName')) });
  if (familyOf(type) !== 'text') return {};
  const minLength = readCount(node.at('minLength'));
  const maxLength = readCount(node.at('maxLength')) ?? (type === 'string' ? defaultMaxLength : undefined);
  checkBounds(
    node,
    'minLength',
    'maxLength',
    minLength === undefined || maxLength === undefined || minLength <= maxLength,
  );
  return frozen({ minLength, maxLength, regex: readRegex(node.at('regex')) });
}

function readTypeName(node: SchemaNode): string | undefined {
  const name = readText(node);
  return name === undefined || /^(?!__)[A-Za-z_]\w*$/.test(name)
    ? name
    : node.fault('must be a name in GraphQL: letters, digits and _');
}

function readRegex(node: SchemaNode): string | undefined {
  const source = readText(node);
  if (source === undefined) return undefined;
  const wrong = patternFault(source);
  return wrong === null ? new RegExp(source).source : node.fault(wrong);
}

function checkKeys(node: SchemaNode, scalar: Scalar): void {
  if (familyOf(scalar.type) !== 'json') return;
  for (const option of ['unique', 'index'] as const) {
    if (scalar[option]) node.at(option).fault(`cannot be used on ${scalar.type}: remove it`);
  }
}
