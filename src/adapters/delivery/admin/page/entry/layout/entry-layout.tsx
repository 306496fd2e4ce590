import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { memo, useMemo, type ReactNode } from 'react';
import type { Attribute } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import { Tabs } from '../../ui/tabs.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { AttributeField } from '../fields/attribute-field.js';
import { faultsAt } from '../fields/cards.js';
import { EntryLaid } from './laid-field.js';
import { tabsOf, type Tab } from './tabs-of.js';
import './layout.css';

const route = getRouteApi('/content/$uid/$id');

interface Props {
  /** Shows the attributes of one tab. */
  readonly children: (attributes: readonly Attribute[]) => ReactNode;
}

/** The attributes of an entry in the tabs of its layout, if it has some. */
export function EntryLayout({ children }: Props) {
  const { type } = useOpenEntry();
  const { tab: initial } = route.useSearch();
  const navigate = useNavigate();
  const tabs = useMemo(() => tabsOf(type.attributes, type.layout), [type]);
  const [first] = tabs;
  if (first !== undefined && tabs.length === 1 && first.label === undefined)
    return children(first.attributes);
  return (
    <Tabs
      label={say('layout.tabs')}
      initial={initial}
      opened={(tab) =>
        void navigate({
          to: '.',
          search: (now: Readonly<Record<string, unknown>>) => ({ ...now, tab }),
          replace: true,
        })
      }
      tabs={tabs.map((tab) => ({
        label: tab.label ?? '',
        holds: tab.attributes.map(({ name }) => name),
        note: <FaultCount tab={tab} />,
        panel: (
          <>
            {tab.help !== undefined && (
              <p className="tab-help">
                <span dir="auto">{tab.help}</span>
              </p>
            )}
            {children(tab.attributes)}
            <p className="hint tab-empty">{say('layout.empty')}</p>
          </>
        ),
      }))}
    />
  );
}

function FaultCount({ tab }: { readonly tab: Tab }) {
  const count = useEntry(({ faults }) =>
    tab.attributes.reduce((sum, { name }) => sum + faultsAt(faults, name), 0),
  );
  return count > 0 && <span className="fault">{say('item.faults', { count })}</span>;
}

/** The fields of some attributes, in rows if there is a layout. */
export const EntryFields = memo(function EntryFields({
  attributes,
}: {
  readonly attributes: readonly Attribute[];
}) {
  const { type } = useOpenEntry();
  return (
    <div className={type.layout === undefined ? 'fields' : 'fields in-rows'}>
      {attributes.map((attribute) => (
        <EntryLaid key={attribute.name} attribute={attribute}>
          <AttributeField attribute={attribute} />
        </EntryLaid>
      ))}
    </div>
  );
});
