import { Folder, FolderPlus } from 'lucide-react';
import { lazy, Suspense, useState, type DragEvent } from 'react';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useAction } from '../settings/use-action.js';
import { Asked } from '../ui/asked.js';
import type { FolderFormProps } from './folder-forms.js';
import { readFoldersAgain, type Library } from './use-folders.js';

const FolderForm = lazy(() => import('./folder-forms.js'));

/** The kind of data of a file that is dragged. */
export const draggedFile = 'application/x-quire-file';

interface Props {
  readonly library: Library;
  /** Undefined: everything is searched, or the top is shown. */
  readonly current: string | undefined;
  readonly open: (folder: string | undefined) => void;
  /** Moves a file. Undefined: the administrator may not. */
  readonly move: ((file: string, folder: string | null) => Promise<void>) | undefined;
}

/** The way to the folder that is shown, and the folders in it. */
export function FolderBar({ library, current, open, move }: Props) {
  const [form, setForm] = useState<Pick<FolderFormProps, 'folder' | 'parent'> | null>(null);
  const action = useAction();
  const { tree, path, children } = library;
  const shown = path.at(-1);
  if (tree === undefined) return null;
  const remove = async (folder: MediaFolder): Promise<void> => {
    const done = await action.run(async () => {
      await request('DELETE', `folders/${folder.documentId}`);
      await readFoldersAgain();
    });
    if (done) open(folder.parent ?? undefined);
  };
  const drop =
    move === undefined
      ? undefined
      : (file: string, folder: string | null): void => void action.run(() => move(file, folder));
  return (
    <section className="folders" aria-label={say('media.folders')}>
      <div className="folders-head">
        <nav aria-label={say('media.folder.way')}>
          <ol className="folder-way">
            <li>
              <Place
                label={say('media.folder.top')}
                folder={null}
                isHere={shown === undefined}
                {...{ open, drop }}
              />
            </li>
            {path.map(({ documentId, name }) => (
              <li key={documentId}>
                <Place label={name} folder={documentId} isHere={documentId === current} {...{ open, drop }} />
              </li>
            ))}
          </ol>
        </nav>
        <div className="row">
          {shown !== undefined && library.mayUpdate && (
            <button
              type="button"
              className="button quiet"
              aria-haspopup="dialog"
              onClick={() => setForm({ folder: shown, parent: null })}
            >
              {say('media.folder.change')}
            </button>
          )}
          {shown !== undefined && library.mayDelete && (
            <Asked
              label={say('media.folder.delete')}
              question={say('media.folder.delete.ask', { name: shown.name })}
              run={() => void remove(shown)}
            />
          )}
          {library.mayCreate && (
            <button
              type="button"
              className="button"
              aria-haspopup="dialog"
              onClick={() => setForm({ folder: null, parent: current ?? null })}
            >
              <FolderPlus size={16} aria-hidden /> {say('media.folder.new')}
            </button>
          )}
        </div>
      </div>
      {action.fault !== undefined && (
        <p className="fault" role="alert">
          {action.fault}
        </p>
      )}
      {children.length > 0 && (
        <ul className="folder-list">
          {children.map(({ documentId, name }) => (
            <li key={documentId}>
              <Place label={name} folder={documentId} isHere={false} isTile {...{ open, drop }} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{form !== null && <FolderForm {...form} tree={tree} close={() => setForm(null)} />}</Suspense>
    </section>
  );
}

interface PlaceProps extends Pick<Props, 'open'> {
  readonly label: string;
  readonly folder: string | null;
  readonly isHere: boolean;
  readonly isTile?: boolean;
  readonly drop: ((file: string, folder: string | null) => void) | undefined;
}

/** A folder to open, or to drop a file on. */
function Place({ label, folder, isHere, isTile = false, open, drop }: PlaceProps) {
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent): boolean =>
    drop !== undefined && !isHere && dataTransfer.types.includes(draggedFile);
  return (
    <button
      type="button"
      className={isTile ? 'folder' : 'folder-step'}
      aria-current={isHere ? 'page' : undefined}
      data-over={isOver}
      onClick={() => open(folder ?? undefined)}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        drop?.(event.dataTransfer.getData(draggedFile), folder);
      }}
    >
      {isTile && <Folder size={18} aria-hidden />}
      <span className="folder-name" dir="auto">
        {label}
      </span>
    </button>
  );
}
