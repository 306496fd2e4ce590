import { useState } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import {
  actionsIn,
  columns,
  keyOf,
  limitsOf,
  localesIn,
  mayGive,
  withActions,
  withLocales,
  type Column,
  type Grantable,
  type Held,
  type Limits,
} from './held-grants.js';

interface Props {
  readonly one: Grantable;
  readonly held: Held;
  readonly change: ((held: Held) => void) | undefined;
  readonly hasMe: boolean;
}

/** The actions of one content-type one by one, with their attributes, locales and conditions. */
export function GrantLimits({ one, held, change, hasMe }: Props) {
  const shown = columns.filter((column) => actionsIn(one, column).length > 0);
  return (
    <div className="limits">
      {shown.map((column) => (
        <ColumnLimits key={column} column={column} one={one} held={held} change={change} hasMe={hasMe} />
      ))}
    </div>
  );
}

function ColumnLimits({ column, one, held, change, hasMe }: Props & { readonly column: Column }) {
  const { rights } = useSession();
  const actions = actionsIn(one, column);
  const granted = actions.filter((action) => held[keyOf(one.uid, action)] !== undefined);
  const [first] = granted;
  const limits = first === undefined ? undefined : held[keyOf(one.uid, first)];
  const isOff = change === undefined || !actions.every((action) => mayGive(rights, one.uid, action));
  const choose = (action: string, isOn: boolean): void =>
    change?.(withActions(held, one.uid, [action], isOn ? (limits ?? { fields: null, filters: null }) : null));
  const limit = (next: Limits): void => change?.(withActions(held, one.uid, granted, next));
  const can = limitsOf(column);
  const id = `${one.uid} ${column}`.replaceAll(/\W/g, '-');
  return (
    <fieldset className="field" disabled={isOff}>
      <legend className="label">{say(`grants.column.${column}`)}</legend>
      <div className="choices">
        {actions.map((action) => (
          <label className="choice" key={action}>
            <input
              type="checkbox"
              checked={granted.includes(action)}
              onChange={({ target }) => choose(action, target.checked)}
            />
            <code>{action}</code>
          </label>
        ))}
      </div>
      {limits !== undefined && can.fields && one.fields.length > 0 && (
        <Names
          id={`${id}-fields`}
          legend={say('grants.fields')}
          all={say('grants.fields.all')}
          names={one.fields}
          chosen={limits.fields}
          change={(fields) => limit({ ...limits, fields })}
        />
      )}
      {limits !== undefined && can.rows && (
        <Rows id={id} one={one} limits={limits} change={limit} hasMe={hasMe} />
      )}
    </fieldset>
  );
}

interface RowsProps {
  readonly id: string;
  readonly one: Grantable;
  readonly limits: Limits;
  readonly change: (limits: Limits) => void;
  readonly hasMe: boolean;
}

function Rows({ id, one, limits, change, hasMe }: RowsProps) {
  const session = useSession();
  const { locales, rest } = localesIn(limits.filters);
  return (
    <>
      {one.localized && (
        <Names
          id={`${id}-locales`}
          legend={say('grants.locales')}
          all={say('grants.locales.all')}
          names={session.locales.map(({ code }) => code)}
          chosen={locales}
          change={(chosen) => change({ ...limits, filters: withLocales(rest, chosen) })}
        />
      )}
      <Condition
        id={`${id}-rows`}
        value={rest}
        hasMe={hasMe}
        change={(next) => change({ ...limits, filters: withLocales(next, locales) })}
      />
    </>
  );
}

interface NamesProps {
  readonly id: string;
  readonly legend: string;
  readonly all: string;
  readonly names: readonly string[];
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly change: (chosen: readonly string[] | null) => void;
}

/** All names, or some of them. */
function Names({ id, legend, all, names, chosen, change }: NamesProps) {
  const toggle = (name: string, isOn: boolean): void => {
    const next = names.filter((one) => (one === name ? isOn : chosen?.includes(one)));
    // A grant without any attribute or locale would allow nothing.
    if (next.length > 0) change(next);
  };
  return (
    <div className="names" role="group" aria-label={legend} id={id}>
      <span className="hint" aria-hidden>
        {legend}
      </span>
      <div className="choices">
        <label className="choice">
          <input
            type="checkbox"
            checked={chosen === null}
            onChange={({ target }) => change(target.checked ? null : names)}
          />
          {all}
        </label>
        {chosen !== null &&
          names.map((name) => (
            <label className="choice" key={name}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              />
              <code>{name}</code>
            </label>
          ))}
      </div>
    </div>
  );
}

interface ConditionProps {
  readonly id: string;
  readonly value: Json;
  readonly hasMe: boolean;
  readonly change: (value: Json) => void;
}

/** The condition on documents as JSON. What is not JSON yet is not taken. */
function Condition({ id, value, hasMe, change }: ConditionProps) {
  const [text, setText] = useState(() => (value === null ? '' : JSON.stringify(value, null, 1)));
  const isBad = readJson(text) === undefined;
  const type = (next: string): void => {
    setText(next);
    const read = readJson(next);
    if (read !== undefined) change(read);
  };
  return (
    <div className="field">
      <label className="hint" htmlFor={id}>
        {say('grants.rows')}
      </label>
      <textarea
        id={id}
        className="input code condition"
        rows={1}
        spellCheck={false}
        placeholder={say('grants.rows.all')}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <p className={isBad ? 'fault' : 'hint'} id={`${id}-hint`}>
        {isBad
          ? say('grants.rows.bad')
          : hasMe
            ? say('grants.rows.hintMe', { example: '{"createdBy": "$me"}' })
            : say('grants.rows.hint', { example: '{"rating": {"$gte": 3}}' })}
      </p>
    </div>
  );
}

/** An object, null for nothing, undefined for what is neither. */
function readJson(text: string): Json | undefined {
  if (text.trim() === '') return null;
  try {
    const read = JSON.parse(text) as Json;
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
