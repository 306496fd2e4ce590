import type { ContentType, Link, Schema } from '../../domain/schema/schema.js';

/** What is moved or compared in one go: the versions of a type, or the links of a relation. */
export type Part = { readonly name: string } & (
  { readonly kind: 'versions'; readonly type: ContentType } | { readonly kind: 'links'; readonly link: Link }
);

/** All there is, in the order that it is moved in. */
export const partsOf = (schema: Schema): readonly Part[] => [
  ...[...schema.contentTypes.values()].map((type): Part => ({
    name: `versions ${type.uid}`,
    kind: 'versions',
    type,
  })),
  ...schema.links.map((link): Part => ({ name: `links ${link.name}`, kind: 'links', link })),
];

/** The parts that are not done where `at` was reached, each with the id of its last row that is. */
export function remainingParts(
  schema: Schema,
  at: { readonly part: string; readonly after: number } | null,
): readonly { readonly part: Part; readonly after: number }[] {
  const parts = partsOf(schema);
  const reached = at === null ? 0 : parts.findIndex(({ name }) => name === at.part);
  if (reached < 0) throw new Error(`the schema has no part ${at?.part ?? ''}`);
  return parts.slice(reached).map((part) => ({ part, after: part.name === at?.part ? at.after : 0 }));
}
