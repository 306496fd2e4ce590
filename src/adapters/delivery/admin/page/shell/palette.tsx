import { useNavigate } from '@tanstack/react-router';
import { Dialog, Heading, Input, ListBox, ListBoxItem, Modal, ModalOverlay } from 'react-aria-components';
import { Autocomplete, SearchField, useFilter } from 'react-aria-components';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { KeyList } from './key-list.js';
import { toolsFor } from './tools.js';

interface Props {
  readonly kind: 'palette' | 'keys';
  readonly close: () => void;
}

/** What opens over a screen: the list of places to go to, or the list of keys. */
export default function Overlay({ kind, close }: Props) {
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()}>
      <Modal className="modal">{kind === 'palette' ? <Places close={close} /> : <Keys />}</Modal>
    </ModalOverlay>
  );
}

/** For everybody. */
const own = [
  { to: '/', name: 'home.title' },
  { to: '/profile', name: 'profile.title' },
] as const;

function Places({ close }: { readonly close: () => void }) {
  const { types, rights } = useSession();
  const tools = [...own, ...toolsFor(rights)];
  const { contains } = useFilter({ sensitivity: 'base' });
  const navigate = useNavigate();
  const places = [
    ...types.map(({ uid, displayName }) => ({ id: uid, name: displayName })),
    ...tools.map(({ to, name }) => ({ id: to, name: say(name) })),
  ];
  const go = (uid: string): void => {
    close();
    const tool = tools.find(({ to }) => to === uid);
    if (tool) return void navigate({ to: tool.to, search: {} });
    void navigate({ to: '/content/$uid', params: { uid }, search: {} });
  };
  return (
    <Dialog className="dialog" aria-label={say('palette.open')}>
      <Autocomplete filter={contains}>
        <SearchField autoFocus aria-label={say('palette.label')}>
          <Input className="input" placeholder={say('palette.label')} />
        </SearchField>
        <ListBox
          className="options"
          aria-label={say('side.content')}
          items={places}
          onAction={(key) => go(String(key))}
          renderEmptyState={() => <p className="hint">{say('palette.none')}</p>}
        >
          {({ id, name }) => (
            <ListBoxItem id={id} className="option" textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

const Keys = () => (
  <Dialog className="dialog">
    <Heading slot="title" level={2}>
      {say('keys.title')}
    </Heading>
    <KeyList />
  </Dialog>
);
