import { useState } from 'react';
import { isPlainObject, type PlainObject } from '../../../../../../domain/document/plain-object.js';
import { placeholderTypes, widths } from '../../../../../../domain/layout/layout.js';
import type { ShapeView } from '../../../contract/type-builder.js';
import { say } from '../../messages/messages.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { Dialog } from '../../ui/dialog.js';
import { attributesOf, textIn } from '../definitions.js';
import { ConditionEditor } from './condition-editor.js';
import type { Part, Row } from './model.js';

interface Props {
  readonly shape: ShapeView;
  readonly row: Row;
  readonly parts: readonly Part[];
  /** The place of its part. */
  readonly part: number;
  readonly done: (row: Row, part: number) => void;
  readonly close: () => void;
}

/** Asks how one attribute looks in entries. */
export function RowDialog({ shape, row, parts, part: formerPart, done, close }: Props) {
  const [options, setOptions] = useState<PlainObject>(row.options);
  const [part, setPart] = useState(formerPart);
  const set = (option: string, value: unknown): void => setOptions(optionsWith(options, option, value));
  const attribute = attributesOf(shape).find(([name]) => name === row.name)?.[1] ?? {};
  const { visibleIf, hidden } = options;
  const condition = isPlainObject(visibleIf) ? visibleIf : undefined;
  return (
    <Dialog title={say('types.layout.of', { name: row.name })} close={close} className="types-dialog">
      {(dismiss) => (
        <div className="layout-options">
          {parts.length > 1 && (
            <FieldFrame id="layout-part" label={say('types.layout.tab')}>
              <select
                id="layout-part"
                className="input"
                value={part}
                onChange={({ target }) => setPart(Number(target.value))}
              >
                {parts.map(({ label }, at) => (
                  <option key={label} value={at}>
                    {label}
                  </option>
                ))}
              </select>
            </FieldFrame>
          )}
          <FieldFrame id="layout-width" label={say('types.layout.width')}>
            <select
              id="layout-width"
              className="input"
              value={widthOf(options)}
              onChange={({ target }) => set('width', Number(target.value))}
            >
              {widths.toReversed().map((width) => (
                <option key={width} value={width}>
                  {say(`types.layout.width.${width}`)}
                </option>
              ))}
            </select>
          </FieldFrame>
          <TextOption option="label" options={options} set={set} hint={say('types.layout.label.hint')} />
          <TextOption option="help" options={options} set={set} />
          {placeholderTypes.has(textIn(attribute, 'type')) && (
            <TextOption option="placeholder" options={options} set={set} />
          )}
          <div className="choices">
            {(['readOnly', 'hidden'] as const).map((option) => (
              <label className="choice" key={option}>
                <input
                  type="checkbox"
                  checked={options[option] === true}
                  disabled={option === 'hidden' && condition !== undefined}
                  onChange={({ target }) => set(option, target.checked)}
                />
                {say(`types.layout.${option}`)}
              </label>
            ))}
          </div>
          {hidden !== true && (
            <ConditionEditor
              shape={shape}
              name={row.name}
              value={condition}
              change={(next) => set('visibleIf', next)}
            />
          )}
          {isPlainObject(attribute['conditions']) && <p className="hint">{say('types.layout.ofSchema')}</p>}
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button
              type="button"
              className="button primary"
              onClick={() => {
                dismiss();
                done({ name: row.name, options }, part);
              }}
            >
              {say('types.plan.add')}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** Options with one of them changed; what says nothing is left out. */
function optionsWith(options: PlainObject, option: string, value: unknown): PlainObject {
  const { [option]: _former, ...others } = options;
  const isUsual =
    value === undefined || value === '' || value === false || (option === 'width' && value === 12);
  if (isUsual) return others;
  return Object.hasOwn(options, option) ? { ...options, [option]: value } : { ...others, [option]: value };
}

export const widthOf = ({ width }: PlainObject): number => (typeof width === 'number' ? width : 12);

interface TextOptionProps {
  readonly option: 'label' | 'help' | 'placeholder';
  readonly options: PlainObject;
  readonly set: (option: string, value: string) => void;
  readonly hint?: string;
}

function TextOption({ option, options, set, hint }: TextOptionProps) {
  const id = `layout-${option}`;
  return (
    <FieldFrame id={id} label={say(`types.layout.${option}`)} hint={hint}>
      <input
        id={id}
        className="input"
        dir="auto"
        value={textIn(options, option)}
        {...described(id, hint, undefined)}
        onChange={({ target }) => set(option, target.value)}
      />
    </FieldFrame>
  );
}
