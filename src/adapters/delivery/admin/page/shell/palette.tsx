import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  CalendarClock,
  CircleUser,
  FilePlus,
  FileText,
  House,
  Image,
  Rows3,
  Settings,
  Shapes,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Dialog, Heading, Input, ListBox, ListBoxItem, Modal, ModalOverlay } from 'react-aria-components';
import { Autocomplete, SearchField, useFilter } from 'react-aria-components';
import type { FoundEntry } from '../../contract/found.js';
import { longestSought } from '../../contract/limits.js';
import { say } from '../messages/messages.js';
import { nameOfKeys } from '../messages/names.js';
import { request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { settingsFor } from '../settings/areas.js';
import { actionsNow } from './actions.js';
import { KeyList } from './key-list.js';
import { toolsFor } from './tools.js';

interface Props {
  readonly kind: 'palette' | 'keys';
  readonly close: () => void;
}

/** What opens over a screen: what one can go to and do, or the list of keys. */
export default function Overlay({ kind, close }: Props) {
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()}>
      <Modal className="modal">{kind === 'palette' ? <Choices close={close} /> : <Keys />}</Modal>
    </ModalOverlay>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** What one finds or does there. */
  readonly about?: string | undefined;
  /** What kind of choice it is, or the content-type of an entry. */
  readonly hint?: string;
  readonly key?: string;
  readonly run: () => void;
}

function Choices({ close }: Pick<Props, 'close'>) {
  const [text, setText] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const places = usePlaces();
  const entries = useEntries(text);
  const choices = [...places, ...entries];
  const choose = (id: string): void => {
    const chosen = choices.find((one) => one.id === id);
    close();
    // What it opens takes the focus only once the palette has given it back.
    setTimeout(() => chosen?.run());
  };
  return (
    <Dialog className="dialog" aria-label={say('palette.open')}>
      <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
        <SearchField autoFocus aria-label={say('palette.label')}>
          <Input
            role="combobox"
            aria-expanded
            className="input"
            placeholder={say('palette.label')}
            maxLength={longestSought}
          />
        </SearchField>
        <ListBox
          className="options"
          aria-label={say('palette.open')}
          items={choices}
          onAction={(key) => choose(String(key))}
          renderEmptyState={() => <p className="hint">{say('palette.none')}</p>}
        >
          {({ id, name, icon: Icon, about, hint, key }) => (
            <ListBoxItem id={id} className="option choice-of-all" textValue={name}>
              <Icon size={16} aria-hidden />
              <span>
                <span dir="auto">{name}</span>
                {about !== undefined && (
                  <span className="hint" dir="auto">
                    {about}
                  </span>
                )}
              </span>
              {key !== undefined ? <kbd>{nameOfKeys(key)}</kbd> : <span className="hint">{hint}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

/** For everybody. */
const own = [
  { to: '/', name: 'home.title' },
  { to: '/profile', name: 'profile.title' },
] as const;

const screens = {
  '/': { icon: House, about: 'palette.home' },
  '/profile': { icon: CircleUser, about: 'palette.profile' },
  '/media': { icon: Image, about: 'palette.media' },
  '/releases': { icon: CalendarClock, about: 'palette.releases' },
  '/types': { icon: Shapes, about: 'palette.types' },
  '/settings': { icon: Settings, about: 'palette.settings' },
} as const;

/** What can be done here, the content-types with their new entries, and the screens. */
function usePlaces(): readonly Choice[] {
  const { types, rights } = useSession();
  const navigate = useNavigate();
  // The screen below stays as it is while the palette is open.
  const [here] = useState(actionsNow);
  return [
    ...here.map(({ name, key, run }) => ({ id: `do ${key}`, name, icon: Zap, key, run: () => run?.() })),
    ...types.map(({ uid, displayName, description, kind }) => ({
      id: uid,
      name: displayName,
      icon: kind === 'singleType' ? FileText : Rows3,
      about: description || undefined,
      hint: say('side.content'),
      run: () => void navigate({ to: '/content/$uid', params: { uid }, search: {} }),
    })),
    ...types
      .filter(({ uid, kind }) => kind === 'collectionType' && rights[uid]?.create !== undefined)
      .map(({ uid, displayName }) => ({
        id: `new ${uid}`,
        name: say('entry.new', { type: displayName }),
        icon: FilePlus,
        run: () => void navigate({ to: '/content/$uid/$id', params: { uid, id: 'new' }, search: {} }),
      })),
    ...[...own, ...toolsFor(rights)].map(({ to, name }) => ({
      id: to,
      name: say(name),
      icon: screens[to].icon,
      about: say(screens[to].about),
      run: () => void navigate({ to, search: {} }),
    })),
    ...settingsFor(rights).map(({ to, name, text }) => ({
      id: to,
      name: say(name),
      icon: Settings,
      about: say(text),
      hint: say('settings.title'),
      run: () => void navigate({ to, search: {} }),
    })),
  ];
}

const pauseMs = 150;

/** The entries whose title contains what is typed. */
function useEntries(text: string): readonly Choice[] {
  const { types } = useSession();
  const navigate = useNavigate();
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSought(text.trim()), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    queryKey: ['entries', sought],
    queryFn: async ({ signal }) => {
      const path = `entries?title=${encodeURIComponent(sought)}`;
      return (await request<{ data: readonly FoundEntry[] }>('GET', path, { signal })).data;
    },
    enabled: sought !== '',
    staleTime: 5000,
  });
  return (found.data ?? []).map(({ uid, documentId, label, locale }) => ({
    id: `${uid} ${documentId}`,
    name: label,
    icon: FileText,
    hint: types.find((type) => type.uid === uid)?.displayName ?? uid,
    run: () =>
      void navigate({
        to: '/content/$uid/$id',
        params: { uid, id: documentId },
        search: locale === null ? {} : { locale },
      }),
  }));
}

const Keys = () => (
  <Dialog className="dialog">
    <Heading slot="title" level={2}>
      {say('keys.title')}
    </Heading>
    <KeyList />
  </Dialog>
);
