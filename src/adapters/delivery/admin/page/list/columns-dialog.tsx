import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { Attribute } from '../../../../../domain/schema/schema.js';
import { say } from '../messages/messages.js';
import { densities, type Density } from '../../contract/looks.js';
import { Dialog } from '../ui/dialog.js';
import { Tool } from '../ui/tool.js';
import { isSortable, type Column } from './columns.js';
import { attributeLabel } from '../ui/attribute-label.js';
import { sortKeysOf, sortOf, usualSort, type ChooseColumns } from './list-search.js';
import { SortFields } from './sort-fields.js';

interface Props {
  readonly possible: readonly Column[];
  readonly shown: readonly Column[];
  readonly density: Density | undefined;
  readonly sort: string | undefined;
  /** What names an entry; undefined if it cannot be sorted by. */
  readonly label: Attribute | undefined;
  readonly choose: ChooseColumns;
  readonly close: () => void;
}

/** Chooses the columns after the first, and their order. */
export default function ColumnsDialog({
  possible,
  shown,
  density,
  sort,
  label: naming,
  choose,
  close,
}: Props) {
  const own = possible.filter(({ through }) => through === undefined);
  const [order, setOrder] = useState(() => [...shown, ...own.filter((one) => !shown.includes(one))]);
  const left = possible.filter((one) => one.through !== undefined && !order.includes(one));
  const relations = new Set(left.map(({ through }) => through?.name ?? ''));
  const [related, setRelated] = useState('');
  const added = left.find(({ name }) => name === related);
  const add = (column: Column): void => {
    setOrder([column, ...order]);
    toggle(column.name, true);
    setRelated('');
  };
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown.map(({ name }) => name)));
  const [room, setRoom] = useState(density);
  const [keys, setKeys] = useState(() => sortKeysOf(sort));
  const sortable = [
    ...(naming === undefined ? [] : [{ name: naming.name, label: naming.name }]),
    ...possible.filter(isSortable),
  ];
  const move = (at: number, by: -1 | 1): void => {
    if (order[at + by] === undefined) return;
    const next = [...order];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    setOrder(next);
  };
  const toggle = (name: string, isOn: boolean): void =>
    setChosen(new Set(isOn ? [...chosen, name] : [...chosen].filter((one) => one !== name)));
  const names = order.map(({ name }) => name).filter((name) => chosen.has(name));
  return (
    <Dialog title={say('columns.title')} close={close}>
      {(dismiss) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            dismiss();
            // The usual order stays the usual one.
            const chosen = sortOf(keys);
            choose(names, { density: room, sort: chosen === usualSort ? undefined : chosen });
          }}
        >
          <ul className="columns">
            {order.map(({ name, label }, at) => (
              <li key={name}>
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={chosen.has(name)}
                    onChange={({ target }) => toggle(name, target.checked)}
                  />
                  {label}
                </label>
                <Tool
                  label={say('link.up', { label })}
                  icon={<ArrowUp size={16} aria-hidden />}
                  run={() => move(at, -1)}
                />
                <Tool
                  label={say('link.down', { label })}
                  icon={<ArrowDown size={16} aria-hidden />}
                  run={() => move(at, 1)}
                />
              </li>
            ))}
          </ul>
          {left.length > 0 && (
            <div className="field">
              <label htmlFor="related-column">{say('columns.related')}</label>
              <div className="adding">
                <select
                  id="related-column"
                  className="input"
                  value={related}
                  onChange={({ target }) => setRelated(target.value)}
                >
                  <option value="">{say('columns.related.choose')}</option>
                  {[...relations].map((relation) => (
                    <optgroup key={relation} label={relation}>
                      {left
                        .filter(({ through }) => through?.name === relation)
                        .map(({ name, attribute }) => (
                          <option key={name} value={name}>
                            {attribute === undefined ? name : attributeLabel(attribute)}
                          </option>
                        ))}
                    </optgroup>
                  ))}
                </select>
                <button
                  type="button"
                  className="button"
                  disabled={added === undefined}
                  onClick={() => added && add(added)}
                >
                  {say('columns.related.add')}
                </button>
              </div>
            </div>
          )}
          <SortFields choices={sortable} keys={keys} change={setKeys} />
          <div className="field">
            <label htmlFor="list-density">{say('density')}</label>
            <select
              id="list-density"
              className="input"
              value={room ?? ''}
              onChange={({ target }) => setRoom(densities.find((one) => one === target.value))}
            >
              <option value="">{say('density.own')}</option>
              {densities.map((one) => (
                <option key={one} value={one}>
                  {say(`density.${one}`)}
                </option>
              ))}
            </select>
          </div>
          <div className="row">
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                dismiss();
                choose(null, { sort });
              }}
            >
              {say('columns.usual')}
            </button>
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button primary" disabled={names.length === 0}>
              {say('columns.apply')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
