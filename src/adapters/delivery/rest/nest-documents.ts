import type { Document } from '../../../application/ports/document-store.js';
import type { Member, Shape } from '../../../domain/plan/read-plan.js';
import type { Json } from '../../../domain/schema/schema.js';

type Nested = { readonly [name: string]: Json };

/** Documents in the former form: attributes apart from the ids, relations as `{data}`, components flat in between. */
export const nestList = (documents: readonly Document[], shape: Shape): readonly Nested[] =>
  documents.map((document) => nestDocument(document, shape));

function nestDocument(document: Document, shape: Shape): Nested {
  const { id, documentId, ...attributes } = nestMembers(document, shape);
  return { ...(id !== undefined && { id }), ...(documentId !== undefined && { documentId }), attributes };
}

function nestMembers(document: Document, shape: Shape): Record<string, Json> {
  const nested: Record<string, Json> = {};
  for (const member of shape.members) {
    const value = document[member.as];
    if (value !== undefined) nested[member.as] = nestMember(value, member);
  }
  return nested;
}

function nestMember(value: Json, member: Member): Json {
  switch (member.kind) {
    case 'field':
      return value;
    case 'count':
      return { data: { attributes: value } };
    case 'relation':
      return { data: eachOf(value, (target) => nestDocument(target, member.shape)) };
    case 'component':
      return eachOf(value, (item) => nestMembers(item, member.shape));
    case 'zone':
      return eachOf(value, (item) => {
        const component = item['__component'] as string;
        const shape = member.shapes.get(component);
        return { __component: component, ...(shape && nestMembers(item, shape)) };
      });
  }
}

/** Applies `nest` to one document, to each of a list, or leaves null. */
function eachOf(value: Json, nest: (document: Document) => Json): Json {
  if (Array.isArray(value)) return (value as readonly Document[]).map(nest);
  return value === null ? null : nest(value as Document);
}
