import { useRef, useState, type ReactNode } from 'react';
import { RotateCcw, X } from 'lucide-react';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { sendFile } from '../session/api.js';
import { reasonOf } from '../settings/use-action.js';
import { Tool } from '../ui/tool.js';
import { lacksText } from './file-kinds.js';
import './uploads.css';

interface Sending {
  readonly key: number;
  readonly file: File;
  /** Where it goes; undefined: to the top. */
  readonly folder: string | undefined;
  readonly state: 'waiting' | 'sending' | 'done' | 'refused';
  /** From 0 to 1. */
  readonly part: number;
  /** Why it was refused. */
  readonly message: ReactNode;
  /** What it has become. */
  readonly received: readonly MediaFile[];
}

export interface Uploads {
  readonly sendings: readonly Sending[];
  send(files: readonly File[]): void;
  again(key: number): void;
  forget(key?: number): void;
  /** Takes over what has changed of a file. */
  put(file: MediaFile): void;
}

const pathTo = (folder: string | undefined): string =>
  folder === undefined ? 'media' : `media?folder=${encodeURIComponent(folder)}`;

/** Sends files, `lanes` at the same time, and keeps what became of each. With one lane they arrive in their order. */
export function useUploads(
  folder: string | undefined,
  lanes: number,
  received: (files: readonly MediaFile[], sent: File) => void,
): Uploads {
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const queue = useRef<Sending[]>([]);
  const state = useRef({ busy: 0, next: 0 });
  const take = useRef(received);
  take.current = received;
  const mark = (key: number, change: Partial<Sending>): void =>
    setSendings((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const sendNext = async (): Promise<void> => {
    const sending = queue.current.shift();
    if (sending === undefined) return;
    const { key, file, folder: to } = sending;
    state.current.busy += 1;
    mark(key, { state: 'sending' });
    try {
      const files = await sendFile<readonly MediaFile[]>(pathTo(to), file, (part) => mark(key, { part }));
      mark(key, { state: 'done', part: 1, received: files });
      take.current(files, file);
    } catch (error) {
      mark(key, { state: 'refused', message: reasonOf(error) });
    } finally {
      state.current.busy -= 1;
      void sendNext();
    }
  };
  const start = (added: readonly Sending[]): void => {
    queue.current.push(...added);
    for (let free = lanes - state.current.busy; free > 0; free -= 1) void sendNext();
  };
  return {
    sendings,
    send(files) {
      const added = files.map((file): Sending => {
        state.current.next += 1;
        return {
          key: state.current.next,
          file,
          folder,
          state: 'waiting',
          part: 0,
          message: '',
          received: [],
        };
      });
      setSendings((all) => [...all.filter((one) => one.state !== 'done'), ...added]);
      start(added);
    },
    again(key) {
      const one = sendings.find((sending) => sending.key === key);
      if (one?.state !== 'refused') return;
      mark(key, { state: 'waiting', part: 0, message: '' });
      start([one]);
    },
    put: (file) =>
      setSendings((all) =>
        all.map((one) => ({
          ...one,
          received: one.received.map((had) => (had.documentId === file.documentId ? file : had)),
        })),
      ),
    forget: (key) =>
      setSendings((all) => all.filter((one) => (key === undefined ? isOpen(one) : one.key !== key))),
  };
}

const isOpen = ({ state }: Sending): boolean => state === 'waiting' || state === 'sending';

interface ListProps {
  readonly uploads: Uploads;
  /** Whether files that all have arrived are only announced, as they are in sight elsewhere. */
  readonly hidesDone?: boolean;
  /** Asks what pictures show. */
  readonly describe?: (files: readonly MediaFile[]) => void;
}

/** The files that are sent or were refused, each with its progress or the reason. */
export function UploadList({ uploads: { sendings, again, forget }, hidesDone, describe }: ListProps) {
  const done = sendings.filter(({ state }) => state === 'done').length;
  const refused = sendings.filter(({ state }) => state === 'refused').length;
  const unsaid = sendings
    .flatMap(({ received }) => received)
    .filter((file) => file.mayUpdate && lacksText(file));
  return (
    <>
      <p className="hidden" role="status">
        {sendings.length > 0 && say('media.sent', { done, all: sendings.length, refused })}
      </p>
      {sendings.length > (hidesDone ? done : 0) && (
        <section className="uploads" aria-label={say('media.uploads')}>
          <div className="uploads-head">
            <h2>{say('media.sent', { done, all: sendings.length, refused })}</h2>
            {describe !== undefined && unsaid.length > 0 && (
              <button
                type="button"
                className="button"
                aria-haspopup="dialog"
                onClick={() => describe(unsaid)}
              >
                {say('media.texts.ask', { count: unsaid.length })}
              </button>
            )}
            <button type="button" className="button quiet" onClick={() => forget()}>
              {say('media.clear')}
            </button>
          </div>
          <ul>
            {sendings.map((sending) => (
              <Upload key={sending.key} sending={sending} again={again} forget={forget} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface UploadProps extends Pick<Uploads, 'again' | 'forget'> {
  readonly sending: Sending;
}

function Upload({ sending: { key, file, state, part, message }, again, forget }: UploadProps) {
  const { name } = file;
  return (
    <li className="upload">
      <span className="upload-name" dir="auto">
        {name}
      </span>
      {state === 'refused' ? (
        <>
          <span className="fault">{message}</span>
          <Tool
            label={say('media.again', { name })}
            icon={<RotateCcw size={16} aria-hidden />}
            run={() => again(key)}
          />
          <Tool
            label={say('media.forget', { name })}
            icon={<X size={16} aria-hidden />}
            run={() => forget(key)}
          />
        </>
      ) : state === 'sending' ? (
        <progress aria-label={say('media.uploading', { name })} value={part} />
      ) : (
        <span className="hint">{say(`media.state.${state}`)}</span>
      )}
    </li>
  );
}
