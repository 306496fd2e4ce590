import type { Connect, Ref } from '../relation/relation-input.js';
import { joinLayers, linkKey, refKey } from './read-ref.js';

/** One reference for each link, in the place where it came first. */
export function distinctRefs(refs: readonly Ref[]): readonly Ref[] {
  const found = new Map<string, Ref>();
  for (const ref of refs) {
    const first = found.get(linkKey(ref));
    found.set(linkKey(ref), first === undefined ? ref : joinLayers(first, ref));
  }
  return [...found.values()];
}

/** One item for each link; the same document may be connected in both layers (content-api.md, "Relation management" 7). */
export function distinctConnects(connects: readonly Connect[]): readonly Connect[] {
  const found = new Map<string, Connect>();
  for (const connect of connects) {
    const key = linkKey(connect.ref);
    const first = found.get(key);
    found.set(key, first === undefined ? connect : { ...first, ref: joinLayers(first.ref, connect.ref) });
  }
  return [...found.values()];
}

/** The items of a `connect` that name what an earlier one named: a mistake of the client's (content-api.md, "Errors" 2). */
export function repeatedConnects(connects: readonly Connect[]): readonly Ref[] {
  const seen = new Set<string>();
  return connects.map(({ ref }) => ref).filter((ref) => seen.size === seen.add(refKey(ref)).size);
}

/** The refusal of such an item, in the words that clients know. */
export const connectedTwice = ({ documentId, id }: Ref): string =>
  `The relation with id ${documentId ?? id} is already connected. You cannot connect the same relation twice.`;
