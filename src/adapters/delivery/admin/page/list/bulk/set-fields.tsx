import { useEffect, useId } from 'react';
import { useStore } from 'zustand';
import type { Json } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../../contract/links.js';
import type { WireType } from '../../../contract/types.js';
import { copied, openCopied, type Copied } from '../../entry/component-copy.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { choicesOf, ScalarInput } from '../../ui/scalar-input.js';
import type { BulkValues } from './send-change.js';
import { faultOf, settableOf, valueFrom, type Settable } from './settable.js';
import { TargetSearch } from './target-search.js';

/** What happens to the attribute: it gets a content or loses it, or a relation gets or loses some links. */
export type How = 'put' | 'empty' | 'connect' | 'disconnect';

/** Which attribute gets which content. */
export interface SetChoice {
  readonly attribute: Settable | null;
  readonly how: How;
  readonly text: string;
  /** What is linked. */
  readonly targets: readonly LinkedLabel[];
  /** The component that was copied in an entry. */
  readonly copied: Copied | null;
}

export const emptyChoice: SetChoice = { attribute: null, how: 'put', text: '', targets: [], copied: null };

const isFiles = (attribute: Settable): boolean =>
  attribute.kind === 'relation' && attribute.media !== undefined;

/** Undefined until there is an attribute, and what it gets or loses. */
export function valuesOf(choice: SetChoice): BulkValues | undefined {
  const { attribute, how, targets } = choice;
  if (attribute === null) return undefined;
  const { name } = attribute;
  if (attribute.kind === 'relation' && !isFiles(attribute)) {
    const ids = targets.map(({ documentId }) => documentId);
    if (how === 'empty') return { replace: { [name]: [] } };
    if (ids.length === 0) return undefined;
    if (how === 'put') return { replace: { [name]: ids } };
    return { links: ids.map((documentId) => ({ kind: how, attribute: name, documentId })) };
  }
  const value = how === 'empty' ? nothingIn(attribute) : contentOf(attribute, choice);
  return value === undefined ? undefined : { set: { [name]: value } };
}

const isList = (attribute: Settable): boolean =>
  attribute.kind === 'zone' ||
  (attribute.kind === 'component' && attribute.repeatable) ||
  (attribute.kind === 'relation' && attribute.many);

const nothingIn = (attribute: Settable): Json => (isList(attribute) ? [] : null);

function contentOf(attribute: Settable, { text, targets, copied: taken }: SetChoice): Json | undefined {
  if (attribute.kind === 'scalar') return valueFrom(attribute, text);
  if (attribute.kind === 'relation') {
    const [first, ...others] = targets.map(({ documentId }) => documentId);
    if (first === undefined) return undefined;
    return attribute.many ? [first, ...others] : first;
  }
  if (taken === null) return undefined;
  const item = { ...taken.item, ...(attribute.kind === 'zone' && { __component: taken.uid }) };
  return isList(attribute) ? [item] : item;
}

/** The locales in which the attribute changes. */
const scopeOf = ({ localized }: Settable) =>
  localized ? ('bulk.set.locale' as const) : ('bulk.set.shared' as const);

interface Props {
  readonly type: WireType;
  readonly locale: string | undefined;
  readonly choice: SetChoice;
  readonly change: (choice: SetChoice) => void;
}

/** Chooses an attribute, and what it gets. */
export function SetFields({ type, locale, choice, change }: Props) {
  const { rights } = useSession();
  const settable = settableOf(type, rights);
  const id = useId();
  const { attribute, how, text, targets } = choice;
  const scope = attribute !== null && type.localized ? scopeOf(attribute) : undefined;
  const fault = attribute?.kind === 'scalar' ? faultOf(attribute, text) : undefined;
  const choose = (name: string): void => {
    const chosen = settable.find((one) => one.name === name) ?? null;
    const [first] = (chosen?.kind === 'scalar' && choicesOf(chosen)) || [];
    const usual = chosen?.kind === 'relation' && !isFiles(chosen) ? ('connect' as const) : ('put' as const);
    change({ ...emptyChoice, attribute: chosen, how: usual, text: first?.value ?? '' });
  };
  return (
    <div className="set">
      <div className="field">
        <label htmlFor={`${id}-name`}>{say('bulk.set.attribute')}</label>
        <select
          id={`${id}-name`}
          className="input"
          aria-describedby={scope && `${id}-scope`}
          value={attribute?.name ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{say('bulk.set.choose')}</option>
          {settable.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {scope && (
          <p className="hint" id={`${id}-scope`}>
            {say(scope)}
          </p>
        )}
      </div>
      {attribute?.kind === 'relation' && !isFiles(attribute) && (
        <div className="field">
          <label htmlFor={`${id}-how`}>{say('bulk.set.how')}</label>
          <select
            id={`${id}-how`}
            className="input"
            value={how}
            onChange={({ target }) => change({ ...choice, how: target.value as How })}
          >
            {(['connect', 'disconnect', 'put', 'empty'] as const).map((one) => (
              <option key={one} value={one}>
                {say(`bulk.set.how.${one}`)}
              </option>
            ))}
          </select>
        </div>
      )}
      {attribute?.kind === 'relation' && how !== 'empty' && (
        <TargetSearch
          path={`candidates/${type.uid}/${attribute.name}`}
          target={attribute.target}
          locale={locale}
          label={attribute.name}
          isMany={attribute.many || how === 'disconnect'}
          chosen={targets}
          choose={(next) => change({ ...choice, targets: next })}
        />
      )}
      {(attribute?.kind === 'component' || attribute?.kind === 'zone') && how !== 'empty' && (
        <CopiedComponent attribute={attribute} choice={choice} change={change} />
      )}
      {attribute?.kind === 'scalar' && how !== 'empty' && (
        <div className="field">
          <label htmlFor={`${id}-value`}>{say('bulk.set.value')}</label>
          <ScalarInput
            id={`${id}-value`}
            attribute={attribute}
            value={text}
            isLong={/^(text|richtext)$/.test(attribute.type)}
            change={(next) => change({ ...choice, text: next })}
            {...(fault !== undefined && { describedBy: `${id}-fault` })}
          />
          <p className="fault" id={`${id}-fault`} role="status">
            {fault}
          </p>
        </div>
      )}
      {attribute !== null && (attribute.kind !== 'relation' || isFiles(attribute)) && (
        <label className="choice">
          <input
            type="checkbox"
            checked={how === 'empty'}
            onChange={({ target }) => change({ ...choice, how: target.checked ? 'empty' : 'put' })}
          />
          {say('bulk.set.empty')}
        </label>
      )}
    </div>
  );
}

type CopiedProps = Pick<Props, 'choice' | 'change'> & {
  readonly attribute: Extract<Settable, { readonly kind: 'component' | 'zone' }>;
};

/** Components are made in an entry, where their fields are: what was copied there last is taken. */
function CopiedComponent({ attribute, choice, change }: CopiedProps) {
  const { administrator, components } = useSession();
  useEffect(() => openCopied(administrator.documentId), [administrator.documentId]);
  const latest = useStore(copied, (state) => state.latest);
  const fits =
    latest !== null &&
    (attribute.kind === 'zone'
      ? attribute.components.includes(latest.uid)
      : attribute.component === latest.uid);
  if (!fits) return <p className="hint">{say('bulk.set.copyFirst')}</p>;
  const name = components.find(({ uid }) => uid === latest.uid)?.displayName ?? latest.uid;
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={choice.copied === latest}
        onChange={({ target }) => change({ ...choice, copied: target.checked ? latest : null })}
      />
      {say('bulk.set.copied', { name })}
    </label>
  );
}
