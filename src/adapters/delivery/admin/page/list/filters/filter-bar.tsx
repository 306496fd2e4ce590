import { ListFilter, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { WireType } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { states, type ListChange, type ListSearch, type State } from '../list-search.js';
import { filtersOf, groupsOf, type Group } from './conditions.js';
import { fieldsOf, type FilterField } from './fields.js';
import { fieldOf, wordsOf } from './operators.js';

const FilterDialog = lazy(() => import('./filter-dialog.js'));

interface Props {
  readonly type: WireType;
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
  /** Opens all filters as a query. */
  readonly editQuery: () => void;
}

/** The filters of a list: each has to hold. */
export function FilterBar({ type, search, change, editQuery }: Props) {
  const session = useSession();
  const fields = useMemo(() => fieldsOf(type, session), [type, session]);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const groups = useMemo(() => groupsOf(search.filters), [search.filters]);
  const setGroups = (next: readonly Group[]): void => change({ filters: filtersOf(next) });
  const remove = (at: number | null): void => {
    setGroups(at === null ? [] : (groups ?? []).filter((_, index) => index !== at));
    add.current?.focus();
  };
  const apply = (group: Group): void => {
    const all = groups ?? [];
    setGroups(typeof open === 'number' ? all.map((one, at) => (at === open ? group : one)) : [...all, group]);
  };
  const edited = typeof open === 'number' ? groups?.[open] : undefined;
  return (
    <>
      {type.draftAndPublish && <StateFilter state={search.state} change={(state) => change({ state })} />}
      <ul className="chips" aria-label={say('filter.label')}>
        {groups === null ? (
          <Chip words={say('filter.other')} remove={() => remove(null)} edit={editQuery} />
        ) : (
          groups.map((group, at) => (
            <Chip
              key={JSON.stringify(group)}
              words={group.map((one) => wordsOf(one, fields)).join(` ${say('filter.or')} `)}
              remove={() => remove(at)}
              edit={isKnown(group, fields) ? () => setOpen(at) : editQuery}
            />
          ))
        )}
      </ul>
      {groups !== null && fields.length > 0 && (
        <button
          type="button"
          className="button"
          ref={add}
          aria-haspopup="dialog"
          onClick={() => setOpen('new')}
        >
          <ListFilter size={16} aria-hidden /> {say('filter.add')}
        </button>
      )}
      <Suspense>
        {open !== null && (
          <FilterDialog fields={fields} group={edited} apply={apply} close={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

const isKnown = (group: Group, fields: readonly FilterField[]): boolean =>
  group.every((condition) => fieldOf(condition, fields) !== undefined);

interface ChipProps {
  readonly words: string;
  readonly remove: () => void;
  readonly edit: () => void;
}

function Chip({ words, remove, edit }: ChipProps) {
  return (
    <li className="chip">
      <button type="button" dir="auto" aria-haspopup="dialog" onClick={edit}>
        {words}
      </button>
      <button type="button" aria-label={say('filter.without', { words })} onClick={remove}>
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

interface StateProps {
  readonly state: State | undefined;
  readonly change: (state: State | undefined) => void;
}

function StateFilter({ state, change }: StateProps) {
  const all = Object.keys(states) as State[];
  return (
    <select
      className="input state"
      aria-label={say('column.status')}
      value={state ?? ''}
      onChange={({ target }) => change(all.find((one) => one === target.value))}
    >
      <option value="">{say('filter.anyState')}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {say(`status.${one}`)}
        </option>
      ))}
    </select>
  );
}
