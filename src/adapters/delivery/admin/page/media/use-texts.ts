import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MediaFile } from '../../contract/media.js';
import { areas } from '../../contract/areas.js';
import { formatTime, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { reasonOf } from '../settings/use-action.js';

export type TextName = 'name' | 'alternativeText' | 'caption';
type Typed = Partial<Record<TextName, string>>;

/** What is said of a file, and what is typed of it. */
export interface Texts {
  /** What a field shows. */
  shown(name: TextName): string;
  type(name: TextName, text: string): void;
  /** Saves what is typed. */
  save(): Promise<void>;
  /** Changes the file at once; resolves to whether that was done. */
  change(body: Partial<Pick<MediaFile, 'alternativeText' | 'focalPoint' | 'folder'>>): Promise<boolean>;
  mayWrite(name: TextName | 'focalPoint'): boolean;
  /** Why the last change of a field was refused, while it is not saved. */
  faultOf(name: TextName): ReactNode;
  readonly fault: ReactNode;
  /** What became of the last change, in words. */
  readonly state: string;
}

/** Keeps what is typed of a file. It is saved when a field is left, and when the screen of it is closed. */
export function useTexts(file: MediaFile, take: (file: MediaFile) => void): Texts {
  const held = useSession().rights[areas.media]?.update;
  const [typed, setTyped] = useState<Typed>({});
  const [fault, setFault] = useState<ReactNode>();
  const [state, setState] = useState('');
  /** One change after the other, so that the last one is what stays. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const send = (body: object): Promise<boolean> => {
    const sent = queue.current.then(() => sendNow(body));
    queue.current = sent;
    return sent;
  };
  const sendNow = async (body: object): Promise<boolean> => {
    setState(say('save.saving'));
    try {
      const { data } = await request<{ data: MediaFile }>('PATCH', `media/${file.documentId}`, { body });
      setFault(undefined);
      setState(say('save.saved', { time: formatTime(Date.now()) }));
      take(data);
      return true;
    } catch (error) {
      setState('');
      setFault(reasonOf(error));
      return false;
    }
  };
  const save = async (): Promise<void> => {
    const changes = Object.entries(typed).filter(([name, text]) => text !== (file[name as TextName] ?? ''));
    if (changes.length === 0) return;
    const body = Object.fromEntries(changes.map(([name, text]) => [name, valueOf(name, text)]));
    if (await send(body)) setTyped((now) => withoutSaved(now, typed));
  };
  const last = useRef(save);
  last.current = save;
  useEffect(() => () => void last.current(), []);
  return {
    shown: (name) => typed[name] ?? file[name] ?? '',
    type: (name, text) => setTyped((now) => ({ ...now, [name]: text })),
    save,
    change: send,
    mayWrite: (name) => file.mayUpdate && held !== undefined && (held.fields?.includes(name) ?? true),
    faultOf: (name) => (typed[name] === undefined ? undefined : fault),
    fault,
    state,
  };
}

/** Only the answer that a picture is decoration is an empty text. With an empty name a file keeps the one that it has. */
const valueOf = (name: string, text: string): string | null => (name === 'name' ? text.trim() : text || null);

const withoutSaved = (now: Typed, saved: Typed): Typed =>
  Object.fromEntries(Object.entries(now).filter(([name, text]) => saved[name as TextName] !== text));
