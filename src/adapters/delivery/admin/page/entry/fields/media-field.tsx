import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../../contract/links.js';
import type { MediaFile } from '../../../contract/media.js';
import { say } from '../../messages/messages.js';
import { ApiFailure, sendFile } from '../../session/api.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { Tool } from '../../ui/tool.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { moved, useReorder } from './use-reorder.js';
import './links.css';

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

/** Files of the library, in their order. */
export function Files({ attribute, path, fault, isReadOnly, files, change }: Props) {
  const { name, many } = attribute;
  const [isPicking, setPicking] = useState(false);
  const [uploading, setUploading] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  /** As they are by now, also while several are uploaded. */
  const current = useRef({ files, change });
  current.current = { files, change };
  const put = (next: readonly LinkedLabel[]): void => {
    const { change: write } = current.current;
    current.current = { files: next, change: write };
    write(next);
  };
  const add = (file: MediaFile): void => {
    const label = labelOf(file);
    const others = current.current.files.filter(({ documentId }) => documentId !== label.documentId);
    put(many ? [...others, label] : [label]);
  };
  const receive = async (given: FileList | null): Promise<void> => {
    try {
      for (const file of given ?? []) {
        setUploading(say('media.uploading', { name: file.name }));
        for (const received of await sendFile<readonly MediaFile[]>('media', file)) add(received);
      }
      setUploading(null);
    } catch (error) {
      setUploading(error instanceof ApiFailure ? error.message : String(error));
    }
  };
  const move = (from: number, to: number): void => put(moved(files, from, to));
  const row = useReorder(files.length, many && !isReadOnly ? move : undefined);
  return (
    <FieldFrame id={path} label={name} isRequired={attribute.required} fault={fault} isGroup>
      {files.length > 0 && (
        <ol className="files">
          {files.map((file, at) => (
            <li className="file" key={file.documentId} {...row(at)}>
              <Thumbnail file={file} />
              <span dir="auto" className="link-label">
                {file.label}
              </span>
              {!isReadOnly && (
                <span className="row link-tools">
                  {many && (
                    <>
                      <Tool
                        label={say('link.up', { label: file.label })}
                        icon={<ArrowUp size={16} aria-hidden />}
                        isOff={at === 0}
                        run={() => move(at, at - 1)}
                      />
                      <Tool
                        label={say('link.down', { label: file.label })}
                        icon={<ArrowDown size={16} aria-hidden />}
                        isOff={at === files.length - 1}
                        run={() => move(at, at + 1)}
                      />
                    </>
                  )}
                  <Tool
                    label={say('link.remove', { label: file.label })}
                    icon={<X size={16} aria-hidden />}
                    run={() => put(files.toSpliced(at, 1))}
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
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
            aria-label={say('media.upload')}
            onChange={({ target }) => void receive(target.files)}
          />
          <span className="hint" role="status">
            {uploading}
          </span>
        </div>
      )}
      <Suspense>
        {isPicking && (
          <MediaPicker
            title={name}
            close={() => setPicking(false)}
            choose={(file) => {
              setPicking(false);
              add(file);
            }}
          />
        )}
      </Suspense>
    </FieldFrame>
  );
}

const labelOf = (file: MediaFile): LinkedLabel => ({
  documentId: file.documentId,
  label: file.name,
  locale: null,
  state: null,
  file,
});
