import type { PlainObject } from '../../../../../domain/document/plain-object.js';
import { optionsOf } from '../../../../../domain/schema/check-options.js';
import type { ShapeView, TypesAnswer } from '../../contract/type-builder.js';
import { say, type MessageId } from '../messages/messages.js';
import { FieldFrame } from '../ui/field-frame.js';
import { attributesOf, isLocalized, nameOf, textIn } from './definitions.js';
import { shownValue, typedValue } from './option-values.js';

interface Props {
  readonly types: TypesAnswer;
  readonly shape: ShapeView;
  readonly attribute: PlainObject;
  readonly change: (attribute: PlainObject) => void;
}

const flags = ['required', 'private', 'unique', 'index', 'multiple', 'repeatable'] as const;
const numbers = ['minLength', 'maxLength', 'weight'] as const;
const texts = ['regex', 'enumName', 'inversedBy'] as const;
const relationKinds = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'];
const mediaTypes = ['images', 'videos', 'files', 'audios'];
const textual = new Set(['string', 'text', 'richtext', 'email', 'enumeration']);

/** The options that attributes of this type have, as fields. */
export function OptionFields({ types, shape, attribute, change }: Props) {
  const options = optionsOf(textIn(attribute, 'type'));
  const isMapped = textIn(attribute, 'mappedBy') !== '';
  const has = (option: string): boolean => options.includes(option);
  const set = (option: string, value: unknown): void => {
    const { [option]: _former, ...rest } = attribute;
    const order = Object.hasOwn(attribute, option) ? attribute : rest;
    change(value === undefined || value === '' || value === false ? rest : { ...order, [option]: value });
  };
  const choose = (option: string, choices: readonly (readonly [string, string])[]) => (
    <Select
      key={option}
      option={option}
      value={textIn(attribute, option)}
      choices={choices}
      set={(value) => set(option, value)}
    />
  );
  const lines = (option: string): readonly string[] =>
    Array.isArray(attribute[option]) ? (attribute[option] as readonly unknown[]).map(String) : [];
  const components = types.shapes
    .filter(({ shaped }) => shaped === 'component')
    .map((one) => [one.uid, nameOf(one)] as const);
  const targets = [
    ...types.shapes
      .filter(({ shaped }) => shaped === 'content-type')
      .map((one) => [one.uid, nameOf(one)] as const),
    ...types.builtIns.map(({ uid, displayName }) => [uid, displayName] as const),
  ];
  const sources = attributesOf(shape).flatMap(([name, one]) =>
    textual.has(textIn(one, 'type')) ? [[name, name] as const] : [],
  );
  const typed = (['min', 'max', 'default'] as const).filter(has);
  return (
    <>
      {has('relation') &&
        !isMapped &&
        choose(
          'relation',
          relationKinds.map((kind) => [kind, say(`types.option.${kind as 'oneToOne'}`)]),
        )}
      {has('target') && !isMapped && choose('target', targets)}
      {has('component') && choose('component', components)}
      {has('targetField') && choose('targetField', sources)}
      {has('components') && (
        <Checks
          option="components"
          choices={components}
          chosen={lines('components')}
          set={(value) => set('components', value)}
        />
      )}
      {has('allowedTypes') && (
        <Checks
          option="allowedTypes"
          choices={mediaTypes.map((one) => [one, one])}
          chosen={lines('allowedTypes')}
          set={(value) => set('allowedTypes', value.length === 0 ? undefined : value)}
        />
      )}
      {has('enum') && (
        <FieldFrame id="option-enum" label={say('types.option.enum')}>
          <textarea
            id="option-enum"
            className="input"
            value={lines('enum').join('\n')}
            onChange={({ target }) => set('enum', target.value === '' ? [] : target.value.split('\n'))}
          />
        </FieldFrame>
      )}
      <fieldset className="field">
        <legend className="label">{say('types.options')}</legend>
        <div className="choices">
          {flags
            .filter((flag) => has(flag) || flag === 'required' || flag === 'private')
            .map((flag) => (
              <Check
                key={flag}
                label={say(`types.option.${flag}`)}
                isOn={attribute[flag] === true}
                set={(isOn) => set(flag, isOn)}
              />
            ))}
          {has('weight') && (
            <Check
              label={say('types.option.searchable')}
              isOn={attribute['searchable'] === true}
              set={(isOn) => set('searchable', isOn)}
            />
          )}
          {isLocalized(shape.definition) && (
            <Check
              label={say('types.option.localized')}
              isOn={isLocalized(attribute)}
              set={(isOn) => set('pluginOptions', isOn ? { i18n: { localized: true } } : undefined)}
            />
          )}
        </div>
      </fieldset>
      {texts
        .filter(
          (option) => has(option) && !(option === 'inversedBy' && (isMapped || shape.shaped === 'component')),
        )
        .map((option) => (
          <Text
            key={option}
            option={option}
            value={textIn(attribute, option)}
            set={(value) => set(option, value)}
          />
        ))}
      {[...numbers.filter(has), ...typed].map((option) => (
        <Text
          key={option}
          option={option}
          value={attribute[option] === undefined ? '' : shownValue(attribute[option])}
          set={(value) => set(option, typedValue(textIn(attribute, 'type'), option, value))}
        />
      ))}
    </>
  );
}

type Option =
  Extract<MessageId, `types.option.${string}`> extends `types.option.${infer Name}` ? Name : never;
const labelOf = (option: string): string => say(`types.option.${option as Option}`);

interface SelectProps {
  readonly option: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly set: (value: string) => void;
}

const Select = ({ option, value, choices, set }: SelectProps) => (
  <FieldFrame id={`option-${option}`} label={labelOf(option)}>
    <select
      id={`option-${option}`}
      className="input"
      value={value}
      onChange={({ target }) => set(target.value)}
    >
      {!choices.some(([one]) => one === value) && <option value={value}>{value || say('field.none')}</option>}
      {choices.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  </FieldFrame>
);

interface ChecksProps extends Omit<SelectProps, 'value' | 'set'> {
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
}

const Checks = ({ option, choices, chosen, set }: ChecksProps) => (
  <fieldset className="field">
    <legend className="label">{labelOf(option)}</legend>
    <div className="choices">
      {choices.map(([one, label]) => (
        <Check
          key={one}
          label={label}
          isOn={chosen.includes(one)}
          set={(isOn) => set(isOn ? [...chosen, one] : chosen.filter((other) => other !== one))}
        />
      ))}
    </div>
  </fieldset>
);

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

export const Check = ({ label, isOn, set }: CheckProps) => (
  <label className="choice">
    <input type="checkbox" checked={isOn} onChange={({ target }) => set(target.checked)} />
    {label}
  </label>
);

interface TextProps {
  readonly option: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

const Text = ({ option, value, set }: TextProps) => (
  <FieldFrame id={`option-${option}`} label={labelOf(option)}>
    <input
      id={`option-${option}`}
      className="input"
      value={value}
      onChange={({ target }) => set(target.value)}
    />
  </FieldFrame>
);
