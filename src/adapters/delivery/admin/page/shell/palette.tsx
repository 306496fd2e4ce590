import { useNavigate } from '@tanstack/react-router';
import { Dialog, Heading, Input, ListBox, ListBoxItem, Modal, ModalOverlay } from 'react-aria-components';
import { Autocomplete, SearchField, useFilter } from 'react-aria-components';
import { say, type MessageId } from '../messages/messages.js';
import { useSession } from '../session/session.js';

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

function Places({ close }: { readonly close: () => void }) {
  const { types } = useSession();
  const { contains } = useFilter({ sensitivity: 'base' });
  const navigate = useNavigate();
  const go = (uid: string): void => {
    close();
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
          items={types.map((type) => ({ ...type, id: type.uid }))}
          onAction={(key) => go(String(key))}
          renderEmptyState={() => <p className="hint">{say('palette.none')}</p>}
        >
          {({ id, displayName }) => (
            <ListBoxItem id={id} className="option" textValue={displayName}>
              {displayName}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

const keys: readonly (readonly [string, MessageId])[] = [
  ['Ctrl K', 'keys.palette'],
  ['/', 'keys.search'],
  ['c', 'keys.new'],
  ['Ctrl S', 'keys.save'],
  ['Ctrl Enter', 'keys.publish'],
  ['?', 'keys.help'],
];

const Keys = () => (
  <Dialog className="dialog">
    <Heading slot="title" level={2}>
      {say('keys.title')}
    </Heading>
    <ul>
      {keys.map(([key, text]) => (
        <li className="option" key={key}>
          {say(text)} <kbd>{key}</kbd>
        </li>
      ))}
    </ul>
  </Dialog>
);
