import type { ComponentType, HTMLAttributes } from 'react';
import type { Component, Json } from '../../../../../../domain/schema/schema.js';
import type { NestedPart } from '../../../contract/links.js';
import type { WireComponent } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Menu } from '../../ui/menu.js';
import type { Item } from '../component-value.js';
import { ItemLaid } from '../layout/laid-field.js';
import { tabsOf } from '../layout/tabs-of.js';
import { faultsAt } from './cards.js';
import { NestedField } from './nested-field.js';
import type { ValueProps } from './value-props.js';

interface Props extends Pick<ValueProps, 'path' | 'faults' | 'isReadOnly'> {
  readonly uid: Component['uid'];
  readonly item: Item;
  readonly at: number;
  readonly count: number;
  /** The editor of the values inside. */
  readonly field: ComponentType<ValueProps>;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** What makes the card a row that moves. */
  readonly row: HTMLAttributes<HTMLLIElement>;
  readonly change: (item: Item) => void;
  readonly remove: () => void;
  readonly move?: (to: number) => void;
  /** Adds another one above it. */
  readonly insert?: () => void;
  readonly duplicate?: () => void;
  readonly copy: () => void;
}

/** One component: a line that says which one it is, and when unfolded its fields. */
export function ItemCard({ row, setOpen, ...props }: Props) {
  const { uid, item, path, faults, isReadOnly, isOpen } = props;
  const { components } = useSession();
  const component = components.find((one) => one.uid === uid);
  const wrong = faultsAt(faults, path);
  const name = nameOf(components, uid);
  const title = titleOf(component, item);
  return (
    <li className="item" {...row}>
      <button
        type="button"
        className="item-head"
        id={path}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${path}-inside` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="item-name">{name}</span>
        <span className="item-title" dir="auto">
          {title}
        </span>
        {wrong > 0 && <span className="fault">{say('item.faults', { count: wrong })}</span>}
      </button>
      {!isReadOnly && <ItemMenu {...props} name={`${name} ${title}`.trim()} />}
      {isOpen && component && <Inside {...props} component={component} />}
    </li>
  );
}

function ItemMenu({ at, count, move, remove, insert, duplicate, copy, name }: MenuProps) {
  const places = [
    ['item.up', at - 1],
    ['item.down', at + 1],
    ['item.first', 0],
    ['item.last', count - 1],
  ] as const;
  return (
    <Menu label={say('item.more', { name })}>
      {(close) => (
        <>
          {move &&
            places.map(([id, to]) => (
              <button
                key={id}
                type="button"
                className="button quiet"
                disabled={to < 0 || to >= count || to === at}
                onClick={() => {
                  close();
                  move(to);
                }}
              >
                {say(id)}
              </button>
            ))}
          {[
            ['item.insert', insert] as const,
            ['item.duplicate', duplicate] as const,
            ['item.copy', copy] as const,
          ].map(
            ([id, act]) =>
              act && (
                <button
                  key={id}
                  type="button"
                  className="button quiet"
                  onClick={() => {
                    close();
                    act();
                  }}
                >
                  {say(id)}
                </button>
              ),
          )}
          <button type="button" className="button quiet danger" onClick={remove}>
            {say('item.remove')}
          </button>
        </>
      )}
    </Menu>
  );
}

interface MenuProps extends Pick<
  Props,
  'at' | 'count' | 'move' | 'remove' | 'insert' | 'duplicate' | 'copy'
> {
  readonly name: string;
}

type InsideProps = Pick<Props, 'item' | 'path' | 'faults' | 'isReadOnly' | 'field' | 'change'> & {
  readonly component: WireComponent;
};

function Inside({ component, item, path, faults, isReadOnly, field: Field, change }: InsideProps) {
  const shown = tabsOf(component.attributes, component.layout).flatMap(({ attributes }) => attributes);
  return (
    <div className={component.layout === undefined ? 'fields' : 'fields in-rows'} id={`${path}-inside`}>
      {shown.map((attribute) => {
        const value = item[attribute.name] ?? null;
        const write = (next: Json): void => change({ ...item, [attribute.name]: next });
        const inside = `${path}.${attribute.name}`;
        const shared = {
          value,
          change: write,
          path: inside,
          faults,
          isReadOnly: isReadOnly || attribute.layout?.readOnly === true,
        };
        if (attribute.kind === 'relation') {
          // What nobody may follow is not read.
          const isUnread = item[attribute.name] === undefined && item['id'] !== undefined;
          if (isUnread) return null;
        }
        return (
          <ItemLaid
            key={attribute.name}
            attribute={attribute}
            attributes={component.attributes}
            item={item}
            hasFault={faultsAt(faults, inside) > 0}
          >
            {attribute.kind === 'relation' ? (
              <NestedField attribute={attribute} component={component.uid} {...shared} />
            ) : (
              <Field attribute={attribute} {...shared} />
            )}
          </ItemLaid>
        );
      })}
    </div>
  );
}

export const nameOf = (components: readonly WireComponent[], uid: string): string =>
  components.find((one) => one.uid === uid)?.displayName ?? uid;

const texts: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'email', 'uid', 'enumeration']);

/** The text that the layout names, else the first text of an item, else the first document or file that it links to. */
export function titleOf(component: WireComponent | undefined, item: Item): string {
  const attributes = component?.attributes ?? [];
  const chosen = component?.layout?.title === undefined ? undefined : item[component.layout.title];
  const said = attributes
    .filter((one) => one.kind === 'scalar' && texts.has(one.type))
    .map(({ name }) => item[name]);
  const linked = attributes
    .filter(({ kind }) => kind === 'relation')
    .map(({ name }) => (item[name] as NestedPart | null | undefined)?.items?.[0]?.label);
  const title = [chosen, ...said, ...linked].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof title === 'string' ? title.slice(0, 80) : '';
}
