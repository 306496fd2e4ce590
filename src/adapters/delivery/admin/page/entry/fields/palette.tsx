import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { WireComponent } from '../../../contract/types.js';
import { joinNames, say } from '../../messages/messages.js';
import { SearchDialog } from '../../ui/search-dialog.js';
import { ComponentIcon } from './component-icon.js';

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
  const found = components.filter(({ displayName, uid, description = '', attributes }) =>
    [displayName, uid, description, ...attributes.map(({ name }) => name)].some((one) =>
      one.toLocaleLowerCase().includes(words),
    ),
  );
  return (
    <SearchDialog title={title} label={say('item.search')} text={text} type={setText} close={close}>
      <ListBox
        className="options"
        aria-label={title}
        items={found.map((one) => ({ ...one, id: one.uid }))}
        onAction={(key) => choose(String(key))}
        renderEmptyState={() => <p className="hint">{say('link.nothing')}</p>}
      >
        {({ id, displayName, category, attributes, description, icon }) => (
          <ListBoxItem id={id} className="option palette-option" textValue={displayName}>
            <ComponentIcon name={icon} />
            <span>{displayName}</span>
            {description !== undefined && <span dir="auto">{description}</span>}
            <span className="hint">
              {[category, joinNames(attributes.filter(isShown).map(({ name }) => name))]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </SearchDialog>
  );
}

const isShown = (attribute: WireComponent['attributes'][number]): boolean =>
  attribute.kind !== 'scalar' || !attribute.system;
