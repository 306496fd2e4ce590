import { useMemo, useState } from 'react';
import { foldersBelow } from '../../../../../domain/media/folder-tree.js';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { Dialog } from '../ui/dialog.js';
import { FolderTree } from './folder-tree.js';
import type { Thing } from './use-picked.js';

interface Props {
  readonly things: readonly Thing[];
  readonly tree: readonly MediaFolder[];
  readonly close: () => void;
  readonly move: (folder: string | null) => void;
}

/** Asks into which folder files and folders go: not into one that moves itself. */
export default function MoveDialog({ things, tree, close, move }: Props) {
  const [folder, setFolder] = useState<string | null>(null);
  const closed = useMemo(
    () =>
      new Set(
        things.flatMap(({ kind, documentId }) => (kind === 'folders' ? foldersBelow(tree, documentId) : [])),
      ),
    [things, tree],
  );
  const name = tree.find(({ documentId }) => documentId === folder)?.name ?? say('media.folder.top');
  return (
    <Dialog title={say('media.many.moveTitle', { count: things.length })} close={close} className="move-to">
      {(dismiss) => (
        <>
          <FolderTree
            label={say('media.folders')}
            tree={tree}
            current={folder}
            choose={setFolder}
            closed={closed}
          />
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button
              type="button"
              className="button primary"
              onClick={() => {
                dismiss();
                move(folder);
              }}
            >
              {say('media.many.moveHere', { name })}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
