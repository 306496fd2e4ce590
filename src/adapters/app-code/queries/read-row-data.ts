import { castDatetime } from '../../../domain/document/cast-date.js';
import { isPlainObject, own, type PlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import type { RowWrite } from '../../../domain/query/mutation.js';
import {
  componentOf,
  isSystem,
  type Attribute,
  type ComponentAttribute,
  type ContentType,
  type Schema,
  type Shaped,
  type Zone,
} from '../../../domain/schema/schema.js';
import { AppError } from '../app-error.js';

/** The `data` of a row: its attributes, and what the server otherwise sets. */
export interface RowData {
  readonly data: PlainObject;
  readonly documentId?: string;
  readonly locale?: string;
  readonly times: RowWrite;
  /** Whether `publishedAt` is explicitly null, which makes a row of a type with drafts a draft. */
  readonly isDraft: boolean;
}

/** Throws an error that names `method` unless `data` is an object. */
export function readRowData(
  schema: Schema,
  type: ContentType,
  raw: unknown,
  method: 'create' | 'update',
): RowData {
  if (!isPlainObject(raw)) throw refused('data', `${method} expects data, which is an object`);
  const data = plainData(raw);
  const [documentId, locale] = [own(data, 'documentId'), own(data, 'locale')];
  return {
    data: readMembers(schema, type, data, method),
    ...(typeof documentId === 'string' && documentId !== '' && { documentId }),
    ...(typeof locale === 'string' && locale !== '' && type.localized && { locale }),
    times: readTimes(data),
    isDraft: own(data, 'publishedAt') === null,
  };
}

/** As JSON would be: dates become texts, and undefined members and functions disappear. */
const plainData = (raw: object): PlainObject =>
  JSON.parse(
    JSON.stringify(raw, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as PlainObject;

function readTimes(data: PlainObject): RowWrite {
  const [createdAt, updatedAt, publishedAt] = ['createdAt', 'updatedAt', 'publishedAt'].map((name) =>
    readTime(name, own(data, name)),
  );
  return {
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
    ...(publishedAt && { publishedAt }),
  };
}

function readTime(name: string, raw: unknown): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  const time = castDatetime(raw);
  if ('value' in time) return time.value;
  throw refused(name, `${name} must be a time`);
}

/** Keeps the type's own attributes, in the forms that the server reads. */
function readMembers(
  schema: Schema,
  shaped: Shaped,
  data: PlainObject,
  method: 'create' | 'update',
): PlainObject {
  const members = [...shaped.attributes.values()].filter(
    (attribute) => !isSystem(attribute) && Object.hasOwn(data, attribute.name),
  );
  return Object.fromEntries(
    members.map((attribute) => [
      attribute.name,
      readMember(schema, attribute, own(data, attribute.name), method),
    ]),
  );
}

function readMember(
  schema: Schema,
  attribute: Attribute,
  value: unknown,
  method: 'create' | 'update',
): unknown {
  switch (attribute.kind) {
    case 'scalar':
      return value;
    case 'relation':
      return readLinks(value);
    case 'component':
    case 'zone':
      return Array.isArray(value)
        ? value.map((item: unknown) => readItem(schema, attribute, item, method))
        : readItem(schema, attribute, value, method);
  }
}

const operations = ['set', 'connect', 'disconnect'] as const;

/** Whole rows stand for their ids, as app code writes back what it has read. */
function readLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readLink);
  if (!isPlainObject(value)) return value;
  const named = operations.filter((operation) => Object.hasOwn(value, operation));
  if (named.length === 0) return readLink(value);
  return Object.fromEntries(
    named.map((operation) => {
      const items = value[operation];
      return [operation, Array.isArray(items) ? items.map(readLink) : readLink(items)];
    }),
  );
}

function readLink(item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const { id, documentId, position } = item;
  const ref = id === undefined ? { documentId } : { id };
  return position === undefined ? ref : { ...ref, position };
}

/** A new row has items of its own; those of another row are copied. */
function readItem(
  schema: Schema,
  attribute: ComponentAttribute | Zone,
  item: unknown,
  method: 'create' | 'update',
): unknown {
  if (!isPlainObject(item)) return item;
  const { id, __component } = item;
  const uid = attribute.kind === 'component' ? attribute.component : __component;
  if (typeof uid !== 'string' || !schema.components.has(uid)) return item;
  const content = readMembers(schema, componentOf(schema, uid), item, method);
  if (method === 'create' && id !== undefined && Object.keys(content).length === 0)
    throw refused(attribute.name, `${attribute.name}: an item of another row cannot be taken over by its id`);
  return {
    ...(attribute.kind === 'zone' && { __component: uid }),
    ...(method === 'update' && id !== undefined && { id }),
    ...content,
  };
}

const refused = (key: string, message: string): AppError =>
  new AppError(failure('INPUT.INVALID', message, { key }));
