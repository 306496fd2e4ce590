import { isPlainObject, own, type PlainObject } from '../../../domain/document/plain-object.js';
import { refKeys } from '../../../domain/document/read-ref.js';
import { castDatetime } from '../../../domain/document/cast-date.js';
import {
  componentOf,
  isSystem,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';

/** What the data of a new document says besides its attributes. */
export interface NewDocument {
  readonly documentId?: string;
  readonly createdAt?: string;
}

/**
 * Keeps the attributes that the type has, also inside components, and what names a target of a relation: app code often
 * sends more, such as whole records of files.
 */
export const knownData = (schema: Schema, shaped: Shaped, data: PlainObject): PlainObject =>
  Object.fromEntries(
    [...shaped.attributes.values()]
      .filter((attribute) => !isSystem(attribute) && Object.hasOwn(data, attribute.name))
      .map((attribute) => [attribute.name, knownValue(schema, attribute, own(data, attribute.name))]),
  );

function knownValue(schema: Schema, attribute: Attribute, value: unknown): unknown {
  if (attribute.kind === 'relation') return knownLinks(value);
  if (attribute.kind === 'scalar') return value;
  const known = (item: unknown): unknown => {
    if (!isPlainObject(item)) return item;
    const uid = attribute.kind === 'component' ? attribute.component : item['__component'];
    if (typeof uid !== 'string' || !schema.components.has(uid)) return item;
    const { id, __component } = item;
    return {
      ...(attribute.kind === 'zone' && { __component }),
      ...(id !== undefined && { id }),
      ...knownData(schema, componentOf(schema, uid), item),
    };
  };
  return Array.isArray(value) ? value.map(known) : known(value);
}

const linkKeys: ReadonlySet<string> = new Set([...refKeys, 'position']);

/** An object that names no target holds the operations, whose values are links again. */
function knownLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(knownLinks);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    isRef(value)
      ? entries.filter(([key]) => linkKeys.has(key))
      : entries.map(([key, links]) => [key, knownLinks(links)]),
  );
}

const isRef = (value: PlainObject): boolean =>
  Object.hasOwn(value, 'id') || Object.hasOwn(value, 'documentId');

/** A documentId and a time of creation that are not valid are ignored, as everything that the type does not have. */
export function readNewDocument(data: PlainObject): NewDocument {
  const documentId = own(data, 'documentId');
  const time = castDatetime(own(data, 'createdAt') ?? '');
  return {
    ...(typeof documentId === 'string' && documentId !== '' && { documentId }),
    ...('value' in time && { createdAt: time.value }),
  };
}
