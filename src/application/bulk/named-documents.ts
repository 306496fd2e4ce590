import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { failure } from '../../domain/failure.js';
import type { Create, Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../domain/schema/schema.js';

/** The documentIds of documents that earlier operations created, by the names that these gave them. */
export type NamedDocuments = Pick<ReadonlyMap<string, string>, 'get'>;

/** The most documents that a request names for its later operations, and the length of a name; both are kept until its end. */
export const mostNames = 10_000;
export const longestName = 255;

class UnknownName extends Error {}

/**
 * Replaces `{ "$ref": name }` in the relations of the data, also inside of components, by the documentId. Other attributes keep
 * what looks like it.
 */
export function withNamed<M extends Create | Update>(
  schema: Schema,
  mutation: M,
  named: NamedDocuments,
): Result<M> {
  try {
    const data = inShape(schema, contentTypeOf(schema, mutation.type), mutation.data, named);
    return ok({ ...mutation, data });
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    return err(failure('INPUT.INVALID', error.message, { key: '$ref' }));
  }
}

function inShape(schema: Schema, { attributes }: Shaped, data: unknown, named: NamedDocuments): unknown {
  if (!isPlainObject(data)) return data;
  const replaced = Object.entries(data).map(([name, value]) => {
    const attribute = attributes.get(name);
    return [name, attribute === undefined ? value : inAttribute(schema, attribute, value, named)] as const;
  });
  return Object.fromEntries(replaced);
}

function inAttribute(schema: Schema, attribute: Attribute, value: unknown, named: NamedDocuments): unknown {
  switch (attribute.kind) {
    case 'scalar':
      return value;
    case 'relation':
      return inRelation(value, named);
    case 'component':
      return perItem(value, (item) => inShape(schema, componentOf(schema, attribute.component), item, named));
    case 'zone':
      return perItem(value, (item) => {
        const uid = own(item, '__component');
        const component = typeof uid === 'string' ? schema.components.get(uid) : undefined;
        return component === undefined ? item : inShape(schema, component, item, named);
      });
  }
}

const perItem = (value: unknown, replace: (item: PlainObject) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => (isPlainObject(item) ? replace(item) : item))
    : isPlainObject(value)
      ? replace(value)
      : value;

function inRelation(value: unknown, named: NamedDocuments): unknown {
  if (Array.isArray(value)) return value.map((each) => inRelation(each, named));
  if (!isPlainObject(value)) return value;
  const name = own(value, '$ref');
  if (name !== undefined) {
    const documentId = typeof name === 'string' ? named.get(name) : undefined;
    if (documentId === undefined)
      throw new UnknownName(`No earlier operation creates a document as ${JSON.stringify(name)}`);
    const { $ref: _, ...rest } = value;
    return Object.keys(rest).length === 0 ? documentId : { ...rest, documentId };
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inRelation(each, named)]));
}
