import { useMemo } from 'react';
import type { WireType } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { states, type ListChange, type ListSearch, type State } from '../list-search.js';
import { behind, fieldsOf } from './fields.js';
import { FilterChips } from './filter-chips.js';

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
  const reach = useMemo(() => behind(type, session), [type, session]);
  return (
    <>
      {type.draftAndPublish && <StateFilter state={search.state} change={(state) => change({ state })} />}
      <FilterChips
        fields={fields}
        behind={reach}
        filters={search.filters}
        change={(filters) => change({ filters })}
        editQuery={editQuery}
      />
    </>
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
