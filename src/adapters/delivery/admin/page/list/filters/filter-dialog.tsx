import { Plus, X } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { Operator } from '../../../../../../domain/query/query.js';
import { say } from '../../messages/messages.js';
import { Dialog } from '../../ui/dialog.js';
import { choicesOf, ScalarInput } from '../../ui/scalar-input.js';
import { Tool } from '../../ui/tool.js';
import { conditionsIn, isGroup, type Group, type Join } from './conditions.js';
import {
  draftGroupOf,
  emptyDraft,
  groupFrom,
  isComplete,
  withOperator,
  type Draft,
  type DraftGroup,
} from './drafts.js';
import { keyOf, withThose, type Behind, type FilterField } from './fields.js';
import { countOf, joinWord, operatorsOf } from './operators.js';

interface Props {
  readonly fields: readonly FilterField[];
  /** Absent: nothing is reached through more than one relation. */
  readonly behind?: Behind | undefined;
  /** Undefined: a new one. */
  readonly group: Group | undefined;
  readonly apply: (group: Group) => void;
  readonly close: () => void;
  /** Instead of that of a filter of a list. */
  readonly title?: string;
}

/** Makes conditions, and says which of them have to hold. */
export default function FilterDialog({ fields, behind, group, apply, close, title }: Props) {
  const [first] = fields;
  const [draft, setDraft] = useState<DraftGroup>(() => {
    const given = group && draftGroupOf(group, fields);
    if (given !== undefined && given.parts.length > 0) return given;
    return { join: 'any', parts: first === undefined ? [] : [emptyDraft(first)] };
  });
  const form = useRef<HTMLFormElement>(null);
  const drafts = conditionsIn(draft);
  const isWhole = drafts.every(({ operator, values }) => isComplete(operator, values));
  const done = (event: FormEvent, dismiss: () => void): void => {
    event.preventDefault();
    if (!isWhole) return;
    dismiss();
    apply(groupFrom(draft));
  };
  const added = useRef<Draft | null>(null);
  const choice: Choice = {
    fields: withThose(
      fields,
      drafts.map(({ field }) => field.path),
      behind,
    ),
    behind,
    add: (field) => (added.current = emptyDraft(field)),
    isNew: (one) => one === added.current,
    leave: () => form.current?.querySelector('select')?.focus(),
  };
  return (
    <Dialog
      title={title ?? say(group === undefined ? 'filter.new' : 'filter.change')}
      close={close}
      className="wide"
    >
      {(dismiss) => (
        <form ref={form} onSubmit={(event) => done(event, dismiss)}>
          <Parts group={draft} choice={choice} change={setDraft} />
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button primary" disabled={!isWhole}>
              {say('filter.apply')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** What conditions are made of, and where the focus goes as they come and go. */
interface Choice {
  readonly fields: readonly FilterField[];
  readonly behind: Behind | undefined;
  /** Makes a condition that takes the focus. */
  add(field: FilterField): Draft;
  isNew(draft: Draft): boolean;
  leave(): void;
}

interface PartsProps {
  readonly group: DraftGroup;
  readonly choice: Choice;
  readonly change: (group: DraftGroup) => void;
  /** Absent: it is the only one. */
  readonly remove?: (() => void) | undefined;
}

const joins: readonly Join[] = ['any', 'all', 'none', 'notAll'];

/** The conditions and groups of a group, what can be added to it, and which of them have to hold. */
function Parts({ group, choice, change, remove: removeAll }: PartsProps) {
  const { join, parts } = group;
  const word = joinWord(join);
  const replace = (at: number, part: DraftGroup['parts'][number]): void =>
    change({ join, parts: parts.with(at, part) });
  const remove = (at: number): void => {
    choice.leave();
    change({ join, parts: parts.toSpliced(at, 1) });
  };
  const add = (make: (draft: Draft) => DraftGroup['parts'][number]): void => {
    const field = conditionsIn(group).at(-1)?.field ?? choice.fields[0];
    if (field !== undefined) change({ join, parts: [...parts, make(choice.add(field))] });
  };
  return (
    <>
      {parts.map((part, at) => (
        <fieldset className={isGroup(part) ? 'condition condition-group' : 'condition'} key={at}>
          <legend className={at === 0 ? 'hidden' : 'hint'}>
            {at > 0 ? say(word) : say(isGroup(part) ? 'filter.group' : 'filter.condition')}
          </legend>
          <div className="condition-parts">
            {isGroup(part) ? (
              <Parts
                group={part}
                choice={choice}
                change={(next) => replace(at, next)}
                remove={parts.length > 1 ? () => remove(at) : undefined}
              />
            ) : (
              <ConditionRow draft={part} choice={choice} change={(next) => replace(at, next)} />
            )}
          </div>
          {parts.length > 1 && !isGroup(part) && (
            <Tool label={say('filter.remove')} icon={<X size={16} aria-hidden />} run={() => remove(at)} />
          )}
        </fieldset>
      ))}
      <div className="row condition-more">
        <button type="button" className="button quiet" onClick={() => add((draft) => draft)}>
          <Plus size={16} aria-hidden /> {say(word === 'op.and' ? 'filter.addAnd' : 'filter.addOr')}
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => add((draft) => ({ join: word === 'op.and' ? 'any' : 'all', parts: [draft] }))}
        >
          <Plus size={16} aria-hidden /> {say('filter.addGroup')}
        </button>
        <select
          className="input"
          aria-label={say('filter.join')}
          value={join}
          onChange={({ target }) => change({ join: target.value as Join, parts })}
        >
          {joins.map((one) => (
            <option key={one} value={one}>
              {say(`filter.join.${one}`)}
            </option>
          ))}
        </select>
        {removeAll && (
          <Tool label={say('filter.group.remove')} icon={<X size={16} aria-hidden />} run={removeAll} />
        )}
      </div>
    </>
  );
}

interface RowProps {
  readonly draft: Draft;
  readonly choice: Choice;
  readonly change: (draft: Draft) => void;
}

/** Ends the value of an option that leads to the fields behind a relation. */
const further = '.';

/** Through how many relations a condition leads at most. */
const deepest = 6;

function ConditionRow({ draft, choice, change }: RowProps) {
  const { fields, behind } = choice;
  const { field, operator, values } = draft;
  const groups = [...new Set(fields.map((one) => one.group))];
  const choose = (key: string): void => {
    const next = key.endsWith(further)
      ? behind?.(key.slice(0, -further.length).split('.'))[0]
      : fields.find(({ path }) => keyOf(path) === key);
    if (next) change(emptyDraft(next));
  };
  const leadsFurther = ({ leadsOn = false, path }: FilterField): boolean =>
    leadsOn && path.length > 1 && behind !== undefined && path.length < deepest;
  return (
    <>
      <select
        className="input"
        aria-label={say('filter.field')}
        autoFocus={choice.isNew(draft)}
        value={keyOf(field.path)}
        onChange={({ target }) => choose(target.value)}
      >
        {groups.map((group) => {
          const options = fields
            .filter((one) => one.group === group)
            .flatMap((one) => {
              const key = keyOf(one.path);
              const label = group === undefined ? one.label : `${group} › ${one.label}`;
              return [key, ...(leadsFurther(one) ? [`${key}${further}`] : [])].map((value) => (
                <option key={value} value={value}>
                  {value === key ? label : `${label} › …`}
                </option>
              ));
            });
          return group === undefined ? (
            options
          ) : (
            <optgroup key={group} label={say('filter.through', { name: group })}>
              {options}
            </optgroup>
          );
        })}
      </select>
      <select
        className="input"
        aria-label={say('filter.operator')}
        value={operator}
        onChange={({ target }) => change(withOperator(draft, target.value as Operator))}
      >
        {operatorsOf(field).map(([one, words]) => (
          <option key={one} value={one}>
            {say(words)}
          </option>
        ))}
      </select>
      <Values
        field={field}
        operator={operator}
        values={values}
        change={(next) => change({ ...draft, values: next })}
      />
    </>
  );
}

interface ValuesProps {
  readonly field: FilterField;
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly change: (values: readonly string[]) => void;
}

function Values({ field, operator, values, change }: ValuesProps) {
  const id = useId();
  const { scalar } = field;
  const label = say('filter.value');
  const [one = '', other = ''] = values;
  switch (countOf(operator)) {
    case 'none':
      return null;
    case 'one':
      return <ScalarInput label={label} attribute={scalar} value={one} change={(next) => change([next])} />;
    case 'two':
      return (
        <div className="between">
          <ScalarInput
            label={say('filter.least')}
            attribute={scalar}
            value={one}
            change={(next) => change([next, other])}
          />
          <ScalarInput
            label={say('filter.most')}
            attribute={scalar}
            value={other}
            change={(next) => change([one, next])}
          />
        </div>
      );
    case 'many': {
      const choices = choicesOf(scalar);
      if (choices === null) {
        return (
          <div className="field">
            <textarea
              className="input"
              aria-label={say('filter.values')}
              aria-describedby={id}
              value={values.join('\n')}
              onChange={({ target }) => change(target.value.split('\n'))}
            />
            <span className="hint" id={id}>
              {say('filter.lines')}
            </span>
          </div>
        );
      }
      return (
        <div className="choices">
          {choices.map(({ value, text }) => (
            <label className="choice" key={value}>
              <input
                type="checkbox"
                checked={values.includes(value)}
                onChange={({ target }) =>
                  change(target.checked ? [...values, value] : values.filter((given) => given !== value))
                }
              />
              {text}
            </label>
          ))}
        </div>
      );
    }
  }
}
