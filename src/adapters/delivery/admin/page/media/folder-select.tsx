import { foldersBelow, pathTo } from '../../../../../domain/media/folder-tree.js';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';

interface Props {
  readonly id: string;
  readonly tree: readonly MediaFolder[];
  readonly value: string | null;
  /** The folder that moves, which cannot go into itself. */
  readonly moving?: string;
  readonly isOff?: boolean;
  readonly choose: (folder: string | null) => void;
}

/** All folders, each with the way to it. */
export function FolderSelect({ id, tree, value, moving, isOff = false, choose }: Props) {
  const closed = new Set(moving === undefined ? [] : foldersBelow(tree, moving));
  const open = tree
    .filter(({ documentId }) => !closed.has(documentId))
    .map(({ documentId }) => ({
      documentId,
      path: pathTo(tree, documentId)
        .map(({ name }) => name)
        .join(' / '),
    }))
    .sort((one, other) => one.path.localeCompare(other.path));
  return (
    <select
      id={id}
      className="input"
      disabled={isOff}
      value={value ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
    >
      <option value="">{say('media.folder.top')}</option>
      {open.map(({ documentId, path }) => (
        <option key={documentId} value={documentId}>
          {path}
        </option>
      ))}
    </select>
  );
}
