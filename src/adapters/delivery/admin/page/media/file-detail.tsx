import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { MediaFile, MediaFolder } from '../../contract/media.js';
import { areas } from '../../contract/areas.js';
import { formatDay, formatKilobytes, say } from '../messages/messages.js';
import { request, sendFile } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { useSession } from '../session/session.js';
import { reasonOf, useAction } from '../settings/use-action.js';
import { FailureView } from '../shell/failure-view.js';
import { useKeys } from '../shell/keys.js';
import { Asked } from '../ui/asked.js';
import { Tool } from '../ui/tool.js';
import { FieldFrame } from '../ui/field-frame.js';
import { FolderSelect } from './folder-select.js';
import { Description } from './description.js';
import { FileUses } from '../ui/uses.js';
import { kindOf } from './file-kinds.js';
import { Picture } from './picture.js';
import { useTexts } from './use-texts.js';
import { Loading } from '../ui/loading.js';

interface Props {
  readonly id: string;
  /** The file as the list has it. */
  readonly known: MediaFile | undefined;
  /** Undefined: the administrator does not see folders. */
  readonly tree: readonly MediaFolder[] | undefined;
  readonly close: () => void;
  readonly changed: (file: MediaFile) => void;
  readonly removed: (documentId: string) => void;
}

/** One file: what it is, its texts, and what can be done with it. */
export function FileDetail({ id, known, tree, close, changed, removed }: Props) {
  const found = useQuery({
    queryKey: ['file', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: MediaFile }>('GET', `media/${id}`, { signal })).data,
    initialData: known,
    gcTime: 0,
  });
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), [id]);
  const take = (file: MediaFile): void => {
    queryClient.setQueryData(['file', id], file);
    changed(file);
  };
  const file = found.data;
  return (
    <aside
      className="detail"
      aria-label={file?.name ?? say('media.detail')}
      tabIndex={-1}
      ref={place}
      onKeyDown={(event) => isEscape(event) && close()}
    >
      <div className="detail-head">
        <h2 dir="auto">{file?.name}</h2>
        <Tool label={say('close')} icon={<X size={18} aria-hidden />} run={close} />
      </div>
      {file !== undefined ? (
        <Detail key={id} file={file} tree={tree} take={take} removed={() => removed(id)} />
      ) : found.error ? (
        <FailureView error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Loading />
      )}
    </aside>
  );
}

/** Escape in a question closes the question alone. */
const isEscape = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' && target instanceof Element && target.closest('dialog') === null;

interface DetailProps extends Pick<Props, 'tree'> {
  readonly file: MediaFile;
  readonly take: (file: MediaFile) => void;
  readonly removed: () => void;
}

function Detail({ file, tree, take, removed }: DetailProps) {
  const { rights } = useSession();
  const held = rights[areas.media] ?? {};
  const texts = useTexts(file, take);
  const { save } = texts;
  useKeys(useMemo(() => ({ 'Mod+s': () => void save() }), [save]));
  const removing = useAction();
  const [problem, setProblem] = useState<ReactNode>(null);
  const remove = async (): Promise<void> => {
    if (await removing.run(() => request('DELETE', `media/${file.documentId}`))) removed();
  };
  const mayUpdate = file.mayUpdate && held.update?.fields === null;
  const fault = problem ?? removing.fault;
  return (
    <>
      <Picture file={file} texts={texts} />
      <Facts file={file} />
      <Description file={file} texts={texts} />
      {tree !== undefined && (
        <FieldFrame id="file-folder" label={say('media.folder')}>
          <FolderSelect
            id="file-folder"
            tree={tree}
            value={file.folder}
            isOff={!mayUpdate}
            choose={(folder) => void texts.change({ folder })}
          />
        </FieldFrame>
      )}
      <Formats file={file} />
      <FileUses id={file.documentId} isFolded />
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <div className="row detail-actions">
        <a className="button" href={file.url} target="_blank" rel="noreferrer">
          {say('media.open')}
        </a>
        <a className="button" href={file.url} download={file.name}>
          {say('media.download')}
        </a>
        {mayUpdate && <Replace file={file} take={take} fail={setProblem} />}
        {held.delete && (
          <Asked label={say('media.delete')} question={say('media.delete.ask')} run={() => void remove()}>
            <FileUses id={file.documentId} />
          </Asked>
        )}
      </div>
    </>
  );
}

function Facts({ file }: { readonly file: MediaFile }) {
  const { mime, size, width, height, createdAt } = file;
  const facts = [
    [say('media.column.kind'), `${say(`media.kind.${kindOf(file)}`)} (${mime})`],
    [say('media.column.size'), formatKilobytes(size)],
    ...(width !== null && height !== null
      ? [[say('media.column.pixels'), say('media.pixels', { width, height })]]
      : []),
    [say('media.created'), formatDay(createdAt)],
  ];
  return (
    <dl className="file-facts">
      {facts.map(([term, words]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The smaller sizes of a picture. */
function Formats({ file: { formats } }: { readonly file: MediaFile }) {
  if (formats.length === 0) return null;
  return (
    <details className="uses">
      <summary>{say('media.formats')}</summary>
      <ul className="formats">
        {formats.map(({ name, url, width, height, size }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>{' '}
            <span className="hint">
              {say('media.pixels', { width, height })}, {formatKilobytes(size)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ReplaceProps extends Pick<DetailProps, 'file' | 'take'> {
  readonly fail: (problem: ReactNode) => void;
}

/** Gives the record another file of the same kind. */
function Replace({ file, take, fail }: ReplaceProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const receive = async (given: File | undefined): Promise<void> => {
    if (given === undefined) return;
    fail(null);
    setSending(true);
    try {
      take(await sendFile<MediaFile>(`media/${file.documentId}/file`, given));
    } catch (error) {
      fail(reasonOf(error));
    } finally {
      setSending(false);
    }
  };
  const kind = kindOf(file);
  return (
    <>
      <button type="button" className="button" disabled={isSending} onClick={() => chooser.current?.click()}>
        {say(isSending ? 'media.state.sending' : 'media.replace')}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={kind === 'document' ? undefined : `${kind}/*`}
        aria-label={say('media.replace')}
        onChange={({ target }) => {
          void receive(target.files?.[0]);
          target.value = '';
        }}
      />
    </>
  );
}
