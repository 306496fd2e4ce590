import { Plus, X } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { Operator } from '../../../../../../domain/query/query.js';
import { say } from '../../messages/messages.js';
import { Dialog } from '../../ui/dialog.js';
import { choicesOf, ScalarInput } from '../../ui/scalar-input.js';
import { Tool } from '../../ui/tool.js';
import type { Group } from './conditions.js';
import { conditionFrom, draftOf, emptyDraft, isComplete, withOperator, type Draft } from './drafts.js';
import { keyOf, type FilterField } from './fields.js';
import { countOf, operatorsOf } from './operators.js';

interface Props {
  readonly fields: readonly FilterField[];
  /** Undefined: a new one. */
  readonly group: Group | undefined;
  readonly apply: (group: Group) => void;
  readonly close: () => void;
  /** Instead of that of a filter of a list. */
  readonly title?: string;
}

/** Makes conditions of which one has to hold. */
export default function FilterDialog({ fields, group, apply, close, title }: Props) {
  const [first] = fields;
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const given = (group ?? []).flatMap((condition) => draftOf(condition, fields));
    return given.length > 0 || first === undefined ? given : [emptyDraft(first)];
  });
  const replace = (at: number, draft: Draft): void =>
    setDrafts(drafts.map((one, index) => (index === at ? draft : one)));
  const form = useRef<HTMLFormElement>(null);
  const isWhole = drafts.every(({ operator, values }) => isComplete(operator, values));
  const done = (event: FormEvent, dismiss: () => void): void => {
    event.preventDefault();
    if (!isWhole) return;
    dismiss();
    apply(drafts.map(conditionFrom));
  };
  return (
    <Dialog
      title={title ?? say(group === undefined ? 'filter.new' : 'filter.change')}
      close={close}
      className="wide"
    >
      {(dismiss) => (
        <form ref={form} onSubmit={(event) => done(event, dismiss)}>
          {drafts.map((draft, at) => (
            <fieldset className="condition" key={at}>
              <legend className={at === 0 ? 'hidden' : 'hint'}>
                {at === 0 ? say('filter.condition') : say('filter.or')}
              </legend>
              <div className="condition-parts">
                <ConditionRow
                  draft={draft}
                  fields={fields}
                  isNew={at > 0 && group === undefined}
                  change={(next) => replace(at, next)}
                />
              </div>
              {drafts.length > 1 && (
                <Tool
                  label={say('filter.remove')}
                  icon={<X size={16} aria-hidden />}
                  run={() => {
                    form.current?.querySelector('select')?.focus();
                    setDrafts(drafts.filter((_, index) => index !== at));
                  }}
                />
              )}
            </fieldset>
          ))}
          <button
            type="button"
            className="button quiet"
            onClick={() => setDrafts([...drafts, emptyDraft(drafts.at(-1)?.field ?? fields[0]!)])}
          >
            <Plus size={16} aria-hidden /> {say('filter.addOr')}
          </button>
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

interface RowProps {
  readonly draft: Draft;
  readonly fields: readonly FilterField[];
  /** Whether it takes the focus. */
  readonly isNew: boolean;
  readonly change: (draft: Draft) => void;
}

function ConditionRow({ draft, fields, isNew, change }: RowProps) {
  const { field, operator, values } = draft;
  const groups = [...new Set(fields.map((one) => one.group))];
  const choose = (key: string): void => {
    const next = fields.find(({ path }) => keyOf(path) === key);
    if (next) change(emptyDraft(next));
  };
  return (
    <>
      <select
        className="input"
        aria-label={say('filter.field')}
        autoFocus={isNew}
        value={keyOf(field.path)}
        onChange={({ target }) => choose(target.value)}
      >
        {groups.map((group) => {
          const options = fields
            .filter((one) => one.group === group)
            .map(({ path, label }) => (
              <option key={keyOf(path)} value={keyOf(path)}>
                {group === undefined ? label : `${group} › ${label}`}
              </option>
            ));
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
