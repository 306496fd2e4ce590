import { useId } from 'react';
import type { Operator } from '../../../../../../domain/query/query.js';
import { say } from '../../messages/messages.js';
import { choicesOf, ScalarInput, type Choice } from '../../ui/scalar-input.js';
import { emptyDraft, withOperator, type Draft } from './drafts.js';
import { keyOf, type Behind, type FilterField } from './fields.js';
import { countOf, operatorsOf } from './operators.js';

/** What the rows of conditions have in common. */
export interface RowContext {
  readonly fields: readonly FilterField[];
  /** Absent: nothing is reached through more than one relation. */
  readonly behind: Behind | undefined;
  /** Whether the condition was just added, so that it takes the focus. */
  isNew(draft: Draft): boolean;
}

interface RowProps {
  readonly draft: Draft;
  readonly context: RowContext;
  readonly change: (draft: Draft) => void;
}

/** The attribute, the operator and the values of a condition. */
export function ConditionRow({ draft, context, change }: RowProps) {
  const { field, operator, values } = draft;
  return (
    <>
      <FieldSelect draft={draft} context={context} change={change} />
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

/** Ends the value of an option that leads to the fields behind a relation. */
const further = '.';

/** Through how many relations a condition leads at most. */
const deepest = 6;

function FieldSelect({ draft, context: { fields, behind, isNew }, change }: RowProps) {
  const groups = [...new Set(fields.map(({ group }) => group))];
  const choose = (key: string): void => {
    const next = key.endsWith(further)
      ? behind?.(key.slice(0, -further.length).split('.'))[0]
      : fields.find(({ path }) => keyOf(path) === key);
    if (next) change(emptyDraft(next));
  };
  return (
    <select
      className="input"
      aria-label={say('filter.field')}
      autoFocus={isNew(draft)}
      value={keyOf(draft.field.path)}
      onChange={({ target }) => choose(target.value)}
    >
      {groups.map((group) => {
        const options = fields
          .filter((one) => one.group === group)
          .flatMap((field) => optionsOf(field, behind !== undefined));
        return group === undefined ? (
          options
        ) : (
          <optgroup key={group} label={say('filter.through', { name: group })}>
            {options}
          </optgroup>
        );
      })}
    </select>
  );
}

/** The option of a field, and one that leads to the fields behind it. */
function optionsOf({ path, group, label, leadsOn = false }: FilterField, hasBehind: boolean) {
  const key = keyOf(path);
  const text = group === undefined ? label : `${group} › ${label}`;
  const leadsFurther = leadsOn && path.length > 1 && hasBehind && path.length < deepest;
  return [
    <option key={key} value={key}>
      {text}
    </option>,
    leadsFurther && (
      <option key={`${key}${further}`} value={`${key}${further}`}>
        {`${text} › …`}
      </option>
    ),
  ];
}

interface ValuesProps {
  readonly field: FilterField;
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly change: (values: readonly string[]) => void;
}

function Values({ field: { scalar }, operator, values, change }: ValuesProps) {
  const [one = '', other = ''] = values;
  const input = (label: string, value: string, changed: (next: string) => void) => (
    <ScalarInput label={label} attribute={scalar} value={value} change={changed} />
  );
  switch (countOf(operator)) {
    case 'none':
      return null;
    case 'one':
      return input(say('filter.value'), one, (next) => change([next]));
    case 'two':
      return (
        <div className="between">
          {input(say('filter.least'), one, (next) => change([next, other]))}
          {input(say('filter.most'), other, (next) => change([one, next]))}
        </div>
      );
    case 'many': {
      const choices = choicesOf(scalar);
      return choices === null ? (
        <Lines values={values} change={change} />
      ) : (
        <ValueChecks choices={choices} values={values} change={change} />
      );
    }
  }
}

type ManyProps = Pick<ValuesProps, 'values' | 'change'>;

/** Values of which each has a line. */
function Lines({ values, change }: ManyProps) {
  const id = useId();
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

const ValueChecks = ({ choices, values, change }: ManyProps & { readonly choices: readonly Choice[] }) => (
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
