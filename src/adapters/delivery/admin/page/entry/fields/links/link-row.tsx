import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { say } from '../../../messages/messages.js';
import { Menu } from '../../../ui/menu.js';
import { Status } from '../../../ui/status.js';

/** Where a link can go: one up or down, to an end, or to a place that is asked for. */
export type Goal = 'up' | 'down' | 'first' | 'last' | 'place';

export interface RowActions {
  readonly remove?: () => void;
  readonly toggle?: (isRange: boolean) => void;
  /** Takes the row with the arrow keys, or puts it down. */
  readonly grab?: () => void;
  readonly move?: (goal: Goal) => void;
  readonly goals: readonly Goal[];
}

interface Props {
  readonly link: LinkedLabel;
  /** The content-type of an entry that can be opened. */
  readonly opens: string | undefined;
  /** What makes it a row that moves, and its place. */
  readonly row: HTMLAttributes<HTMLLIElement>;
  readonly actions: RowActions;
  readonly isSelected: boolean;
  readonly isGrabbed: boolean;
  /** Whether the Tab key stops here. */
  readonly isActive: boolean;
}

/** One linked document, and the ways to move it and to take it away. */
export function LinkRow({ link, opens, row, actions, isSelected, isGrabbed, isActive }: Props) {
  const { documentId, label, locale, state } = link;
  const { remove, toggle, grab, move, goals } = actions;
  const tabIndex = isActive ? 0 : -1;
  return (
    <li
      className="link"
      {...row}
      data-selected={isSelected || undefined}
      data-grabbed={isGrabbed || undefined}
    >
      {grab && (
        <button
          type="button"
          className="link-handle"
          data-control="move"
          tabIndex={tabIndex}
          aria-label={say('link.move', { label })}
          aria-pressed={isGrabbed}
          title={say('link.move.hint')}
          onClick={grab}
        />
      )}
      {toggle && (
        <label className="around">
          <input
            type="checkbox"
            data-control="select"
            tabIndex={tabIndex}
            aria-label={say('link.select', { label })}
            checked={isSelected}
            onChange={({ nativeEvent }) => toggle((nativeEvent as MouseEvent).shiftKey)}
          />
        </label>
      )}
      <span dir="auto" className="link-label">
        {opens === undefined ? (
          label
        ) : (
          <Link
            to="/content/$uid/$id"
            params={{ uid: opens, id: documentId }}
            search={locale === null ? {} : { locale }}
            data-control="open"
            tabIndex={tabIndex}
            draggable={false}
          >
            {label}
          </Link>
        )}
      </span>
      {state && <Status state={state} />}
      {move && (
        <Menu label={say('item.more', { name: label })} tabIndex={tabIndex} isFloating>
          {(close) => <Goals goals={goals} close={close} move={move} />}
        </Menu>
      )}
      {remove && (
        <button
          type="button"
          className="button quiet icon"
          data-control="remove"
          tabIndex={tabIndex}
          aria-label={say('link.remove', { label })}
          title={say('link.remove', { label })}
          onClick={remove}
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </li>
  );
}

interface GoalsProps {
  readonly goals: readonly Goal[];
  readonly close: () => void;
  readonly move: (goal: Goal) => void;
}

/** The ways to move, for a menu. */
export const Goals = ({ goals, close, move }: GoalsProps) =>
  goals.map((goal) => (
    <button
      key={goal}
      type="button"
      className="button quiet"
      onClick={() => {
        close();
        move(goal);
      }}
    >
      {say(goal === 'place' ? 'link.toPlace' : `item.${goal}`)}
    </button>
  ));
