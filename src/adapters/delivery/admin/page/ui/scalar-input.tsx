import type { Scalar } from '../../../../../domain/schema/schema.js';
import { formOf } from '../entry/fields/text-forms.js';
import { say } from '../messages/messages.js';
import { isTimed, useTimeStep } from './timed-input.js';

interface Props {
  readonly id?: string;
  readonly label?: string;
  /** Undefined: any text. */
  readonly attribute: Scalar | undefined;
  /** As a query has it: `true`, `2026-01-31T10:00:00.000Z`. */
  readonly value: string;
  readonly change: (value: string) => void;
  readonly isLong?: boolean;
  /** The id of what says more. */
  readonly describedBy?: string;
  /** The words for no value, where a choice may be left open. */
  readonly none?: string;
}

/** Types one value of an attribute, as text. */
export function ScalarInput(props: Props) {
  const { id, label, attribute, value, change, isLong = false, describedBy, none } = props;
  const form = attribute && formOf(attribute);
  const isTime = isTimed(form?.input);
  const shown = isTime && form ? form.format(value) : value;
  const step = useTimeStep(form?.input ?? 'text', shown);
  const shared = { id, className: 'input', 'aria-label': label, 'aria-describedby': describedBy } as const;
  const choices = choicesOf(attribute);
  if (choices !== null) {
    return (
      <select {...shared} value={value} onChange={({ target }) => change(target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {!(none !== undefined && value === '') && !choices.some((one) => one.value === value) && (
          <option value={value}>{value}</option>
        )}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
    );
  }
  if (isLong) {
    return <textarea {...shared} dir="auto" value={value} onChange={({ target }) => change(target.value)} />;
  }
  return (
    <input
      {...shared}
      dir="auto"
      autoComplete="off"
      type={isTime ? form?.input : 'text'}
      inputMode={form?.mode}
      step={step}
      value={shown}
      onChange={({ target }) => {
        const typed = isTime ? form?.parse(target.value) : target.value;
        change(typeof typed === 'string' ? typed : '');
      }}
    />
  );
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Null: the value is typed. */
export function choicesOf(attribute: Scalar | undefined): readonly Choice[] | null {
  if (attribute?.type === 'enumeration')
    return (attribute.enum ?? []).map((value) => ({ value, text: value }));
  if (attribute?.type !== 'boolean') return null;
  return (['true', 'false'] as const).map((value) => ({ value, text: say(value === 'true' ? 'yes' : 'no') }));
}
