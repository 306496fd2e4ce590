import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Condition } from './condition.js';
import { barOf, ownerFields, widest, type Giver } from './giving.js';
import { GrantCount } from './grant-count.js';
import {
  actionsIn,
  columns,
  keyOf,
  limitsOf,
  localesIn,
  textOf,
  withActions,
  withLocales,
  type Column,
  type Grantable,
  type Held,
  type Holder,
  type Limits,
} from './held-grants.js';

interface Props {
  readonly one: Grantable;
  readonly held: Held;
  readonly change: ((held: Held) => void) | undefined;
  readonly holder: Holder;
  readonly giver: Giver;
}

/** The actions of one content-type one by one, with their attributes, locales and conditions. */
export function GrantLimits(props: Props) {
  const shown = columns.filter((column) => actionsIn(props.one, column).length > 0);
  return (
    <div className="limits">
      {shown.map((column) => (
        <ColumnLimits key={column} column={column} {...props} />
      ))}
    </div>
  );
}

function ColumnLimits(props: Props & { readonly column: Column }) {
  const { column, one, held, change, giver } = props;
  const actions = actionsIn(one, column);
  const granted = actions.filter((action) => held[keyOf(one.uid, action)] !== undefined);
  const [first] = granted;
  const limits = first === undefined ? undefined : held[keyOf(one.uid, first)];
  const bar =
    change &&
    actions
      .map((action) => barOf(giver, one, action, held[keyOf(one.uid, action)]))
      .find((found) => found !== undefined);
  const canChange = change !== undefined && bar === undefined;
  const choose = (action: string, isOn: boolean): void =>
    change?.(withActions(held, one.uid, [action], isOn ? (limits ?? widest(giver, one, action)) : null));
  // Actions with limits of their own keep them: each is edited by itself.
  const isSame = new Set(granted.map((action) => textOf(held[keyOf(one.uid, action)]))).size <= 1;
  const sets = isSame ? [granted] : granted.map((action) => [action]);
  return (
    <fieldset className="field" disabled={!canChange}>
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
      {bar !== undefined && <p className="hint">{say(`grants.pale.${bar}`)}</p>}
      {sets.map((set) => (
        <LimitsOf
          {...props}
          key={set.join(' ')}
          actions={set}
          isNamed={!isSame}
          canChange={canChange}
          change={(next) => change?.(withActions(held, one.uid, set, next))}
        />
      ))}
    </fieldset>
  );
}

interface LimitsProps extends Omit<Props, 'change'> {
  readonly column: Column;
  /** They have the same limits. */
  readonly actions: readonly string[];
  /** Whether others of the column have other limits. */
  readonly isNamed: boolean;
  readonly canChange: boolean;
  readonly change: (limits: Limits) => void;
}

function LimitsOf({ one, column, actions, isNamed, canChange, held, change, holder, giver }: LimitsProps) {
  const [action] = actions;
  const limits = action === undefined ? undefined : held[keyOf(one.uid, action)];
  if (action === undefined || limits === undefined) return null;
  const can = limitsOf(column);
  const id = `${one.uid} ${isNamed ? action : column}`.replaceAll(/\W/g, '-');
  return (
    <>
      {isNamed && <code>{action}</code>}
      {can.fields && one.fields.length > 0 && (
        <Names
          id={`${id}-fields`}
          legend={say('grants.fields')}
          all={say('grants.fields.all')}
          names={one.fields}
          owned={(canChange ? ownerFields(giver, one.uid, action) : null) ?? []}
          chosen={limits.fields}
          change={(fields) => change({ ...limits, fields })}
        />
      )}
      {can.rows && <Rows id={id} one={one} column={column} limits={limits} change={change} holder={holder} />}
    </>
  );
}

interface RowsProps {
  readonly id: string;
  readonly one: Grantable;
  readonly column: Column;
  readonly limits: Limits;
  readonly change: (limits: Limits) => void;
  readonly holder: Holder;
}

function Rows({ id, one, column, limits, change, holder }: RowsProps) {
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
        type={one.uid}
        value={rest}
        holder={holder}
        change={(next) => change({ ...limits, filters: withLocales(next, locales) })}
      />
      <GrantCount type={one.uid} filters={limits.filters} holder={holder} isPublished={column === 'read'} />
    </>
  );
}

interface NamesProps {
  readonly id: string;
  readonly legend: string;
  readonly all: string;
  readonly names: readonly string[];
  /** Those that only owners choose. */
  readonly owned?: readonly string[];
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly change: (chosen: readonly string[] | null) => void;
}

/** All names, or some of them. Those chosen that are not in `names` stay, as system attributes of a grant do. */
function Names({ id, legend, all, names, owned = [], chosen, change }: NamesProps) {
  const toggle = (name: string, isOn: boolean): void => {
    const unlisted = chosen?.filter((one) => !names.includes(one)) ?? [];
    const next = [...names.filter((one) => (one === name ? isOn : chosen?.includes(one))), ...unlisted];
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
            disabled={owned.length > 0}
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
                disabled={owned.includes(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              />
              <code>{name}</code>
            </label>
          ))}
      </div>
      {owned.length > 0 && <span className="hint">{say('grants.pale.owner')}</span>}
    </div>
  );
}
