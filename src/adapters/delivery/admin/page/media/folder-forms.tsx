import { useState } from 'react';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { FormDialog } from '../settings/form-dialog.js';
import { FieldFrame } from '../ui/field-frame.js';
import { FolderSelect } from './folder-select.js';
import { readFoldersAgain } from './use-folders.js';
import '../settings/settings.css';

export interface FolderFormProps {
  /** The folder to change; null: a new one. */
  readonly folder: MediaFolder | null;
  /** Where a new one begins. */
  readonly parent: string | null;
  readonly tree: readonly MediaFolder[];
  readonly close: () => void;
}

/** Makes a folder, or renames and moves one. */
export default function FolderForm({ folder, parent: first, tree, close }: FolderFormProps) {
  const [name, setName] = useState(folder?.name ?? '');
  const [parent, setParent] = useState(folder === null ? first : folder.parent);
  const save = async (): Promise<void> => {
    const [method, path] = folder === null ? ['POST', 'folders'] : ['PATCH', `folders/${folder.documentId}`];
    await request(method, path, { body: { name, parent } });
    await readFoldersAgain();
  };
  return (
    <FormDialog
      title={say(folder === null ? 'media.folder.new' : 'media.folder.change')}
      submit={say(folder === null ? 'media.folder.make' : 'media.folder.save')}
      run={save}
      close={close}
    >
      <FieldFrame id="folder-name" label={say('media.name')}>
        <input
          id="folder-name"
          className="input"
          dir="auto"
          required
          maxLength={100}
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FieldFrame>
      <FieldFrame id="folder-parent" label={say('media.folder.in')}>
        <FolderSelect
          id="folder-parent"
          tree={tree}
          value={parent}
          {...(folder !== null && { moving: folder.documentId })}
          choose={setParent}
        />
      </FieldFrame>
    </FormDialog>
  );
}
