import { useRef, useState, type ComponentType } from 'react';
import type { Component, ComponentAttribute, Zone } from '../../../../../../domain/schema/schema.js';
import type { WireComponent } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { attributeLabel, frameOf } from '../../ui/attribute-label.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { newItem, type Item } from '../component-value.js';
import { newCard } from './cards.js';
import { ItemCard, nameOf, titleOf } from './item-card.js';
import { useCards } from './use-cards.js';
import { moved, useReorder } from './use-reorder.js';
import type { ValueProps } from './value-props.js';
import './items.css';

interface Props extends ValueProps<ComponentAttribute | Zone> {
  /** The editor of the values inside. */
  readonly field: ComponentType<ValueProps>;
}

/** Items of a component or a dynamic zone as cards, in their order. */
export function ComponentField(props: Props) {
  const { attribute, value, change, path, faults, isReadOnly, field } = props;
  const { components } = useSession();
  const isList = attribute.kind === 'zone' || attribute.repeatable;
  const { items, cards, put, open, openAll } = useCards({ value, isList, path, faults, change });
  const [said, setSaid] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const named = (item: Item): string => {
    const uid = uidOf(attribute, item);
    return `${nameOf(components, uid)} ${titleOf(findIn(components, uid), item)}`.trim();
  };
  const move = (from: number, to: number): void => {
    put(moved(items, from, to), moved(cards, from, to));
    setSaid(say('item.moved', { name: named(items[from] ?? {}), place: to + 1, count: items.length }));
  };
  const remove = (at: number): void => {
    put(items.toSpliced(at, 1), cards.toSpliced(at, 1));
    // The item after it, or the one before it, or what adds one.
    const next = Math.min(at, items.length - 2);
    requestAnimationFrame(() =>
      place.current
        ?.querySelector<HTMLElement>(
          next < 0 ? ':scope > .add' : `:scope > ol > :nth-child(${next + 1}) > .item-head`,
        )
        ?.focus(),
    );
  };
  const canMove = isList && !isReadOnly && items.length > 1;
  const row = useReorder(items.length, canMove ? move : undefined);
  const isFull = isList ? items.length >= (attribute.max ?? Infinity) : items.length > 0;
  return (
    <FieldFrame id={path} {...frameOf(attribute)} fault={faults[path]} isGroup>
      <div className="items" ref={place}>
        {items.length > 1 && (
          <div className="row items-tools">
            <button type="button" className="button quiet" onClick={() => openAll(true)}>
              {say('item.unfoldAll')}
            </button>
            <button type="button" className="button quiet" onClick={() => openAll(false)}>
              {say('item.foldAll')}
            </button>
          </div>
        )}
        {items.length > 0 && (
          <ol>
            {items.map((item, at) => {
              const card = cards[at];
              return (
                card && (
                  <ItemCard
                    key={card.key}
                    uid={uidOf(attribute, item)}
                    item={item}
                    path={isList ? `${path}.${at}` : path}
                    faults={faults}
                    isReadOnly={isReadOnly}
                    field={field}
                    isOpen={card.isOpen}
                    setOpen={(isOpen) => open(at, isOpen)}
                    row={row(at, !card.isOpen)}
                    change={(next) => put(items.with(at, next), cards)}
                    remove={() => remove(at)}
                    at={at}
                    count={items.length}
                    {...(canMove && { move: (to: number) => move(at, to) })}
                  />
                )
              );
            })}
          </ol>
        )}
        {!isReadOnly && !isFull && (
          <Add
            attribute={attribute}
            add={(item) => put([...items, newItem(item)], [...cards, newCard(true)])}
          />
        )}
        {canMove && (
          <p className="hidden" role="status">
            {said}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}

function uidOf(attribute: ComponentAttribute | Zone, { __component: uid }: Item): Component['uid'] {
  if (attribute.kind === 'component') return attribute.component;
  return typeof uid === 'string' ? uid : '';
}

const findIn = (components: readonly WireComponent[], uid: string): WireComponent | undefined =>
  components.find((one) => one.uid === uid);

interface AddProps {
  readonly attribute: ComponentAttribute | Zone;
  readonly add: (item: Item) => void;
}

function Add({ attribute, add }: AddProps) {
  const { components } = useSession();
  const named = (uid: string): string => nameOf(components, uid);
  if (attribute.kind === 'component') {
    return (
      <button type="button" className="button add" onClick={() => add({})}>
        {say('item.add', { name: named(attribute.component) })}
      </button>
    );
  }
  return (
    <select
      className="input add"
      aria-label={say('item.choose', { name: attributeLabel(attribute) })}
      value=""
      onChange={({ target }) => target.value && add({ __component: target.value })}
    >
      <option value="">{say('item.another')}</option>
      {attribute.components.map((uid) => (
        <option key={uid} value={uid}>
          {named(uid)}
        </option>
      ))}
    </select>
  );
}
