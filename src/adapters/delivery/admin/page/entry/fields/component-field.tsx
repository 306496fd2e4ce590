import { lazy, useEffect, useRef, useState, type ComponentType } from 'react';
import { useStore } from 'zustand';
import type { Component, ComponentAttribute, Zone } from '../../../../../../domain/schema/schema.js';
import type { WireComponent } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { attributeLabel, frameOf } from '../../ui/attribute-label.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { Later } from '../../ui/later.js';
import { copied, copy, copyOf, isPartlyRead, openCopied, type Copied } from '../component-copy.js';
import { newItem, type Item } from '../component-value.js';
import { newCard } from './cards.js';
import { ItemCard, nameOf, titleOf } from './item-card.js';
import { Outline } from './outline.js';
import { useCards } from './use-cards.js';
import { moved, useReorder } from './use-reorder.js';
import type { ValueProps } from './value-props.js';
import './items.css';

const Palette = lazy(() => import('./palette.js'));

/** From so many components on a dynamic zone has an outline. */
const outlined = 5;

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
  /** The place that a component is chosen for; null: none is. */
  const [choosingAt, setChoosingAt] = useState<number | null>(null);
  /** What gets the focus as soon as it is there. */
  const wanted = useRef<string | null>(null);
  // The page takes no focus before the palette is gone.
  useEffect(() => {
    if (wanted.current === null) return;
    place.current?.querySelector<HTMLElement>(`:scope > ${wanted.current}`)?.focus();
    wanted.current = null;
  });
  const focusOn = (selector: string): void => void (wanted.current = selector);
  const goTo = (at: number): void => {
    open(at, true);
    focusOn(`ol > :nth-child(${at + 1}) > .item-head`);
  };
  const insert = (at: number, item: Item): void => {
    focusOn(`ol > :nth-child(${at + 1}) > .item-head`);
    put(items.toSpliced(at, 0, newItem(item)), cards.toSpliced(at, 0, newCard(true)));
  };
  const add = (at: number): void => {
    if (attribute.kind === 'zone') setChoosingAt(at);
    else insert(at, {});
  };
  const copyAt = (at: number, act: (copied: Copied) => void): void => {
    const item = items[at] ?? {};
    const uid = uidOf(attribute, item);
    act({ uid, item: copyOf(components, uid, item) });
    setSaid(say(isPartlyRead(item) ? 'item.copiedPartly' : 'item.copied', { name: named(item) }));
  };
  const remove = (at: number): void => {
    // The item after it, or the one before it, or what adds one.
    const next = Math.min(at, items.length - 2);
    focusOn(next < 0 ? '.row > .add' : `ol > :nth-child(${next + 1}) > .item-head`);
    put(items.toSpliced(at, 1), cards.toSpliced(at, 1));
  };
  const canMove = isList && !isReadOnly && items.length > 1;
  const row = useReorder(items.length, canMove ? move : undefined);
  const hasNone = attribute.kind === 'zone' && attribute.components.length === 0;
  const isFull = hasNone || (isList ? items.length >= (attribute.max ?? Infinity) : items.length > 0);
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
        {attribute.kind === 'zone' && !path.includes('.') && items.length >= outlined && (
          <Outline name={attributeLabel(attribute)} titles={items.map(named)} goTo={goTo} />
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
                    {...(isList &&
                      !isFull && {
                        insert: () => add(at),
                        duplicate: () => copyAt(at, ({ item: twin }) => insert(at + 1, twin)),
                      })}
                    copy={() => copyAt(at, copy)}
                  />
                )
              );
            })}
          </ol>
        )}
        {!isReadOnly && !isFull && (
          <div className="row">
            <button type="button" className="button add" onClick={() => add(items.length)}>
              {attribute.kind === 'zone'
                ? say('item.another')
                : say('item.add', { name: nameOf(components, attribute.component) })}
            </button>
            <Paste attribute={attribute} paste={(item) => insert(items.length, item)} />
          </div>
        )}
        <Later>
          {choosingAt !== null && attribute.kind === 'zone' && (
            <Palette
              title={say('item.choose', { name: attributeLabel(attribute) })}
              components={attribute.components.flatMap((uid) => findIn(components, uid) ?? [])}
              choose={(uid) => {
                setChoosingAt(null);
                insert(choosingAt, { __component: uid });
              }}
              close={() => setChoosingAt(null)}
            />
          )}
        </Later>
        {!isReadOnly && (
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

interface PasteProps {
  readonly attribute: ComponentAttribute | Zone;
  readonly paste: (item: Item) => void;
}

/** Offers what was copied, where it fits. */
function Paste({ attribute, paste }: PasteProps) {
  const { components, administrator } = useSession();
  const latest = useStore(copied, (state) => state.latest);
  useEffect(() => openCopied(administrator.documentId), [administrator.documentId]);
  const uids = attribute.kind === 'zone' ? attribute.components : [attribute.component];
  const uid = uids.find((one) => one === latest?.uid);
  if (latest === null || uid === undefined) return null;
  const put = (): void => {
    const item = copyOf(components, uid, latest.item);
    paste(attribute.kind === 'zone' ? { ...item, __component: uid } : item);
  };
  return (
    <button type="button" className="button quiet" onClick={put}>
      {say('item.paste', { name: nameOf(components, uid) })}
    </button>
  );
}
