import { X } from 'lucide-react';
import { say } from '../messages/messages.js';
import { Tool } from '../ui/tool.js';
import type { SortKey } from './list-search.js';

interface Props {
  /** What can be sorted by. */
  readonly choices: readonly { readonly name: string; readonly label: string }[];
  readonly keys: readonly SortKey[];
  readonly change: (keys: readonly SortKey[]) => void;
}

/** By what a list is sorted, also where the heads of its columns are not shown. */
export function SortFields({ choices, keys, change }: Props) {
  const left = choices.filter(({ name }) => keys.every((key) => key.name !== name));
  const put = (at: number, key: SortKey): void =>
    change(keys.map((one, index) => (index === at ? key : one)));
  return (
    <fieldset className="group">
      <legend>{say('columns.order')}</legend>
      {keys.map(({ name, isDescending }, at) => (
        <div className="adding" key={name}>
          <select
            className="input"
            aria-label={say('columns.order.by', { at: at + 1 })}
            value={name}
            onChange={({ target }) => put(at, { name: target.value, isDescending })}
          >
            {choices.every((one) => one.name !== name) && <option value={name}>{name}</option>}
            {choices
              .filter((one) => one.name === name || left.includes(one))
              .map((one) => (
                <option key={one.name} value={one.name}>
                  {one.label}
                </option>
              ))}
          </select>
          <select
            className="input"
            aria-label={say('columns.order.way', { at: at + 1 })}
            value={isDescending ? 'desc' : 'asc'}
            onChange={({ target }) => put(at, { name, isDescending: target.value === 'desc' })}
          >
            <option value="asc">{say('columns.order.asc')}</option>
            <option value="desc">{say('columns.order.desc')}</option>
          </select>
          <Tool
            label={say('columns.order.remove', { at: at + 1 })}
            icon={<X size={16} aria-hidden />}
            run={() => change(keys.filter((_, index) => index !== at))}
            isOff={keys.length === 1}
          />
        </div>
      ))}
      {left[0] !== undefined && (
        <button
          type="button"
          className="button quiet"
          onClick={() => change([...keys, { name: left[0]!.name, isDescending: false }])}
        >
          {say('columns.order.add')}
        </button>
      )}
    </fieldset>
  );
}
