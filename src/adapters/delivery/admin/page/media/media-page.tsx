import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { areas } from '../../contract/areas.js';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { FailureView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { reasonOf } from '../settings/use-action.js';
import { Empty } from '../ui/empty.js';
import type { MediaFile } from '../../contract/media.js';
import { request } from '../session/api.js';
import { Later } from '../ui/later.js';
import { Loading } from '../ui/loading.js';
import { FolderBar } from './folder-bar.js';
import { downloadFile } from './download-file.js';
import { readFoldersAgain, useFolders } from './use-folders.js';
import { startDrag, type Drop } from './dragged.js';
import { FolderSide } from './folder-side.js';
import { PickedBar } from './picked-bar.js';
import { useMany } from './use-many.js';
import { thingOf, usePicked, type Thing } from './use-picked.js';
import { isPicture } from './file-kinds.js';
import { FileDetail } from './file-detail.js';
import { FileList } from './file-list.js';
import { useLibrary } from './library.js';
import { MediaHead } from './media-head.js';
import { isFound, isNarrowed, nothingNarrowed } from './media-query.js';
import type { MediaChange, MediaSearch } from './media-search.js';
import { DropPlace, UploadButton } from './upload-places.js';
import { UploadList, useUploads } from './uploads.js';
import '../list/list.css';
import './media.css';

const TextsDialog = lazy(() => import('./texts-dialog.js'));

const route = getRouteApi('/media');

/** The files of the library, and the details of one of them. */
export function MediaPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/media' });
  const { rights } = useSession();
  const held = rights[areas.media] ?? {};
  const folders = useFolders(search.folder);
  const asked = { ...search, hasFolders: folders.isShown };
  const library = useLibrary(asked);
  const uploads = useUploads(search.folder, 2, (files) =>
    library.add(files.filter((file) => isFound(file, asked))),
  );
  const [described, setDescribed] = useState<readonly MediaFile[]>([]);
  const take = (changed: MediaFile): void => {
    uploads.put(changed);
    if (isFound(changed, asked)) library.replace(changed);
    else library.remove(changed.documentId);
  };
  const picked = usePicked(JSON.stringify({ ...search, view: undefined, file: undefined }));
  const many = useMany();
  const changeable = useMemo(
    () => new Map(library.files.flatMap((one) => (one?.mayUpdate ? [[one.documentId, one] as const] : []))),
    [library.files],
  );
  const pictures = picked.things
    .flatMap(({ documentId }) => changeable.get(documentId) ?? [])
    .filter(isPicture);
  const mayMoveFiles = held.update?.fields === null && folders.isShown;
  const mayMove = ({ kind, documentId }: Thing): boolean =>
    kind === 'media' ? mayMoveFiles && changeable.has(documentId) : folders.mayUpdate;
  const mayDelete = ({ kind }: Thing): boolean =>
    kind === 'media' ? held.delete !== undefined : folders.mayDelete;
  /** Changes files and folders; those that could not be changed stay chosen. */
  const changeAll = async (things: readonly Thing[], work: (thing: Thing) => Promise<unknown>) => {
    picked.put(await many.run(things, work));
    if (things.some(({ kind }) => kind === 'folders')) await readFoldersAgain();
  };
  const move = (things: readonly Thing[], folder: string | null): Promise<void> =>
    changeAll(things, async ({ kind, documentId }) => {
      const body = kind === 'media' ? { folder } : { parent: folder };
      const { data } = await request<{ data: MediaFile }>('PATCH', `${kind}/${documentId}`, { body });
      if (kind === 'media') take(data);
    });
  const remove = (things: readonly Thing[]): Promise<void> =>
    changeAll(things, async ({ kind, documentId }) => {
      await request('DELETE', `${kind}/${documentId}`);
      if (kind === 'media') library.remove(documentId);
      // Its files are here now.
      else await library.refetch();
    });
  const download = async (things: readonly Thing[]): Promise<void> => {
    await many.run(things, async ({ documentId }) => {
      const found = library.find(documentId);
      if (found !== undefined) await downloadFile(found);
    });
  };
  const drop: Drop | undefined =
    mayMoveFiles || folders.mayUpdate
      ? (things, folder) => void move(things.filter(mayMove), folder)
      : undefined;
  useTitle(say('media.title'));
  const change = useCallback(
    (next: MediaChange) =>
      void navigate({ search: (now) => ({ ...now, ...next }) as MediaSearch, replace: true }),
    [navigate],
  );
  const open = useCallback((file: string) => change({ file }), [change]);
  const focusList = useListFocus(search.file);
  const close = useCallback(() => {
    change({ file: undefined });
    focusList('closed');
  }, [change, focusList]);
  const mayCreate = held.create?.fields === null && held.create.rows === 'all';
  const { file } = search;
  return (
    <DropPlace isOff={!mayCreate} drop={uploads.send}>
      <FolderSide
        library={folders}
        current={search.folder}
        open={(folder) => change({ folder, file: undefined })}
        drop={drop}
        drag={folders.mayUpdate ? (thing) => startDrag(thing, picked) : undefined}
      />
      <div className="list media" data-detail={file === undefined ? 'closed' : 'open'}>
        <MediaHead search={search} total={library.total} change={change}>
          {mayCreate && <UploadButton send={uploads.send} />}
        </MediaHead>
        {folders.error !== null && <FailureView error={folders.error} retry={folders.retry} />}
        <FolderBar
          library={folders}
          current={search.folder}
          open={(folder) => change({ folder, file: undefined })}
          drop={drop}
          picked={picked}
        />
        <PickedBar
          picked={picked}
          folders={folders.children.map(({ documentId, name }) => ({ kind: 'folders', documentId, name }))}
          fileCount={library.files.length}
          readFiles={async () => (await library.load(0, library.files.length))?.map(thingOf) ?? null}
          tree={folders.tree}
          many={many}
          mayMove={mayMove}
          mayDelete={mayDelete}
          move={move}
          remove={remove}
          download={download}
          describe={pictures.length > 0 ? () => setDescribed(pictures) : undefined}
          leave={() => focusList('now')}
        />
        <UploadList uploads={uploads} describe={setDescribed} />
        <Later>
          {described.length > 0 && (
            <TextsDialog files={described} take={take} close={() => setDescribed([])} />
          )}
        </Later>
        {library.error && library.data === undefined ? (
          <FailureView error={library.error} retry={() => void library.refetch()} />
        ) : library.data === undefined ? (
          <MediaFrame />
        ) : library.files.length === 0 ? (
          <Nothing
            search={search}
            mayCreate={mayCreate}
            send={uploads.send}
            clear={() => change(nothingNarrowed)}
          />
        ) : (
          <FileList
            files={library.files}
            load={library.load}
            isTable={search.view === 'table'}
            shown={file}
            isStale={library.isPlaceholderData}
            isMovable={mayMoveFiles}
            picked={picked}
            open={open}
          />
        )}
        {library.readError !== null && (
          <p className="row fault" role="alert">
            {reasonOf(library.readError)}
            <button type="button" className="button" onClick={() => void library.refetch()}>
              {say('retry')}
            </button>
          </p>
        )}
      </div>
      {file !== undefined && (
        <FileDetail
          key={file}
          id={file}
          known={library.find(file)}
          close={close}
          tree={folders.tree}
          changed={take}
          removed={(documentId) => {
            library.remove(documentId);
            close();
          }}
        />
      )}
    </DropPlace>
  );
}

/**
 * Returns what gives the focus to the file that Tab reaches, or to the search where there is none, in the step that takes away
 * what had the focus: now, or when the detail has closed.
 */
function useListFocus(file: string | undefined) {
  const [wanted, setWanted] = useState<'now' | 'closed' | null>(null);
  useLayoutEffect(() => {
    if (wanted === null || (wanted === 'closed' && file !== undefined)) return;
    setWanted(null);
    if (document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>(
        '[data-item][tabindex="0"], .media:not(:has([data-item])) input[type=search]',
      )
      ?.focus();
  }, [wanted, file]);
  return setWanted;
}

const MediaFrame = () => (
  <Loading className="tiles">
    {[1, 2, 3, 4, 5, 6].map((tile) => (
      <div className="tile tile-frame" key={tile}>
        <div className="bar" />
      </div>
    ))}
  </Loading>
);

interface NothingProps {
  readonly search: MediaSearch;
  readonly mayCreate: boolean;
  readonly send: (files: readonly File[]) => void;
  readonly clear: () => void;
}

function Nothing({ search: asked, mayCreate, send, clear }: NothingProps) {
  const { search, folder } = asked;
  if (!isNarrowed(asked) && folder !== undefined)
    return (
      <Empty
        title={say('media.folder.empty')}
        text={mayCreate ? say('media.folder.empty.text') : undefined}
        docs="media"
      >
        {mayCreate && <UploadButton send={send} />}
      </Empty>
    );
  if (!isNarrowed(asked))
    return (
      <Empty
        title={say('media.empty.title')}
        text={say(mayCreate ? 'media.empty.text' : 'media.empty.readOnly')}
        docs="media"
      >
        {mayCreate && <UploadButton send={send} />}
      </Empty>
    );
  return (
    <Empty title={search === undefined ? say('media.nothing') : say('list.none.title', { search })}>
      <button type="button" className="button" onClick={clear}>
        {say('media.none.clear')}
      </button>
    </Empty>
  );
}
