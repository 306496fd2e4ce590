/** A folder of the media library. */
export interface Folder {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  /** The documentId of the folder that it is in; null: it is at the top. */
  readonly parent: string | null;
}

/** How many folders may be inside each other. */
export const maxFolderDepth = 20;
/** All folders are read together. */
export const maxFolders = 5000;

/**
 * Returns the folders as a tree, by name. Two moves at the same time can put two folders into each other, and a folder can lose
 * the one that it is in: then the one with the lowest id of those is at the top, so that every folder can be reached.
 */
export function treeOf(folders: readonly Folder[]): readonly Folder[] {
  const byId = new Map(folders.map((folder) => [folder.documentId, folder]));
  const placed = new Map<string, Folder>();
  for (const folder of folders) {
    const chain = new Map<string, Folder>();
    let at: Folder | undefined = folder;
    while (at !== undefined && !placed.has(at.documentId) && !chain.has(at.documentId)) {
      chain.set(at.documentId, at);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
    const top = at !== undefined && chain.has(at.documentId) ? lowestOfRing(chain, at) : undefined;
    for (const one of chain.values()) {
      const isTop = one === top || one.parent === null || !byId.has(one.parent);
      placed.set(one.documentId, isTop ? { ...one, parent: null } : one);
    }
  }
  return [...placed.values()].sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
}

/** `first` is where the chain comes back to itself. */
function lowestOfRing(chain: ReadonlyMap<string, Folder>, first: Folder): Folder {
  const all = [...chain.values()];
  return all.slice(all.indexOf(first)).reduce((lowest, one) => (one.id < lowest.id ? one : lowest));
}

/** Returns the folder and those above it, the topmost first; empty if it does not exist. */
export function pathTo(tree: readonly Folder[], documentId: string | null): readonly Folder[] {
  const byId = new Map(tree.map((folder) => [folder.documentId, folder]));
  const path: Folder[] = [];
  let at = documentId === null ? undefined : byId.get(documentId);
  while (at !== undefined) {
    path.unshift(at);
    at = at.parent === null ? undefined : byId.get(at.parent);
  }
  return path;
}

/** Returns the folders directly in a folder, or at the top. */
export const foldersIn = (tree: readonly Folder[], parent: string | null): readonly Folder[] =>
  tree.filter((folder) => folder.parent === parent);

/** Returns the folder and all that are below it. */
export function foldersBelow(tree: readonly Folder[], documentId: string): readonly string[] {
  const children = new Map<string | null, string[]>();
  for (const { documentId: child, parent } of tree)
    children.set(parent, [...(children.get(parent) ?? []), child]);
  const found = [documentId];
  for (const id of found) found.push(...(children.get(id) ?? []));
  return found;
}
