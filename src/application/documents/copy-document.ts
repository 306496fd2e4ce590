import type { Document } from '../ports/document-store.js';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import { isExclusive, linkSideOf } from '../../domain/relation/link-list.js';
import {
  componentOf,
  contentTypeOf,
  isSystem,
  type Attribute,
  type ContentType,
  type Json,
  type Relation,
  type Schema,
  type Shaped,
} from '../../domain/schema/schema.js';

type Populate = {
  readonly [name: string]:
    | true
    | { readonly populate?: Populate; readonly fields?: readonly string[]; readonly on?: Populate };
};

/** The `populate` that reads everything that a copy of a document needs. */
export const populateForCopy = (schema: Schema, shaped: Shaped): Populate =>
  Object.fromEntries(
    [...shaped.attributes.values()]
      .filter((attribute) => attribute.kind !== 'scalar' && isCopied(attribute))
      .map((attribute) => [attribute.name, populateOf(schema, attribute)]),
  );

function populateOf(schema: Schema, attribute: Attribute): Populate[string] {
  switch (attribute.kind) {
    case 'component':
      return { populate: populateForCopy(schema, componentOf(schema, attribute.component)) };
    case 'zone':
      return {
        on: Object.fromEntries(
          attribute.components.map((uid) => [
            uid,
            { populate: populateForCopy(schema, componentOf(schema, uid)) },
          ]),
        ),
      };
    case 'relation':
      return {
        fields: contentTypeOf(schema, attribute.target).localized ? ['documentId', 'locale'] : ['documentId'],
      };
    case 'scalar':
      return true;
  }
}

/** Links that a target can have only once stay with the document that is copied. */
export const isCopied = (attribute: Attribute): boolean =>
  !isSystem(attribute) && (attribute.kind !== 'relation' || !takes(attribute));

const takes = (relation: Relation): boolean =>
  relation.place.kind === 'link' && isExclusive(linkSideOf(relation));

/** The data of a copy of a document of `owner`: components as new ones, and relations to the same documents. */
export const copiedData = (schema: Schema, owner: ContentType, document: Document): PlainObject =>
  copiedMembers({ schema, owner }, owner, document);

interface Copying {
  readonly schema: Schema;
  readonly owner: ContentType;
}

const copiedMembers = (copying: Copying, shaped: Shaped, document: Document): PlainObject =>
  Object.fromEntries(
    [...shaped.attributes.values()]
      .filter((attribute) => isCopied(attribute) && document[attribute.name] !== undefined)
      .map((attribute) => [
        attribute.name,
        copiedValue(copying, attribute, document[attribute.name] ?? null),
      ]),
  );

function copiedValue(copying: Copying, attribute: Attribute, value: Json): unknown {
  if (attribute.kind === 'scalar' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => copiedValue(copying, attribute, each));
  const { schema, owner } = copying;
  const item = value as Document;
  if (attribute.kind === 'relation') {
    const named = contentTypeOf(schema, attribute.target).localized && !owner.localized;
    return { documentId: item['documentId'], ...(named && { locale: item['locale'] }) };
  }
  const uid = attribute.kind === 'component' ? attribute.component : textOf(item['__component']);
  const content = copiedMembers(copying, componentOf(schema, uid), item);
  return attribute.kind === 'zone' ? { __component: uid, ...content } : content;
}

/** The copy with the values that are given instead. */
export const withOverrides = (copy: PlainObject, data: unknown): PlainObject =>
  isPlainObject(data) ? { ...copy, ...data } : copy;
