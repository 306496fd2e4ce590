import { Plus, X } from 'lucide-react';
import { lazy, useState } from 'react';
import type { ShapeView } from '../../../contract/type-builder.js';
import { filtersOf, groupsOf, type FilterJson, type Group } from '../../list/filters/conditions.js';
import { wordsOfGroup } from '../../list/filters/operators.js';
import { say } from '../../messages/messages.js';
import '../../list/list-dialogs.css';
import { Later } from '../../ui/later.js';
import { conditionFields, typedFilters } from './condition-fields.js';

const FilterDialog = lazy(() => import('../../list/filters/filter-dialog.js'));

interface Props {
  readonly shape: ShapeView;
  /** The attribute that is visible under the condition. */
  readonly name: string;
  readonly value: FilterJson | undefined;
  readonly change: (value: FilterJson | undefined) => void;
}

/** The condition of an attribute in words. Each line has to hold. */
export function ConditionEditor({ shape, name, value, change }: Props) {
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const fields = conditionFields(shape, name);
  const groups = groupsOf(value);
  const put = (next: readonly Group[]): void =>
    change(typedFilters(filtersOf(next), fields) as FilterJson | undefined);
  const apply = (group: Group): void => {
    const all = groups ?? [];
    put(typeof open === 'number' ? all.map((one, at) => (at === open ? group : one)) : [...all, group]);
  };
  return (
    <fieldset className="field">
      <legend className="label">{say('types.layout.visibleIf')}</legend>
      {value === undefined && <p className="hint">{say('types.layout.always')}</p>}
      {groups === null && (
        <div className="row">
          <code>{JSON.stringify(value)}</code>
          <span className="hint">{say('types.layout.byHand')}</span>
          <button type="button" className="button quiet danger" onClick={() => change(undefined)}>
            {say('types.remove')}
          </button>
        </div>
      )}
      {groups !== null && groups.length > 0 && (
        <ul className="chips">
          {groups.map((group, at) => {
            const words = wordsOfGroup(group, fields);
            return (
              <li className="chip" key={words}>
                <button type="button" dir="auto" aria-haspopup="dialog" onClick={() => setOpen(at)}>
                  {words}
                </button>
                <button
                  type="button"
                  aria-label={say('types.layout.without', { words })}
                  onClick={() => put(groups.toSpliced(at, 1))}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {groups !== null && fields.length > 0 && (
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen('new')}>
          <Plus size={16} aria-hidden /> {say('types.layout.condition')}
        </button>
      )}
      <Later>
        {open !== null && (
          <FilterDialog
            title={say('types.layout.visibleIf')}
            fields={fields}
            group={typeof open === 'number' ? groups?.[open] : undefined}
            apply={apply}
            close={() => setOpen(null)}
          />
        )}
      </Later>
    </fieldset>
  );
}

/** A condition in words, as far as the page can say it. */
export function conditionWords(shape: ShapeView, name: string, value: FilterJson): string {
  const fields = conditionFields(shape, name);
  const groups = groupsOf(value);
  if (groups === null) return JSON.stringify(value);
  return groups.map((group) => wordsOfGroup(group, fields)).join(` ${say('op.and')} `);
}
