import type { LinkedLabel } from '../../../../contract/links.js';
import type { WireType } from '../../../../contract/types.js';
import { say } from '../../../messages/messages.js';
import { Menu } from '../../../ui/menu.js';
import type { LinkList } from '../../link-list.js';
import { isCounted, lengthOf } from '../../link-positions.js';
import { Goals, type Goal } from './link-row.js';

interface SearchProps {
  readonly id: string;
  /** The name of the attribute. */
  readonly name: string;
  readonly linked: LinkList;
  readonly search: string;
  readonly change: (search: string) => void;
}

/** Searches the links, and says how many there are. */
export function LinkSearch({ id, name, linked, search, change }: SearchProps) {
  return (
    <div className="row links-tools">
      <input
        type="search"
        maxLength={200}
        className="input links-search"
        id={id}
        aria-label={say('link.searchIn', { name })}
        placeholder={say('link.searchIn', { name })}
        value={search}
        onChange={({ target }) => change(target.value)}
      />
      <span className="hint">
        {isCounted(linked)
          ? say('link.total', { count: lengthOf(linked) })
          : say('link.first', { count: linked.items.length })}
      </span>
    </div>
  );
}

interface ChosenProps {
  readonly chosen: readonly LinkedLabel[];
  /** How far they can be moved. */
  readonly goals: readonly Goal[];
  readonly remove: (links: readonly LinkedLabel[]) => void;
  readonly clear: () => void;
  readonly move: (first: LinkedLabel, goal: Goal) => void;
}

/** What can be done with the links that are selected. */
export function ChosenLinks({ chosen, goals, remove, clear, move }: ChosenProps) {
  const [first] = chosen;
  if (first === undefined) return null;
  const label = say('link.chosen', { count: chosen.length });
  return (
    <div className="row links-chosen" role="group" aria-label={label}>
      <span>{label}</span>
      <button type="button" className="button quiet danger" onClick={() => remove(chosen)}>
        {say('item.remove')}
      </button>
      <button type="button" className="button quiet" onClick={clear}>
        {say('link.clear')}
      </button>
      <Menu label={say('link.moveChosen')}>
        {(close) => <Goals goals={goals} close={close} move={(goal) => move(first, goal)} />}
      </Menu>
    </div>
  );
}

interface AddProps {
  readonly id: string;
  /** Whether another link takes the place of the one that there is. */
  readonly isReplacing: boolean;
  /** Undefined: nothing can be created and linked at once. */
  readonly creatable: WireType | undefined;
  readonly pick: () => void;
  readonly make: () => void;
}

/** Adds a link to a document that exists, or to a new one. */
export const AddLinks = ({ id, isReplacing, creatable, pick, make }: AddProps) => (
  <>
    <button type="button" className="button" id={id} onClick={pick}>
      {say(isReplacing ? 'link.replace' : 'link.add')}
    </button>
    {creatable !== undefined && (
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={make}>
        {say('link.new', { type: creatable.displayName })}
      </button>
    )}
  </>
);
