import { useEffect, useMemo, useRef, useState } from 'react';
import type { MediaFile } from '../../contract/media.js';
import { areas } from '../../contract/areas.js';
import { formatTime, say } from '../messages/messages.js';
import { ApiFailure, request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { useKeys } from '../shell/keys.js';
import { described, FieldFrame } from '../ui/field-frame.js';

const names = ['name', 'alternativeText', 'caption'] as const;
type Name = (typeof names)[number];

interface Props {
  readonly file: MediaFile;
  readonly take: (file: MediaFile) => void;
}

/** The texts of a file. They are saved when a field is left, and when the panel is closed. */
export function Description({ file, take }: Props) {
  const held = useSession().rights[areas.media]?.update;
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [fault, setFault] = useState<string | null>(null);
  const [state, setState] = useState('');
  const save = async (): Promise<void> => {
    const changes = names.filter((name) => typed[name] !== undefined && typed[name] !== (file[name] ?? ''));
    if (changes.length === 0) return;
    setState(say('save.saving'));
    try {
      const body = Object.fromEntries(changes.map((name) => [name, typed[name] || null]));
      const { data } = await request<{ data: MediaFile }>('PATCH', `media/${file.documentId}`, { body });
      setTyped((now) => withoutSaved(now, typed));
      setFault(null);
      setState(say('save.saved', { time: formatTime(Date.now()) }));
      take(data);
    } catch (error) {
      setState('');
      setFault(error instanceof ApiFailure && error.status > 0 ? error.message : say('failure.offline.text'));
    }
  };
  const last = useRef(save);
  last.current = save;
  useEffect(() => () => void last.current(), []);
  useKeys(useMemo(() => ({ 'Mod+s': () => void last.current() }), []));
  const mayWrite = (name: Name): boolean => held !== undefined && (held.fields?.includes(name) ?? true);
  return (
    <div className="fields">
      {names.map((name) => {
        const id = `file-${name}`;
        const Control = name === 'name' ? 'input' : 'textarea';
        const isPicture = file.mime.startsWith('image/');
        const hint = name === 'alternativeText' && isPicture ? say('media.alternativeText.hint') : undefined;
        const shownFault = fault !== null && typed[name] !== undefined ? fault : undefined;
        return (
          <FieldFrame key={name} id={id} label={say(`media.${name}`)} hint={hint} fault={shownFault}>
            <Control
              id={id}
              className="input"
              dir="auto"
              rows={2}
              maxLength={name === 'name' ? 255 : undefined}
              readOnly={!mayWrite(name)}
              value={typed[name] ?? file[name] ?? ''}
              {...described(id, hint, shownFault)}
              onChange={({ target }: { target: { value: string } }) =>
                setTyped((now) => ({ ...now, [name]: target.value }))
              }
              onBlur={() => void save()}
            />
          </FieldFrame>
        );
      })}
      <p className="hint" role="status">
        {held === undefined ? say('media.readOnly') : state}
      </p>
    </div>
  );
}

const withoutSaved = (
  now: Partial<Record<Name, string>>,
  saved: Partial<Record<Name, string>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(now).filter(([name, text]) => saved[name as Name] !== text));
