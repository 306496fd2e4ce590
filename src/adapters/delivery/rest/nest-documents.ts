import { inTurns } from '../../../application/stores/in-turns.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { Member, Shape } from '../../../domain/plan/read-plan.js';
import type { Json } from '../../../domain/schema/schema.js';

/**
 * Returns the JSON of documents in the format of Strapi 4: attributes in `attributes`, relations in `{data}`, components
 * without wrappers. Long lists are written in several turns of the event loop.
 */
export const nestedText = (documents: readonly Document[], shape: Shape): Promise<string> =>
  inTurns(writeList(documents, shape));

function* writeList(documents: readonly Document[], shape: Shape): Generator<void, string> {
  let text = '[';
  for (const document of documents) {
    text += (text === '[' ? '' : ',') + JSON.stringify(yield* nestDocument(document, shape));
    yield;
  }
  return `${text}]`;
}

type Nested = { readonly [name: string]: Json };
type Steps<T> = Generator<void, T>;

function* nestDocument(document: Document, shape: Shape): Steps<Nested> {
  const { id, documentId, ...attributes } = yield* nestMembers(document, shape);
  return { ...(id !== undefined && { id }), ...(documentId !== undefined && { documentId }), attributes };
}

function* nestMembers(document: Document, shape: Shape): Steps<Record<string, Json>> {
  const nested: Record<string, Json> = {};
  for (const member of shape.members) {
    const value = document[member.as];
    if (value === undefined) continue;
    nested[member.as] = member.kind === 'field' ? value : yield* nestMember(value, member);
  }
  return nested;
}

function* nestMember(value: Json, member: Exclude<Member, { kind: 'field' }>): Steps<Json> {
  switch (member.kind) {
    case 'count':
      return { data: { attributes: value } };
    case 'relation':
      return { data: yield* eachOf(value, (target) => nestDocument(target, member.shape)) };
    case 'component':
      return yield* eachOf(value, (item) => nestMembers(item, member.shape));
    case 'zone':
      return yield* eachOf(value, (item) => nestItem(item, member.shapes));
  }
}

function* nestItem(item: Document, shapes: ReadonlyMap<string, Shape>): Steps<Nested> {
  const component = item['__component'] as string;
  const shape = shapes.get(component);
  return { __component: component, ...(shape && (yield* nestMembers(item, shape))) };
}

/** Applies `nest` to one document or to each document of a list; null stays null. */
function* eachOf(value: Json, nest: (document: Document) => Steps<Json>): Steps<Json> {
  if (!Array.isArray(value)) return value === null ? null : yield* nest(value as Document);
  const nested: Json[] = [];
  for (const document of value as readonly Document[]) {
    nested.push(yield* nest(document));
    yield;
  }
  return nested;
}
