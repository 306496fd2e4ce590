import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import { familyOf, type Family } from '../../domain/document/value.js';
import { isValue, isSystem, type Attribute, type Schema, type Shaped } from '../../domain/schema/schema.js';
import type { ArchivedLink, ArchivedVersion } from '../ports/archive-store.js';
import { partsOf, type Part } from '../transfer/parts.js';
import { refusedLine, type JsonLine } from '../transfer/json-lines.js';
import { isCount } from './read-entries.js';

export type BackedUpRow = ArchivedVersion | ArchivedLink;

/** Returns a function that reads the rows of a part. Without a schema it checks their form only. */
export function rowReader(
  name: string,
  schema: Schema | null,
): (line: JsonLine, value: PlainObject) => BackedUpRow {
  const part = schema === null ? undefined : partsOf(schema).find((each) => each.name === name);
  return (line, value) => {
    const isWhole = name.startsWith('versions ') ? isVersion(value) : isLink(value);
    if (!isWhole) throw refusedLine(line, `is no row of ${name}`);
    const misfit = schema === null ? null : misfitOf(schema, part, value);
    if (misfit !== null) throw refusedLine(line, `does not fit ${name}: ${misfit}`);
    return value as unknown as BackedUpRow;
  };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 255;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value));

const isVersion = (row: PlainObject): boolean =>
  isCount(row['id']) &&
  row['id'] > 0 &&
  isText(row['documentId']) &&
  isText(row['locale']) &&
  (row['layer'] === 'draft' || row['layer'] === 'published') &&
  isInstant(row['createdAt']) &&
  isInstant(row['updatedAt']) &&
  (row['publishedAt'] === null || isInstant(row['publishedAt'])) &&
  (row['publishedId'] === null || isCount(row['publishedId'])) &&
  typeof row['hasChanges'] === 'boolean' &&
  typeof row['isPublished'] === 'boolean' &&
  isPlainObject(row['values']);

const isLink = (row: PlainObject): boolean =>
  isCount(row['id']) &&
  row['id'] > 0 &&
  isRef(row['source']) &&
  isRef(row['target']) &&
  isKeys(row['draft']) &&
  isKeys(row['published']) &&
  isPlainObject(row['pending']) &&
  typeof row['pending']['source'] === 'boolean' &&
  typeof row['pending']['target'] === 'boolean';

const isRef = (value: unknown): boolean =>
  isPlainObject(value) && isText(value['documentId']) && isText(value['locale']);

const isKeys = (value: unknown): boolean =>
  value === null ||
  (isPlainObject(value) && typeof value['source'] === 'string' && typeof value['target'] === 'string');

function misfitOf(schema: Schema, part: Part | undefined, row: PlainObject): string | null {
  if (part === undefined) return 'the schema files have no such part';
  if (part.kind === 'links') return null;
  for (const [name, value] of Object.entries(row['values'] as PlainObject)) {
    const attribute = part.type.attributes.get(name);
    if (attribute === undefined || !isValue(attribute)) return `${name} is not in the schema files`;
    if (!fits(schema, attribute, value)) return `the value of ${name} is of another type`;
  }
  return null;
}

/** Checks types only: what was stored stays readable, whatever the rules for input are now. */
function fits(schema: Schema, attribute: Attribute, value: unknown): boolean {
  if (value === null) return true;
  if (attribute.kind === 'scalar') return families[familyOf(attribute.type)](value);
  const isList = attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.repeatable);
  if (attribute.kind === 'relation') return typeof value === 'object';
  if (isList !== Array.isArray(value)) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.every((item) => {
    if (!isPlainObject(item)) return false;
    const uid = attribute.kind === 'component' ? attribute.component : item['__component'];
    const shape = typeof uid === 'string' ? schema.components.get(uid) : undefined;
    return shape === undefined || membersFit(schema, shape, item);
  });
}

const membersFit = (schema: Schema, { attributes }: Shaped, item: PlainObject): boolean =>
  Object.entries(item).every(([name, value]) => {
    const member = attributes.get(name);
    if (member === undefined || isSystem(member)) return true;
    return fits(schema, member, value);
  });

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

const families: Readonly<Record<Family, (value: unknown) => boolean>> = {
  text: isString,
  integer: Number.isInteger,
  biginteger: (value) => typeof value === 'string' && /^-?\d{1,19}$/.test(value),
  float: isNumber,
  decimal: isNumber,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  time: (value) => typeof value === 'string' && /^\d\d:\d\d:\d\d\.\d{3}$/.test(value),
  datetime: isInstant,
  json: () => true,
};
