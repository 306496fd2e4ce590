import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import type { Component, ComponentAttribute, Json, Zone } from '../../../../../../domain/schema/schema.js';
import type { WireComponent } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Tool } from '../../ui/tool.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { NestedField } from './nested-field.js';
import type { ValueProps } from './value-props.js';

type Item = Readonly<Record<string, Json>>;

const itemsIn = (value: Json): readonly Item[] =>
  (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly Item[];

interface Props extends ValueProps<ComponentAttribute | Zone> {
  /** The editor of the values inside. */
  readonly field: ComponentType<ValueProps>;
}

/** Items of a component or a dynamic zone as folded cards, in their order. */
export function ComponentField(props: Props) {
  const { attribute, value, change, path, faults, isReadOnly, field } = props;
  const items = itemsIn(value);
  const isList = attribute.kind === 'zone' || attribute.repeatable;
  /** Which cards are open, by place. */
  const [open, setOpen] = useState<readonly boolean[]>([]);
  const write = (next: readonly Item[]): void => change(isList ? next : (next[0] ?? null));
  const move = (from: number, to: number): void => {
    write(items.toSpliced(from, 1).toSpliced(to, 0, items[from] ?? {}));
    const flags = items.map((_, at) => open[at] ?? false);
    setOpen(flags.toSpliced(from, 1).toSpliced(to, 0, flags[from] ?? false));
  };
  const set = (at: number, isOpen: boolean): void =>
    setOpen(
      Array.from({ length: Math.max(open.length, at + 1) }, (_, one) =>
        one === at ? isOpen : (open[one] ?? false),
      ),
    );
  const isFull = isList ? items.length >= (attribute.max ?? Infinity) : items.length > 0;
  return (
    <FieldFrame id={path} label={attribute.name} isRequired={attribute.required} fault={faults[path]} isGroup>
      <div className="items">
        {items.map((item, at) => (
          <ItemCard
            // Items get their ids when they are saved, and stay where they are.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            uid={uidOf(attribute, item)}
            item={item}
            path={isList ? `${path}.${at}` : path}
            faults={faults}
            isReadOnly={isReadOnly}
            field={field}
            isOpen={open[at] ?? false}
            setOpen={(isOpen) => set(at, isOpen)}
            change={(next) => write(items.with(at, next))}
            remove={() => {
              write(items.toSpliced(at, 1));
              setOpen(open.toSpliced(at, 1));
            }}
            {...(isList && at > 0 && { up: () => move(at, at - 1) })}
            {...(isList && at < items.length - 1 && { down: () => move(at, at + 1) })}
          />
        ))}
        {!isReadOnly && !isFull && (
          <Add
            attribute={attribute}
            add={(item) => {
              write([...items, item]);
              set(items.length, true);
            }}
          />
        )}
      </div>
    </FieldFrame>
  );
}

function uidOf(attribute: ComponentAttribute | Zone, { __component: uid }: Item): string {
  if (attribute.kind === 'component') return attribute.component;
  return typeof uid === 'string' ? uid : '';
}

interface AddProps {
  readonly attribute: ComponentAttribute | Zone;
  readonly add: (item: Item) => void;
}

function Add({ attribute, add }: AddProps) {
  const { components } = useSession();
  const named = (uid: string): string => nameOf(components, uid);
  if (attribute.kind === 'component') {
    return (
      <button type="button" className="button" onClick={() => add({})}>
        {say('item.add', { name: named(attribute.component) })}
      </button>
    );
  }
  return (
    <select
      className="input add"
      aria-label={say('item.choose', { name: attribute.name })}
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

const nameOf = (components: readonly WireComponent[], uid: string): string =>
  components.find((one) => one.uid === uid)?.displayName ?? uid;

interface CardProps extends Pick<Props, 'path' | 'faults' | 'isReadOnly' | 'field'> {
  readonly uid: Component['uid'];
  readonly item: Item;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly change: (item: Item) => void;
  readonly remove: () => void;
  readonly up?: () => void;
  readonly down?: () => void;
}

function ItemCard({
  uid,
  item,
  path,
  faults,
  isReadOnly,
  isOpen,
  setOpen,
  change,
  remove,
  up,
  down,
  field: Field,
}: CardProps) {
  const { components } = useSession();
  const component = components.find((one) => one.uid === uid);
  const hasFault = Object.keys(faults).some((one) => one.startsWith(`${path}.`));
  const name = nameOf(components, uid);
  const title = titleOf(component, item);
  return (
    <div className="item">
      {!isReadOnly && (
        <div className="row item-actions">
          {up && <Tool label={say('item.up', { name })} icon={<ArrowUp size={16} aria-hidden />} run={up} />}
          {down && (
            <Tool label={say('item.down', { name })} icon={<ArrowDown size={16} aria-hidden />} run={down} />
          )}
          <Tool
            label={say('item.remove', { name: `${name} ${title}`.trim() })}
            icon={<Trash2 size={16} aria-hidden />}
            run={remove}
          />
        </div>
      )}
      <details open={isOpen || hasFault} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="item-name">{name}</span> <span dir="auto">{title}</span>
        </summary>
        <div className="fields">
          {component?.attributes.map((attribute) => {
            if (attribute.kind === 'scalar' && attribute.system) return null;
            const value = item[attribute.name] ?? null;
            const write = (next: Json): void => change({ ...item, [attribute.name]: next });
            const inside = `${path}.${attribute.name}`;
            const shared = { value, change: write, path: inside, faults, isReadOnly };
            if (attribute.kind === 'relation') {
              // What nobody may follow is not read.
              const isUnread = item[attribute.name] === undefined && item['id'] !== undefined;
              if (attribute.place.kind === 'translations' || isUnread) return null;
              return <NestedField key={attribute.name} attribute={attribute} component={uid} {...shared} />;
            }
            return <Field key={attribute.name} attribute={attribute} {...shared} />;
          })}
        </div>
      </details>
    </div>
  );
}

/** The first text of an item. */
function titleOf(component: WireComponent | undefined, item: Item): string {
  const texts = component?.attributes.filter(({ kind }) => kind === 'scalar') ?? [];
  const text = texts.map(({ name }) => item[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? text.slice(0, 80) : '';
}
