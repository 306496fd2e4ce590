/** A position in the request: attribute names from the root of a parameter. */
export interface Path {
  readonly parent: Path | null;
  readonly name: string;
  /** The number of relations on the path. */
  readonly depth: number;
}

const param = (name: string): Path => ({ parent: null, name, depth: 0 });
export const filters = param('filters');
export const words = param('_q');
export const sort = param('sort');
export const populate = param('populate');
export const pagination = param('pagination');
export const groupBy = param('groupBy');

/**
 * `populate=dishes.restaurant`, `filters[dishes][restaurant]`, or the parameter alone: `pagination` for the documents of the page
 * themselves, of which a smaller page has fewer.
 */
export function nameOf(path: Path): string {
  const names: string[] = [];
  let root = path;
  for (; root.parent !== null; root = root.parent) names.unshift(root.name);
  if (names.length === 0) return (root === populate ? pagination : root).name;
  return root === filters ? `filters[${names.join('][')}]` : `${root.name}=${names.join('.')}`;
}
