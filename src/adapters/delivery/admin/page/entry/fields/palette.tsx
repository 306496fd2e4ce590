import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Heading,
  Input,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import type { WireComponent } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';

interface Props {
  readonly title: string;
  readonly components: readonly WireComponent[];
  readonly choose: (uid: string) => void;
  readonly close: () => void;
}

/** Finds a component by its name, its category or what is in it. */
export default function Palette({ title, components, choose, close }: Props) {
  const [text, setText] = useState('');
  const words = text.trim().toLocaleLowerCase();
  const found = components.filter(({ displayName, uid, attributes }) =>
    [displayName, uid, ...attributes.map(({ name }) => name)].some((one) =>
      one.toLocaleLowerCase().includes(words),
    ),
  );
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField autoFocus aria-label={say('item.search')}>
              <Input className="input" placeholder={say('item.search')} />
            </SearchField>
            <ListBox
              className="options"
              aria-label={title}
              items={found.map((one) => ({ ...one, id: one.uid }))}
              onAction={(key) => choose(String(key))}
              renderEmptyState={() => <p className="hint">{say('link.nothing')}</p>}
            >
              {({ id, displayName, category, attributes }) => (
                <ListBoxItem id={id} className="option palette-option" textValue={displayName}>
                  <span>{displayName}</span>
                  <span className="hint">
                    {[
                      category,
                      attributes
                        .filter(isShown)
                        .map(({ name }) => name)
                        .join(', '),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const isShown = (attribute: WireComponent['attributes'][number]): boolean =>
  attribute.kind !== 'scalar' || !attribute.system;
