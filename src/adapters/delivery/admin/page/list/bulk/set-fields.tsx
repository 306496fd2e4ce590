import { useId } from 'react';
import type { Json, Scalar } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { choicesOf, ScalarInput } from '../../ui/scalar-input.js';
import { settableOf, valueFrom } from './settable.js';

/** Which attribute gets which value. */
export interface SetChoice {
  readonly attribute: Scalar | null;
  readonly text: string;
  /** Whether the attribute loses its value. */
  readonly isEmpty: boolean;
}

export const emptyChoice: SetChoice = { attribute: null, text: '', isEmpty: false };

/** Undefined until there is an attribute and a value. */
export function setOf({ attribute, text, isEmpty }: SetChoice): Readonly<Record<string, Json>> | undefined {
  if (attribute === null) return undefined;
  const value = isEmpty ? null : valueFrom(attribute, text);
  return value === undefined ? undefined : { [attribute.name]: value };
}

interface Props {
  readonly type: WireType;
  readonly choice: SetChoice;
  readonly change: (choice: SetChoice) => void;
}

/** Chooses an attribute and its value. */
export function SetFields({ type, choice, change }: Props) {
  const { rights } = useSession();
  const settable = settableOf(type, rights);
  const id = useId();
  const { attribute, text, isEmpty } = choice;
  const choose = (name: string): void => {
    const chosen = settable.find((one) => one.name === name) ?? null;
    const [first] = choicesOf(chosen ?? undefined) ?? [];
    change({ attribute: chosen, text: first?.value ?? '', isEmpty: false });
  };
  return (
    <div className="set">
      <div className="field">
        <label htmlFor={`${id}-name`}>{say('bulk.set.attribute')}</label>
        <select
          id={`${id}-name`}
          className="input"
          value={attribute?.name ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{say('bulk.set.choose')}</option>
          {settable.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {attribute !== null && (
        <>
          {!isEmpty && (
            <div className="field">
              <label htmlFor={`${id}-value`}>{say('bulk.set.value')}</label>
              <ScalarInput
                id={`${id}-value`}
                attribute={attribute}
                value={text}
                isLong={/^(text|richtext)$/.test(attribute.type)}
                change={(next) => change({ ...choice, text: next })}
              />
            </div>
          )}
          <label className="choice">
            <input
              type="checkbox"
              checked={isEmpty}
              onChange={({ target }) => change({ ...choice, isEmpty: target.checked })}
            />
            {say('bulk.set.empty')}
          </label>
        </>
      )}
    </div>
  );
}
