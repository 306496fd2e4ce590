import { foldersBelow, type Folder } from '../../domain/media/folder-tree.js';
import { compare } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';

/** Where files are looked for. */
export interface FolderPlace {
  /** The documentId of a folder; null: the top. */
  readonly folder: string | null;
  /** Whether also in the folders below it. */
  readonly isDeep: boolean;
}

const inFolder = (operator: '$in' | '$null', value: unknown): Filter => ({
  kind: 'at',
  key: 'folder',
  filter: compare('documentId', operator, value),
});

export const filesIn = (folders: readonly string[]): Filter => inFolder('$in', folders);

const atTop = inFolder('$null', true);

/** Null: everywhere. */
export function placeFilter(tree: readonly Folder[], { folder, isDeep }: FolderPlace): Filter | null {
  if (folder === null) return isDeep ? null : atTop;
  return filesIn(isDeep ? foldersBelow(tree, folder) : [folder]);
}
