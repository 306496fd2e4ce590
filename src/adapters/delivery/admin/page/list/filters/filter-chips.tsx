import { ListFilter, X } from 'lucide-react';
import { lazy, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { say } from '../../messages/messages.js';
import '../list-dialogs.css';
import { Later } from '../../ui/later.js';
import { conditionsIn, filtersOf, groupsOf, type FilterJson, type Group } from './conditions.js';
import { withThose, type Behind, type FilterField } from './fields.js';
import { fieldOf, wordsOfGroup } from './operators.js';

const FilterDialog = lazy(() => import('./filter-dialog.js'));

interface Props {
  readonly fields: readonly FilterField[];
  /** Absent: nothing is reached through more than one relation. */
  readonly behind?: Behind | undefined;
  readonly filters: FilterJson | undefined;
  readonly change: (filters: FilterJson | undefined) => void;
  /** Opens all filters as a query; absent: what the builder cannot make is not changed. */
  readonly editQuery?: () => void;
}

/** Conditions that all have to hold, and a dialog that makes them. */
export function FilterChips({ fields: first, behind, filters, change, editQuery }: Props) {
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const groups = useMemo(() => groupsOf(filters), [filters]);
  const fields = useMemo(() => {
    const paths = (groups ?? []).flatMap(conditionsIn).map(({ path }) => path);
    return withThose(first, paths, behind);
  }, [first, behind, groups]);
  const setGroups = (next: readonly Group[]): void => change(filtersOf(next));
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
      <ul className="chips" aria-label={say('filter.label')}>
        {groups === null ? (
          <Chip
            words={say('filter.other')}
            remove={() => remove(null)}
            {...(editQuery && { edit: editQuery })}
          />
        ) : (
          groups.map((group, at) => (
            <Chip
              key={JSON.stringify(group)}
              words={wordsOfGroup(group, fields)}
              remove={() => remove(at)}
              {...(isKnown(group, fields) ? { edit: () => setOpen(at) } : editQuery && { edit: editQuery })}
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
      {open !== null &&
        // The chips can be a part of a form, in which the form of the dialog would not work.
        createPortal(
          <Later>
            <FilterDialog
              fields={fields}
              behind={behind}
              group={edited}
              apply={apply}
              close={() => setOpen(null)}
            />
          </Later>,
          document.body,
        )}
    </>
  );
}

const isKnown = (group: Group, fields: readonly FilterField[]): boolean =>
  conditionsIn(group).every((condition) => fieldOf(condition, fields) !== undefined);

interface ChipProps {
  readonly words: string;
  readonly remove: () => void;
  readonly edit?: () => void;
}

function Chip({ words, remove, edit }: ChipProps) {
  return (
    <li className="chip">
      {edit === undefined ? (
        <span dir="auto">{words}</span>
      ) : (
        <button type="button" dir="auto" aria-haspopup="dialog" onClick={edit}>
          {words}
        </button>
      )}
      <button type="button" aria-label={say('filter.without', { words })} onClick={remove}>
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}
