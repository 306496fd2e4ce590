import { say } from '../messages/messages.js';
import { Dialog } from '../ui/dialog.js';
import { FileUses } from '../ui/uses.js';
import type { Thing } from './use-picked.js';

/** How many files are named with where they are used. */
const named = 20;

interface Props {
  readonly things: readonly Thing[];
  readonly close: () => void;
  readonly remove: () => void;
}

/** Asks before files are deleted and folders removed, and says what that means. */
export default function DeleteDialog({ things, close, remove }: Props) {
  const files = things.filter(({ kind }) => kind === 'media');
  const folders = things.length - files.length;
  return (
    <Dialog
      title={say('media.many.deleteTitle', { count: things.length })}
      close={close}
      className="delete-many"
    >
      {(dismiss) => (
        <>
          {files.length > 0 && <p>{say('media.many.deleteFiles', { count: files.length })}</p>}
          {folders > 0 && <p>{say('media.many.deleteFolders', { count: folders })}</p>}
          {files.length > 0 && (
            <ul>
              {files.slice(0, named).map(({ documentId, name }) => (
                <li key={documentId}>
                  <span dir="auto">{name}</span>
                  <FileUses id={documentId} isFolded />
                </li>
              ))}
              {files.length > named && <li>{say('here.more', { count: files.length - named })}</li>}
            </ul>
          )}
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button
              type="button"
              className="button danger"
              onClick={() => {
                dismiss();
                remove();
              }}
            >
              {say('media.delete')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
