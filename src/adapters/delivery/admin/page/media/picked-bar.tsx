import { lazy, useId, useState } from 'react';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { Later } from '../ui/later.js';
import { mostDownloads } from './download-file.js';
import type { useMany } from './use-many.js';
import { useUnused } from './use-unused.js';
import type { Picked, Thing } from './use-picked.js';
import './picked.css';

const MoveDialog = lazy(() => import('./move-dialog.js'));
const DeleteDialog = lazy(() => import('./delete-dialog.js'));

interface Props {
  readonly picked: Picked;
  /** The folders that are shown. */
  readonly folders: readonly Thing[];
  /** How many files are shown, of which not all may be read yet. */
  readonly fileCount: number;
  /** Reads all of them. Resolves to null if that fails. */
  readonly readFiles: () => Promise<readonly Thing[] | null>;
  readonly tree: readonly MediaFolder[] | undefined;
  readonly many: ReturnType<typeof useMany>;
  readonly mayMove: (thing: Thing) => boolean;
  readonly mayDelete: (thing: Thing) => boolean;
  readonly move: (things: readonly Thing[], folder: string | null) => Promise<void>;
  readonly remove: (things: readonly Thing[]) => Promise<void>;
  readonly download: (files: readonly Thing[]) => Promise<void>;
  /** Lists the chosen pictures, to say what they show; absent: there are none, or they may not be changed. */
  readonly describe?: (() => void) | undefined;
  /** Where the focus goes when this bar goes. */
  readonly leave: () => void;
}

const isFile = ({ kind }: Thing): boolean => kind === 'media';

/** What can be done with the files and folders that are chosen, and what could not be done with some. */
export function PickedBar(props: Props) {
  const {
    picked,
    folders,
    fileCount,
    readFiles,
    tree,
    many,
    mayMove,
    mayDelete,
    move,
    remove,
    download,
    describe,
    leave,
  } = props;
  const [asked, setAsked] = useState<'move' | 'delete' | null>(null);
  const { things } = picked;
  const hint = useId();
  const { progress, refused } = many;
  const unused = useUnused(picked, many);
  const count = things.length;
  const changeable = folders.filter((folder) => mayMove(folder) || mayDelete(folder));
  const [isReading, setReading] = useState(false);
  const pickAll = async (): Promise<void> => {
    setReading(true);
    const files = await readFiles();
    setReading(false);
    if (files !== null) picked.put([...changeable, ...files]);
  };
  const close = (): void => setAsked(null);
  const run = async (work: (things: readonly Thing[]) => Promise<void>): Promise<void> => {
    await work(things);
    leave();
  };
  return (
    <section className="picked" aria-label={say('media.many.label')}>
      <span role="status">
        {progress !== null
          ? say('media.many.progress', { done: progress.done, all: progress.all })
          : count > 0 && say('media.many.chosen', { count })}
      </span>
      {count > 0 && progress === null && (
        <>
          {tree !== undefined && things.every(mayMove) && (
            <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAsked('move')}>
              {say('media.many.move')}
            </button>
          )}
          {describe && (
            <button type="button" className="button" aria-haspopup="dialog" onClick={describe}>
              {say('media.texts')}
            </button>
          )}
          {things.every(isFile) && (
            <button
              type="button"
              className="button"
              disabled={count > mostDownloads}
              aria-describedby={count > mostDownloads ? hint : undefined}
              onClick={() => void run(download)}
            >
              {say('media.download')}
            </button>
          )}
          {things.some(isFile) && (
            <button type="button" className="button" onClick={() => void unused.sift().then(leave)}>
              {say('media.unused')}
            </button>
          )}
          {things.every(mayDelete) && (
            <button
              type="button"
              className="button danger"
              aria-haspopup="dialog"
              onClick={() => setAsked('delete')}
            >
              {say('media.delete')}
            </button>
          )}
          {changeable.length + fileCount > count && (
            <button
              type="button"
              className="button quiet"
              disabled={isReading}
              onClick={() => void pickAll()}
            >
              {say('media.many.all')}
            </button>
          )}
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              picked.put([]);
              leave();
            }}
          >
            {say('media.many.none')}
          </button>
          {things.every(isFile) && count > mostDownloads && (
            <p className="hint picked-note" id={hint}>
              {say('media.many.downloadMost', { most: mostDownloads })}
            </p>
          )}
        </>
      )}
      {unused.note !== '' && progress === null && (
        <p className="row picked-note">
          <span role="status">{unused.note}</span>
          <button type="button" className="button quiet" onClick={unused.forget}>
            {say('media.clear')}
          </button>
        </p>
      )}
      {refused.length > 0 && (
        <div className="picked-refused" role="alert">
          <p className="fault">{say('media.many.refused', { count: refused.length })}</p>
          <ul>
            {refused.map(({ documentId, name, reason }) => (
              <li key={documentId}>
                <strong dir="auto">{name}</strong> {reason}
              </li>
            ))}
          </ul>
          <button type="button" className="button quiet" onClick={many.forget}>
            {say('media.clear')}
          </button>
        </div>
      )}
      <Later>
        {asked === 'move' && tree !== undefined && (
          <MoveDialog
            things={things}
            tree={tree}
            close={close}
            move={(folder) => void run((some) => move(some, folder))}
          />
        )}
        {asked === 'delete' && <DeleteDialog things={things} close={close} remove={() => void run(remove)} />}
      </Later>
    </section>
  );
}
