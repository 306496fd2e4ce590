import type { Attribute, Json, Scalar, ScalarType } from '../../domain/schema/schema.js';
import { memberName, quote } from './literal.js';

/** A type with arguments: `Relation<'oneToMany', 'api::dish.dish'>`. A list is a tuple. */
interface Part {
  readonly name: string;
  readonly args?: readonly (string | readonly string[])[];
}

const scalarNames: Readonly<Record<Exclude<ScalarType, 'enumeration'>, string>> = {
  string: 'String',
  text: 'Text',
  richtext: 'RichText',
  email: 'Email',
  password: 'Password',
  uid: 'UID',
  date: 'Date',
  time: 'Time',
  datetime: 'DateTime',
  timestamp: 'Timestamp',
  integer: 'Integer',
  biginteger: 'BigInteger',
  float: 'Float',
  decimal: 'Decimal',
  boolean: 'Boolean',
  json: 'JSON',
  array: 'JSON',
  blocks: 'Blocks',
};

/** Returns the line or lines of one attribute, indented by four spaces. */
export function attributeText(attribute: Attribute): string {
  const parts = [
    typeOf(attribute),
    ...(attribute.required ? [{ name: 'Required' }] : []),
    ...(attribute.private ? [{ name: 'Private' }] : []),
    ...(attribute.kind === 'scalar' ? defaultOf(attribute) : []),
  ];
  return layOut(`    ${memberName(attribute.name)}: `, parts);
}

function typeOf(attribute: Attribute): Part {
  switch (attribute.kind) {
    case 'scalar':
      return scalarType(attribute);
    case 'relation':
      return attribute.media === undefined
        ? { name: 'Relation', args: [quote(attribute.relation), quote(attribute.target)] }
        : { name: 'Media', args: [kindsOf(attribute.media.allowedTypes), ...trueIf(attribute.many)] };
    case 'component':
      return { name: 'Component', args: [quote(attribute.component), ...trueIf(attribute.repeatable)] };
    case 'zone':
      return { name: 'DynamicZone', args: [attribute.components.map(quote)] };
  }
}

function scalarType({ type, enum: values = [], targetField }: Scalar): Part {
  if (type === 'enumeration') return { name: 'Enumeration', args: [values.map(quote)] };
  const name = scalarNames[type];
  return type === 'uid' && targetField !== undefined ? { name, args: [quote(targetField)] } : { name };
}

const trueIf = (isSo: boolean): readonly string[] => (isSo ? ['true'] : []);

const kindsOf = (kinds: readonly string[]): string =>
  kinds.length === 0 ? 'undefined' : kinds.map(quote).join(' | ');

/** That there is a default matters to the types; a long one would only fill the file. */
function defaultOf({ default: value }: Scalar): readonly Part[] {
  return value === undefined ? [] : [{ name: 'DefaultTo', args: [defaultText(value)] }];
}

function defaultText(value: Json): string {
  if (typeof value === 'string') return value.length > 40 ? 'string' : quote(value);
  return typeof value === 'object' ? 'object' : String(value);
}

/** The longest line. */
export const width = 80;

const textOf = ({ name, args }: Part): string =>
  `Schema.Attribute.${name}${args === undefined ? '' : `<${args.map(argText).join(', ')}>`}`;

const argText = (arg: string | readonly string[]): string =>
  typeof arg === 'string' ? arg : `[${arg.join(', ')}]`;

/** Breaks lines where prettier does. */
function layOut(start: string, parts: readonly Part[]): string {
  const flat = `${start}${parts.map(textOf).join(' & ')};`;
  if (flat.length <= width) return flat;
  return parts
    .map((part, at) => {
      const [before, after] = [at === 0 ? start : '      ', at === parts.length - 1 ? ';' : ' &'];
      const line = `${before}${textOf(part)}${after}`;
      return line.length <= width ? line : brokenPart(before, part, after);
    })
    .join('\n');
}

function brokenPart(before: string, { name, args }: Part, after: string): string {
  if (args === undefined) return `${before}Schema.Attribute.${name}${after}`;
  const indent = before.startsWith('      ') && before.trim() === '' ? before : '    ';
  const lines = args.map((arg, at) => brokenArg(`${indent}  `, arg, at < args.length - 1));
  return `${before}Schema.Attribute.${name}<\n${lines.join('\n')}\n${indent}>${after}`;
}

function brokenArg(indent: string, arg: string | readonly string[], isFollowed: boolean): string {
  const line = `${indent}${argText(arg)}${isFollowed ? ',' : ''}`;
  if (typeof arg === 'string' || line.length <= width) return line;
  const items = arg.map((item) => `${indent}  ${item},`).join('\n');
  return `${indent}[\n${items}\n${indent}]${isFollowed ? ',' : ''}`;
}
