import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { say } from '../messages/messages.js';
import { Dialog } from '../ui/dialog.js';
import { Tool } from '../ui/tool.js';
import type { Column } from './columns.js';

interface Props {
  readonly possible: readonly Column[];
  readonly shown: readonly Column[];
  /** Null: the usual ones. */
  readonly choose: (names: readonly string[] | null) => void;
  readonly close: () => void;
}

/** Chooses the columns after the first, and their order. */
export default function ColumnsDialog({ possible, shown, choose, close }: Props) {
  const [order, setOrder] = useState(() => [...shown, ...possible.filter((one) => !shown.includes(one))]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown.map(({ name }) => name)));
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
            choose(names);
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
                  label={say('item.up', { name: label })}
                  icon={<ArrowUp size={16} aria-hidden />}
                  run={() => move(at, -1)}
                />
                <Tool
                  label={say('item.down', { name: label })}
                  icon={<ArrowDown size={16} aria-hidden />}
                  run={() => move(at, 1)}
                />
              </li>
            ))}
          </ul>
          <div className="row">
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                dismiss();
                choose(null);
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
