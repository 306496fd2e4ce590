import { useState } from 'react';
import { say } from '../messages/messages.js';
import { Loading } from '../ui/loading.js';
import type { Drag, Drop } from './dragged.js';
import { FolderTree } from './folder-tree.js';
import type { Library } from './use-folders.js';
import './folder-side.css';

interface Props {
  readonly library: Library;
  readonly current: string | undefined;
  readonly open: (folder: string | undefined) => void;
  readonly drop: Drop | undefined;
  readonly drag: Drag | undefined;
}

/** All folders beside the files; folded where there is no room for both. */
export function FolderSide({ library, current, open, drop, drag }: Props) {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 1001px)').matches);
  if (!library.isShown) return null;
  const { tree, error } = library;
  return (
    <nav className="folder-side" data-open={isOpen} aria-label={say('media.folders')}>
      <button
        type="button"
        className="button quiet folder-side-head"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {say('media.folders')}
      </button>
      {isOpen &&
        (tree !== undefined ? (
          <FolderTree
            label={say('media.folders')}
            tree={tree}
            current={current ?? null}
            choose={(folder) => open(folder ?? undefined)}
            drop={drop}
            drag={drag}
          />
        ) : (
          error === null && <Loading bars={3} />
        ))}
    </nav>
  );
}
