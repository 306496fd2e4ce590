import { useId } from 'react';
import type { Relation, Scalar } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../../contract/links.js';
import type { WireType } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { choicesOf, ScalarInput } from '../../ui/scalar-input.js';
import type { BulkValues } from './send-change.js';
import { settableOf, valueFrom } from './settable.js';
import { TargetSearch } from './target-search.js';

/** Which attribute gets which value, or which link. */
export interface SetChoice {
  readonly attribute: Scalar | Relation | null;
  readonly text: string;
  /** Whether the attribute loses its value, or the link. */
  readonly isEmpty: boolean;
  /** What is linked. */
  readonly target: LinkedLabel | null;
}

export const emptyChoice: SetChoice = { attribute: null, text: '', isEmpty: false, target: null };

/** Undefined until there is an attribute, and a value or a link. */
export function valuesOf({ attribute, text, isEmpty, target }: SetChoice): BulkValues | undefined {
  if (attribute === null) return undefined;
  if (attribute.kind === 'relation') {
    if (target === null) return undefined;
    const kind = isEmpty ? ('disconnect' as const) : ('connect' as const);
    return { links: [{ kind, attribute: attribute.name, documentId: target.documentId }] };
  }
  const value = isEmpty ? null : valueFrom(attribute, text);
  return value === undefined ? undefined : { set: { [attribute.name]: value } };
}

interface Props {
  readonly type: WireType;
  readonly locale: string | undefined;
  readonly choice: SetChoice;
  readonly change: (choice: SetChoice) => void;
}

/** Chooses an attribute and its value. */
export function SetFields({ type, locale, choice, change }: Props) {
  const { rights } = useSession();
  const settable = settableOf(type, rights);
  const id = useId();
  const { attribute, text, isEmpty, target } = choice;
  const choose = (name: string): void => {
    const chosen = settable.find((one) => one.name === name) ?? null;
    const [first] = (chosen?.kind === 'scalar' && choicesOf(chosen)) || [];
    change({ ...emptyChoice, attribute: chosen, text: first?.value ?? '' });
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
      {attribute?.kind === 'relation' && (
        <>
          <TargetSearch
            path={`candidates/${type.uid}/${attribute.name}`}
            locale={locale}
            label={attribute.name}
            chosen={target}
            choose={(next) => change({ ...choice, target: next })}
          />
          <label className="choice">
            <input
              type="checkbox"
              checked={isEmpty}
              onChange={({ target: box }) => change({ ...choice, isEmpty: box.checked })}
            />
            {say('bulk.set.unlink')}
          </label>
        </>
      )}
      {attribute?.kind === 'scalar' && (
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
