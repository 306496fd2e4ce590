import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { foldersIn, pathTo } from '../../../../../domain/media/folder-tree.js';
import type { MediaFolder } from '../../contract/media.js';
import { areas } from '../../contract/areas.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { useSession } from '../session/session.js';

const key = ['folders'] as const;

export const readFoldersAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });

/**
 * All folders, and what the administrator may do with them; `tree` is undefined until they are there, and without the right to
 * see them.
 */
export function useFolders(current: string | undefined) {
  const held = useSession().rights[areas.folders] ?? {};
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await request<{ data: readonly MediaFolder[] }>('GET', 'folders', { signal })).data,
    enabled: held.find !== undefined,
  });
  const tree = found.data;
  const isWhole = (action: 'create' | 'update' | 'delete'): boolean =>
    held[action]?.rows === 'all' && held[action].fields === null;
  return useMemo(
    () => ({
      error: found.error,
      retry: () => void found.refetch(),
      isShown: held.find !== undefined,
      tree,
      path: tree === undefined || current === undefined ? [] : pathTo(tree, current),
      children: tree === undefined ? [] : foldersIn(tree, current ?? null),
      mayCreate: isWhole('create'),
      mayUpdate: isWhole('update'),
      mayDelete: isWhole('delete'),
    }),
    [found.error, found.refetch, tree, current, held],
  );
}

export type Library = ReturnType<typeof useFolders>;
