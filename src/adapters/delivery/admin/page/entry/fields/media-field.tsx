import { lazy, useRef, useState, type ClipboardEvent } from 'react';
import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../../contract/links.js';
import type { MediaFile } from '../../../contract/media.js';
import { kindOf, lacksText } from '../../media/file-kinds.js';
import { kinds, type Kind } from '../../media/media-search.js';
import { pastedFiles } from '../../media/pasted-files.js';
import { fileDrop } from '../../media/file-drop.js';
import { UploadList, useUploads } from '../../media/uploads.js';
import { joinNames, say } from '../../messages/messages.js';
import { attributeLabel, frameOf } from '../../ui/attribute-label.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { Later } from '../../ui/later.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { current, noteDescribed, useDescribed } from './described-files.js';
import { FileRow } from './file-row.js';
import { moved, useReorder } from './use-reorder.js';
import './files.css';
import './links.css';

const FileDialog = lazy(() => import('./file-dialog.js'));
const MediaPicker = lazy(() => import('./media-picker.js'));

/** The files of the entry. */
export function MediaField({ attribute }: { readonly attribute: Relation }) {
  const { name } = attribute;
  const { store, mayWrite } = useOpenEntry();
  const stored = useEntry(({ entry }) => entry?.links[name]?.items);
  const edited = useEntry(({ edits }) => edits.files[name]);
  const fault = useEntry(({ faults }) => faults[name]);
  return (
    <Files
      attribute={attribute}
      path={name}
      fault={fault}
      isReadOnly={!mayWrite(name)}
      files={edited ?? stored ?? []}
      change={(files) => store.setFiles(name, files)}
    />
  );
}

interface Props {
  readonly attribute: Relation;
  readonly path: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly files: readonly LinkedLabel[];
  readonly change: (files: readonly LinkedLabel[]) => void;
}

/** Files of the library, in their order. New ones are chosen from it, uploaded, pasted or dropped here. */
export function Files({ attribute, path, fault, isReadOnly, files, change }: Props) {
  const { many } = attribute;
  const allowed = kindsOf(attribute);
  const [isPicking, setPicking] = useState(false);
  const [opened, setOpened] = useState<LinkedLabel | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const described = useDescribed();
  const chooser = useRef<HTMLInputElement>(null);
  /** As they are by now, also while several are uploaded. */
  const now = useRef({ files, change });
  now.current = { files, change };
  const put = (next: readonly LinkedLabel[]): void => {
    const { change: write } = now.current;
    now.current = { files: next, change: write };
    write(next);
  };
  const add = (file: MediaFile): void => {
    const label = labelOf(file);
    const others = now.current.files.filter(({ documentId }) => documentId !== label.documentId);
    put(many ? [...others, label] : [label]);
  };
  const uploads = useUploads(undefined, 1, (received) => {
    for (const file of received) {
      noteDescribed(file);
      add(file);
      if (file.mayUpdate && lacksText(file)) setAsked((ids) => new Set([...ids, file.documentId]));
    }
  });
  const send = (given: readonly File[]): void => {
    // Where the browser cannot tell, the server decides.
    const fit = given.filter(({ type }) => type === '' || allowed.includes(kindOf({ mime: type })));
    setRefused(given.filter((file) => !fit.includes(file)).map((file) => file.name));
    uploads.send(many ? fit : fit.slice(0, 1));
  };
  const move = (from: number, to: number): void => put(moved(files, from, to));
  const row = useReorder(files.length, many && !isReadOnly ? move : undefined);
  const isSending = uploads.sendings.some(({ state }) => state !== 'done');
  const places = isReadOnly
    ? {}
    : {
        ...fileDrop(setOver, send),
        onPaste(event: ClipboardEvent) {
          const given = pastedFiles(event.target, event.clipboardData);
          if (given.length === 0) return;
          event.preventDefault();
          send(given);
        },
      };
  return (
    <FieldFrame id={path} {...frameOf(attribute)} fault={fault} isGroup>
      <div className="files-place" data-over={isOver} {...places}>
        {files.length > 0 && (
          <ol className="files">
            {files.map((file, at) => (
              <FileRow
                key={file.documentId}
                file={current(file, described)}
                describe={() => setOpened(file)}
                asked={asked.has(file.documentId) ? described[file.documentId] : undefined}
                answered={() => setAsked((ids) => new Set([...ids].filter((id) => id !== file.documentId)))}
                remove={isReadOnly ? undefined : () => put(files.toSpliced(at, 1))}
                {...(many && { order: { at, count: files.length, move } })}
                row={row(at)}
              />
            ))}
          </ol>
        )}
        {isSending && <UploadList uploads={uploads} />}
        {refused.length > 0 && (
          <p className="fault" role="alert">
            {say('media.notAllowed', { names: joinNames(refused) })}
          </p>
        )}
        {!isReadOnly && (
          <div className="row">
            <button type="button" className="button" id={path} onClick={() => setPicking(true)}>
              {say('media.choose')}
            </button>
            <button type="button" className="button" onClick={() => chooser.current?.click()}>
              {say('media.upload')}
            </button>
            <input
              ref={chooser}
              type="file"
              hidden
              multiple={many}
              accept={acceptOf(allowed)}
              aria-label={say('media.upload')}
              onChange={({ target }) => {
                send([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <span className="hint files-hint">{say('media.give')}</span>
          </div>
        )}
      </div>
      <Later>
        {opened !== null && <FileDialog file={current(opened, described)} close={() => setOpened(null)} />}
        {isPicking && (
          <MediaPicker
            title={attributeLabel(attribute)}
            kinds={allowed}
            close={() => setPicking(false)}
            choose={(file) => {
              if (!many) setPicking(false);
              add(file);
            }}
            {...(many && {
              chosen: new Set(files.map(({ documentId }) => documentId)),
              leaveOut: (id) => put(files.filter(({ documentId }) => documentId !== id)),
            })}
          />
        )}
      </Later>
    </FieldFrame>
  );
}

const kindsByType: Readonly<Record<string, Kind>> = {
  images: 'image',
  videos: 'video',
  audios: 'audio',
  files: 'document',
};

const kindsOf = ({ media }: Relation): readonly Kind[] => {
  const named =
    media?.allowedTypes.map((type) => kindsByType[type]).filter((kind) => kind !== undefined) ?? [];
  return named.length === 0 ? kinds : named;
};

/** What the browser offers to choose; undefined: every file. */
const acceptOf = (allowed: readonly Kind[]): string | undefined =>
  allowed.includes('document') ? undefined : allowed.map((kind) => `${kind}/*`).join(',');

const labelOf = (file: MediaFile): LinkedLabel => ({
  documentId: file.documentId,
  label: file.name,
  locale: null,
  state: null,
  file,
});
