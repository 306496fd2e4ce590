/** The places of a link in one list: in the draft and in the published layer; NaN where it is not in that layer. */
export interface ListedLink {
  readonly draft: number;
  readonly published: number;
}

export interface ListPlaces {
  /** Ascending numbers from 0 on; -1 where the link is not in the layer. */
  readonly draft: Int32Array;
  readonly published: Int32Array;
  /** Whether the link has different places in the layers. */
  readonly moved: Uint8Array;
}

/**
 * Gives the links of a list places that are comparable in both layers: a link that has not moved has the same place in
 * both, so that an edit of one layer can be applied to the other. Equal positions keep the order of the links.
 */
export function placeList(links: readonly ListedLink[]): ListPlaces {
  const draft = new Int32Array(links.length).fill(-1);
  const published = new Int32Array(links.length).fill(-1);
  const moved = new Uint8Array(links.length);
  const drafts = inOrder(links, 'draft');
  const others = inOrder(links, 'published');
  const fixed = unmoved(drafts, others);
  let next = 0;
  let at = 0;
  /** Places what comes before the next fixed link, or before the end. */
  const placePublished = (): void => {
    for (let link = others[at]; link !== undefined && !fixed.has(link); link = others[++at])
      published[link] = next++;
  };
  for (const link of drafts) {
    if (!fixed.has(link)) {
      draft[link] = next++;
      continue;
    }
    placePublished();
    at++;
    draft[link] = next;
    published[link] = next++;
  }
  placePublished();
  for (let link = 0; link < links.length; link++)
    if (draft[link] !== -1 && published[link] !== -1 && draft[link] !== published[link]) moved[link] = 1;
  return { draft, published, moved };
}

function inOrder(links: readonly ListedLink[], layer: keyof ListedLink): readonly number[] {
  const there = [...links.keys()].filter((at) => !Number.isNaN(links[at]?.[layer]));
  return there.sort(
    (left, right) => (links[left]?.[layer] ?? 0) - (links[right]?.[layer] ?? 0) || left - right,
  );
}

/** Returns the longest series of links that are in the same order in both layers. */
function unmoved(drafts: readonly number[], others: readonly number[]): ReadonlySet<number> {
  const places = new Map(others.map((link, at) => [link, at]));
  const common = drafts.filter((link) => places.has(link));
  const placeOf = (link: number): number => places.get(link) ?? 0;
  // `ends[n]` is the link that ends the best series of length n + 1; `before` leads back through it.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const link of common) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (placeOf(ends[middle] ?? 0) < placeOf(link)) low = middle + 1;
      else high = middle;
    }
    before.set(link, ends[low - 1]);
    ends[low] = link;
  }
  const series = new Set<number>();
  for (let link = ends.at(-1); link !== undefined; link = before.get(link)) series.add(link);
  return series;
}
