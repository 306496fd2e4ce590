import { lazy, type ComponentType, type ReactNode } from 'react';
import type { Scalar, ScalarType } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import { frameOf } from '../../ui/attribute-label.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { Later } from '../../ui/later.js';
import { hintFor } from './scalar-hint.js';
import { formOf, type TextForm } from './text-forms.js';
import { TypedInput } from './typed-input.js';
import type { ValueProps } from './value-props.js';

const BlocksEditor = lazy(() => import('./blocks/blocks-editor.js'));
const MarkdownField = lazy(() => import('./markdown/markdown-field.js'));
const PasswordStrength = lazy(() => import('./password-strength.js'));
const ArrayField = lazy(() => import('./array-field.js'));

type Props = ValueProps<Scalar>;

/** Those that are fetched where there is such an attribute. */
const fetched: Readonly<
  Partial<Record<ScalarType, ComponentType<Props & { asJson: (change: Props['change']) => ReactNode }>>>
> = { blocks: BlocksEditor, richtext: MarkdownField, array: ArrayField };

const most = 5;

export function ScalarField(props: Props) {
  const { attribute } = props;
  if (attribute.type === 'boolean') {
    const choices = [true, false].map((value) => ({ value, label: say(value ? 'yes' : 'no') }));
    return <Choices {...props} choices={choices} />;
  }
  if (attribute.type === 'enumeration') {
    const choices = (attribute.enum ?? []).map((value) => ({ value, label: value }));
    return choices.length <= most ? (
      <Choices {...props} choices={choices} />
    ) : (
      <Select {...props} choices={choices} />
    );
  }
  const Field = fetched[attribute.type];
  const form = formOf(attribute);
  if (Field === undefined) return <TextField {...props} form={form} />;
  const asJson = (change: Props['change']) => <TextField {...props} change={change} form={form} />;
  return (
    <Later fallback={<div className="bar wide" />}>
      <Field {...props} asJson={asJson} />
    </Later>
  );
}

interface Choice {
  readonly value: string | boolean;
  readonly label: string;
}

interface ChoiceProps extends Props {
  readonly choices: readonly Choice[];
}

function Choices({ attribute, value, change, path, faults, isReadOnly, choices }: ChoiceProps) {
  const frame = frameOf(attribute);
  const all = attribute.required ? choices : [...choices, { value: null, label: say('field.none') }];
  return (
    <FieldFrame id={path} {...frame} fault={faults[path]} isGroup>
      <div className="choices">
        {all.map((choice) => (
          <label className="choice" key={String(choice.value)}>
            <input
              type="radio"
              name={path}
              checked={value === choice.value}
              disabled={isReadOnly}
              onChange={() => change(choice.value)}
            />
            <span dir="auto">{choice.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

function Select({ attribute, value, change, path, faults, isReadOnly, choices }: ChoiceProps) {
  const fault = faults[path];
  const frame = frameOf(attribute);
  return (
    <FieldFrame id={path} {...frame} fault={fault}>
      <select
        className="input"
        id={path}
        value={typeof value === 'string' ? value : ''}
        disabled={isReadOnly}
        onChange={({ target }) => change(target.value === '' ? null : target.value)}
        {...described(path, undefined, fault, frame.help)}
      >
        <option value="">{say('field.none')}</option>
        {choices.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </FieldFrame>
  );
}

function TextField({ attribute, value, change, path, faults, isReadOnly, form }: Props & { form: TextForm }) {
  const fault = faults[path];
  const frame = frameOf(attribute);
  const hint = hintFor(attribute, value, form);
  return (
    <FieldFrame id={path} {...frame} hint={hint} fault={fault}>
      <TypedInput
        id={path}
        label={frame.label}
        form={form}
        value={value}
        change={change}
        isReadOnly={isReadOnly}
        placeholder={attribute.layout?.placeholder}
        {...(attribute.type === 'password' && {
          below: (text: string) => (
            <Later>
              <PasswordStrength text={text} minLength={attribute.minLength} maxLength={attribute.maxLength} />
            </Later>
          ),
        })}
        {...described(path, hint, fault, frame.help)}
      />
    </FieldFrame>
  );
}
