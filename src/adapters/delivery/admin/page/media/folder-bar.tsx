import { Folder, FolderPlus } from 'lucide-react';
import { lazy, useState } from 'react';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useAction } from '../settings/use-action.js';
import { Asked } from '../ui/asked.js';
import { Later } from '../ui/later.js';
import { startDrag, useDropPlace, type Drop } from './dragged.js';
import type { FolderFormProps } from './folder-forms.js';
import { readFoldersAgain, type Library } from './use-folders.js';
import type { Picked } from './use-picked.js';

const FolderForm = lazy(() => import('./folder-forms.js'));

interface Props {
  readonly library: Library;
  /** Undefined: everything is searched, or the top is shown. */
  readonly current: string | undefined;
  readonly open: (folder: string | undefined) => void;
  /** Undefined: the administrator may not move files. */
  readonly drop: Drop | undefined;
  readonly picked: Picked;
}

/** The way to the folder that is shown, and the folders in it. */
export function FolderBar({ library, current, open, drop, picked }: Props) {
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
          {children.map(({ documentId, name }) => {
            const thing = { kind: 'folders', documentId, name } as const;
            return (
              <li key={documentId} data-chosen={picked.has(documentId) || undefined}>
                {(library.mayUpdate || library.mayDelete) && (
                  <label className="around">
                    <input
                      type="checkbox"
                      className="folder-pick"
                      aria-label={say('bulk.pick', { label: name })}
                      checked={picked.has(documentId)}
                      onChange={() => picked.toggle(thing)}
                    />
                  </label>
                )}
                <Place
                  label={name}
                  folder={documentId}
                  isHere={false}
                  isTile
                  {...{ open, drop }}
                  {...(library.mayUpdate && { drag: startDrag(thing, picked) })}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Later>{form !== null && <FolderForm {...form} tree={tree} close={() => setForm(null)} />}</Later>
    </section>
  );
}

interface PlaceProps extends Pick<Props, 'open' | 'drop'> {
  readonly label: string;
  readonly folder: string | null;
  readonly isHere: boolean;
  readonly isTile?: boolean;
  readonly drag?: ReturnType<typeof startDrag>;
}

/** A folder to open, or to drop files and folders on. */
function Place({ label, folder, isHere, isTile = false, open, drop, drag }: PlaceProps) {
  return (
    <button
      type="button"
      className={isTile ? 'folder' : 'folder-step'}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => open(folder ?? undefined)}
      {...drag}
      {...useDropPlace(folder, isHere ? undefined : drop)}
    >
      {isTile && <Folder size={18} aria-hidden />}
      <span className="folder-name" dir="auto">
        {label}
      </span>
    </button>
  );
}
