import { SlidersHorizontal } from 'lucide-react';
import { Fragment, useState, type KeyboardEvent } from 'react';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import type { OwnerGrant } from '../../../contract/grants.js';
import { actsAsOwner, barOf, widest, type Bar, type Giver } from './giving.js';
import { GrantLimits } from './grant-limits.js';
import {
  actionsIn,
  columns,
  keyOf,
  outside,
  stateOf,
  withActions,
  type Column,
  type Grantable,
  type Held,
  type Holder,
} from './held-grants.js';
import './grants.css';

interface Props {
  readonly caption: string;
  readonly grantable: readonly Grantable[];
  readonly held: Held;
  /** Absent: it can only be read. */
  readonly change?: ((held: Held) => void) | undefined;
  /** Whether conditions can be about the user who asks. */
  readonly holder: Holder;
  readonly ownerGrants?: readonly OwnerGrant[] | undefined;
}

const bars: readonly Bar[] = ['rights', 'owner'];

/** What is granted: a row for each content-type, a column for each kind of action, and limits below a row. */
export function GrantMatrix({ caption, grantable, held, change, holder, ownerGrants = [] }: Props) {
  const session = useSession();
  const giver = { isOwner: actsAsOwner(session), rights: session.rights, ownerGrants };
  const [open, setOpen] = useState<string | null>(null);
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const shown = columns.filter((column) => grantable.some((one) => actionsIn(one, column).length > 0));
  const left = outside(held, grantable);
  const barOfCell = (one: Grantable, column: Column): Bar | undefined =>
    actionsIn(one, column)
      .map((action) => barOf(giver, one, action, held[keyOf(one.uid, action)]))
      .find((bar) => bar !== undefined);
  const barred = new Set(change && grantable.flatMap((one) => shown.map((column) => barOfCell(one, column))));
  const place = (row: number, column: number) => ({
    'data-at': `${row} ${column}`,
    tabIndex: at[0] === row && at[1] === column ? 0 : -1,
    onFocus: () => setAt([row, column]),
  });
  return (
    <>
      <div className="table">
        <table className="grants" onKeyDown={moveInGrid}>
          <caption className="hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{say('grants.type')}</th>
              {shown.map((column) => (
                <th scope="col" key={column}>
                  {say(`grants.column.${column}`)}
                </th>
              ))}
              <th scope="col">{say('grants.limits')}</th>
            </tr>
          </thead>
          <tbody>
            {grantable.map((one, row) => (
              <Fragment key={one.uid}>
                <tr>
                  <th scope="row">
                    {one.name} {one.name !== one.uid && <Uid uid={one.uid} />}
                  </th>
                  {shown.map((column, index) => (
                    <td key={column} data-label={say(`grants.column.${column}`)}>
                      <Cell
                        one={one}
                        column={column}
                        held={held}
                        change={change}
                        giver={giver}
                        bar={barOfCell(one, column)}
                        openLimits={() => setOpen(one.uid)}
                        place={place(row, index)}
                      />
                    </td>
                  ))}
                  <td data-label={say('grants.limits')}>
                    <button
                      type="button"
                      className="button quiet icon"
                      aria-expanded={open === one.uid}
                      aria-label={say('grants.limits.of', { name: one.name })}
                      title={say('grants.limits.of', { name: one.name })}
                      onClick={() => setOpen(open === one.uid ? null : one.uid)}
                      {...place(row, shown.length)}
                    >
                      <SlidersHorizontal size={16} aria-hidden />
                    </button>
                  </td>
                </tr>
                {open === one.uid && (
                  <tr className="grant-limits">
                    <td colSpan={shown.length + 2}>
                      <GrantLimits one={one} held={held} change={change} holder={holder} giver={giver} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {bars.map(
        (bar) =>
          barred.has(bar) && (
            <p className="hint" id={`grants-${bar}`} key={bar}>
              {say(`grants.pale.${bar}`)}
            </p>
          ),
      )}
      {left.length > 0 && (
        <p className="hint">
          {say('grants.outside')} <code>{left.map((key) => key.replace(' ', '.')).join(', ')}</code>
        </p>
      )}
    </>
  );
}

/** Breaks between its words only. */
const Uid = ({ uid }: { readonly uid: string }) => (
  <span className="hint">
    {uid.split(/(?<=::|\.)/).map((part, at) => (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);

interface CellProps extends Pick<Props, 'held' | 'change'> {
  readonly one: Grantable;
  readonly column: Column;
  readonly giver: Giver;
  readonly bar: Bar | undefined;
  readonly openLimits: () => void;
  readonly place: object;
}

/** None or all by a click; a click on `some` opens the limits, so that none is lost by accident. */
function Cell({ one, column, held, change, giver, bar, openLimits, place }: CellProps) {
  const state = stateOf(held, one, column);
  if (state === undefined) return <span className="hint">–</span>;
  const actions = actionsIn(one, column);
  const isOff = change === undefined || bar !== undefined;
  const toggle = (): void => {
    // React tells of a change also when its click was prevented.
    if (isOff || state === 'some') return;
    const limitsOf = (action: string) => (state === 'all' ? null : widest(giver, one, action));
    change(actions.reduce((next, action) => withActions(next, one.uid, [action], limitsOf(action)), held));
  };
  const reason = change && bar;
  return (
    <label className={`grant ${state}`} title={reason && say(`grants.pale.${reason}`)}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = state === 'some';
        }}
        aria-label={`${one.name}: ${say(`grants.column.${column}`)}`}
        aria-disabled={isOff || undefined}
        aria-describedby={reason && `grants-${reason}`}
        checked={state === 'all'}
        // A click that is prevented leaves the box as it was, mixed.
        onClick={(event) => {
          if (state !== 'some') return;
          event.preventDefault();
          openLimits();
        }}
        onChange={toggle}
        {...place}
      />
      <span aria-hidden>{say(`grants.${state}`)}</span>
    </label>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus to the next cell in the direction of an arrow key. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const from = document.activeElement?.getAttribute('data-at')?.split(' ').map(Number);
  if (step === undefined || from === undefined) return;
  const table = event.currentTarget;
  const sign = getComputedStyle(table).direction === 'rtl' ? -1 : 1;
  let [row = 0, column = 0] = from;
  for (let left = 200; left > 0; left -= 1) {
    row += step[0];
    column += step[1] * sign;
    const found = table.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`);
    if (found) {
      event.preventDefault();
      return found.focus();
    }
    if (row < 0 || column < 0 || column > columns.length) return;
  }
}
