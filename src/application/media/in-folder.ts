import { foldersBelow, type Folder } from '../../domain/media/folder-tree.js';
import { decide, filterFor, type Action, type Principal } from '../../domain/permission/permission.js';
import { compare } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';
import { fileType } from '../../domain/schema/built-in-uids.js';

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

/**
 * Returns the principal, who finds only files that match. Clients cannot name the folder in filters, as it is private; what
 * relations of the files lead to is decided by the grants as they were.
 */
export function within(principal: Principal, filter: Filter): Principal {
  const actions: readonly Action[] = ['find', 'findOne'];
  const permissions = actions.flatMap((action) => {
    const permission = decide(principal, action, fileType);
    if (permission === null) return [];
    const own = filterFor(principal, permission);
    const both: Filter = own === null ? filter : { kind: 'and', filters: [own, filter] };
    return [[action, { ...permission, filter: both }] as const];
  });
  return {
    ...principal,
    grants: { kind: 'listed', listed: new Map([[fileType, new Map(permissions)]]) },
    linkedGrants: principal.linkedGrants ?? principal.grants,
  };
}
