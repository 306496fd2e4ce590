import type { ContentType, Link, Schema } from '../../domain/schema/schema.js';
import type { Inventory } from '../ports/archive-store.js';

/** A unit of copying and comparing: the versions of a type, or the links of a relation. */
export type Part = { readonly name: string } & (
  | { readonly kind: 'versions'; readonly type: ContentType }
  | { readonly kind: 'links'; readonly link: Link }
);

/** Returns all parts in the order in which they are copied. */
export const partsOf = (schema: Schema): readonly Part[] => [
  ...[...schema.contentTypes.values()].map((type): Part => ({
    name: `versions ${type.uid}`,
    kind: 'versions',
    type,
  })),
  ...schema.links.map((link): Part => ({ name: `links ${link.name}`, kind: 'links', link })),
];

/** Returns the parts that are not complete at `at`, each with the id of the last row that is copied. */
export function remainingParts(
  schema: Schema,
  at: { readonly part: string; readonly after: number } | null,
): readonly { readonly part: Part; readonly after: number }[] {
  const parts = partsOf(schema);
  const reached = at === null ? 0 : parts.findIndex(({ name }) => name === at.part);
  if (reached < 0) throw new Error(`the schema has no part ${at?.part ?? ''}`);
  return parts.slice(reached).map((part) => ({ part, after: part.name === at?.part ? at.after : 0 }));
}

/** Returns the names of parts that differ, or that only one inventory has. */
export const changedParts = (before: Inventory, after: Inventory): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
    const [left, right] = [before[name], after[name]];
    return left?.rows !== right?.rows || left?.lastId !== right?.lastId || left?.detail !== right?.detail;
  });

export const totalOf = (inventory: Inventory): number =>
  Object.values(inventory).reduce((total, { rows }) => total + rows, 0);
