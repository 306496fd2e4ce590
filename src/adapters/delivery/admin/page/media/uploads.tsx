import { useRef, useState } from 'react';
import { RotateCcw, X } from 'lucide-react';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { ApiFailure, sendFile } from '../session/api.js';
import { Tool } from '../ui/tool.js';

interface Sending {
  readonly key: number;
  readonly file: File;
  /** Where it goes; undefined: to the top. */
  readonly folder: string | undefined;
  readonly state: 'waiting' | 'sending' | 'done' | 'refused';
  /** From 0 to 1. */
  readonly part: number;
  /** Why it was refused. */
  readonly message: string;
}

export interface Uploads {
  readonly sendings: readonly Sending[];
  send(files: readonly File[]): void;
  again(key: number): void;
  forget(key?: number): void;
}

const pathTo = (folder: string | undefined): string =>
  folder === undefined ? 'media' : `media?folder=${encodeURIComponent(folder)}`;

/** How many files are sent at the same time. */
const lanes = 2;

/** Sends files one after the other, and keeps what became of each. */
export function useUploads(
  folder: string | undefined,
  received: (files: readonly MediaFile[]) => void,
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
      mark(key, { state: 'done', part: 1 });
      take.current(files);
    } catch (error) {
      mark(key, { state: 'refused', message: messageOf(error) });
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
        return { key: state.current.next, file, folder, state: 'waiting', part: 0, message: '' };
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
    forget: (key) =>
      setSendings((all) => all.filter((one) => (key === undefined ? isOpen(one) : one.key !== key))),
  };
}

const isOpen = ({ state }: Sending): boolean => state === 'waiting' || state === 'sending';

const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiFailure)) return String(error);
  return error.status === 0 ? say('failure.offline.text') : error.message;
};

/** The files that are sent or were refused, each with its progress or the reason. */
export function UploadList({ uploads: { sendings, again, forget } }: { readonly uploads: Uploads }) {
  const done = sendings.filter(({ state }) => state === 'done').length;
  const refused = sendings.filter(({ state }) => state === 'refused').length;
  return (
    <>
      <p className="hidden" role="status">
        {sendings.length > 0 && say('media.sent', { done, all: sendings.length, refused })}
      </p>
      {sendings.length > 0 && (
        <section className="uploads" aria-label={say('media.uploads')}>
          <div className="uploads-head">
            <h2>{say('media.sent', { done, all: sendings.length, refused })}</h2>
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
