import type { ArchiveContent } from './archive-content.js';
import { lengthOf, linkAt } from './link-shapes.js';
import type { RowIndex } from './row-index.js';

/** In Strapi 4, the locales of an entry are rows of their own, which links join. Makes one document of each group. */
export function joinTranslations({ types, links }: Pick<ArchiveContent, 'types' | 'links'>): void {
  for (const shape of links.list()) {
    const index = types.get(shape.owner);
    if (index === undefined || shape.attribute !== 'localizations' || shape.owner !== shape.target) continue;
    joinRows(index, links.read(shape));
  }
}

function joinRows(index: RowIndex, links: Float64Array): void {
  const parents = Int32Array.from(index.ids, (_, row) => row);
  const rootOf = (row: number): number => {
    let root = row;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[row] = root;
    return root;
  };
  for (let at = 0; at < lengthOf(links); at++) {
    const { owner, target } = linkAt(links, at);
    const [left, right] = [index.find(owner), index.find(target)];
    if (left < 0 || right < 0) continue;
    const [one, other] = [rootOf(left), rootOf(right)];
    // The row with the lowest id gives the documentId, whatever the order of lines is.
    if ((index.ids[one] ?? 0) <= (index.ids[other] ?? 0)) parents[other] = one;
    else parents[one] = other;
  }
  for (const row of parents.keys()) index.documents[row] = index.documents[rootOf(row)] ?? 0;
}
