import type { Document } from '../../../application/ports/document-store.js';
import type { Selection } from '../../../domain/query/query.js';
import type { Json } from '../../../domain/schema/schema.js';

/** Leaves out what plans always give: the documentId where it was not selected and, at the root, the id. */
export function presentRow(row: Document, selection: Selection): Document {
  const { fields, populate } = selection;
  const shown = withoutUnselected(row, selection);
  if (fields === undefined || fields.includes('*') || fields.includes('id') || populate !== undefined)
    return shown;
  const { id: _id, ...rest } = shown;
  return rest;
}

function withoutUnselected(row: Document, { fields, populate }: Selection): Document {
  const named = new Map(populate?.members.map((member) => [member.name, member]));
  const isHidden = (name: string): boolean =>
    name === 'documentId' && fields !== undefined && !fields.includes('*') && !fields.includes(name);
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !isHidden(name))
      .map(([name, value]) => {
        const member = named.get(name);
        return [name, member === undefined ? value : pruned(value, member)];
      }),
  );
}

function pruned(value: Json, selection: Selection): Json {
  if (Array.isArray(value)) return value.map((each: Json) => pruned(each, selection));
  return typeof value === 'object' && value !== null
    ? withoutUnselected(value as Document, selection)
    : value;
}
