import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import type { OwnerGrant } from '../../../contract/grants.js';
import { say } from '../../messages/messages.js';
import { useKeys } from '../../shell/keys.js';
import { Asked } from '../../ui/asked.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { GrantMatrix } from '../grants/grant-matrix.js';
import type { SettingArea } from '../areas.js';
import { changesBetween, heldIn, type Grantable, type Held } from '../grants/held-grants.js';
import { focusTitle } from '../setting.js';
import { useAction } from '../use-action.js';
import { useLeaving } from '../use-leaving.js';
import { CompareRoles } from './compare-roles.js';
import type { ShownRole } from './shown-role.js';

export interface RoleChange {
  readonly name?: string;
  readonly description: string;
  readonly held: Held;
}

export interface RolesProps {
  readonly area: SettingArea;
  readonly found: UseQueryResult;
  readonly roles: readonly ShownRole[] | undefined;
  readonly grantable: readonly Grantable[];
  readonly ownerGrants?: readonly OwnerGrant[] | undefined;
  /** The id of the one that is shown; `+`: a new one. */
  readonly open: string | undefined;
  readonly show: (id: string | undefined) => void;
  /** Whether a role has a description, and its name can be changed. */
  readonly isDescribed: boolean;
  readonly may: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
  /** Null: makes one. */
  readonly send: (id: string | null, change: RoleChange) => Promise<void>;
  /** Shows the page as somebody with the role sees it. Absent: nobody may. */
  readonly seeAs?: ((id: string) => Promise<void>) | undefined;
  /** Says whether a role needs a second factor. */
  readonly needFactor?: (id: string, isNeeded: boolean) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly removeText: string;
  /** Beside the button that makes a role. */
  readonly tools?: ReactNode;
}

interface Props extends RolesProps {
  readonly role: ShownRole;
  readonly isNew: boolean;
}

/** The name of a role and the matrix of its grants. Nothing happens before Save. */
export function RoleForm(props: Props) {
  const { role, isNew, grantable, ownerGrants, isDescribed, may, send, seeAs, show } = props;
  const action = useAction();
  const before = useMemo(() => heldIn(role.grants ?? []), [role.grants]);
  const [held, setHeld] = useState(before);
  const [name, setName] = useState(role.name);
  const [description, setDescription] = useState(role.description);
  const [done, setDone] = useState('');
  const mayChange = isNew || (may.update && !role.isFixed);
  const grantChanges = changesBetween(before, held);
  const changes =
    grantChanges + Number(name !== role.name) + Number(isDescribed && description !== role.description);
  const leaveSaved = useLeaving(changes > 0);
  const leave = (): void =>
    leaveSaved(() => {
      show(undefined);
      focusTitle();
    });
  const save = async (): Promise<void> => {
    if (!mayChange || changes === 0 || action.isBusy) return;
    const isNamed = isNew || (isDescribed && name !== role.name);
    const isSaved = await action.run(() =>
      send(isNew ? null : role.id, { ...(isNamed && { name: name.trim() }), description, held }),
    );
    setDone(isSaved ? say('roles.saved') : '');
    if (isSaved && isNew) leave();
  };
  useKeys({ 'Mod+s': () => void save() });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="setting-form wide" onSubmit={submit}>
      {!mayChange && (
        <p className="hint">
          {say(role.isFixed ? 'roles.fixed' : 'settings.readOnly', { action: 'update' })}
        </p>
      )}
      {(isNew || isDescribed) && (
        <FieldFrame id="role-name" label={say('column.name')} isRequired={isNew}>
          <input
            id="role-name"
            className="input"
            required
            maxLength={100}
            readOnly={!mayChange}
            autoComplete="off"
            dir="auto"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </FieldFrame>
      )}
      {isDescribed ? (
        <FieldFrame id="role-description" label={say('roles.description')}>
          <input
            id="role-description"
            className="input"
            readOnly={!mayChange}
            dir="auto"
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </FieldFrame>
      ) : (
        description !== '' && <p>{description}</p>
      )}
      {!isNew && <NeededFactor {...props} />}
      {role.grants !== null && (
        <GrantMatrix
          caption={say('roles.may', { name: role.name })}
          grantable={grantable}
          held={held}
          change={mayChange ? setHeld : undefined}
          holder={role.holder}
          ownerGrants={ownerGrants}
        />
      )}
      {!isNew && <CompareRoles role={role} roles={props.roles ?? []} grantable={grantable} />}
      <div className="save-bar">
        {mayChange && (
          <>
            <button type="submit" className="button primary" disabled={action.isBusy || changes === 0}>
              {say(isNew ? 'roles.make' : 'save')}
            </button>
            <span className={action.fault === undefined ? 'hint' : 'fault'} role="status">
              {action.fault ?? (changes > 0 ? say('roles.changes', { count: changes }) : done)}
            </span>
          </>
        )}
        <button type="button" className="button" onClick={() => show(undefined)}>
          {say('back')}
        </button>
        {!isNew && seeAs !== undefined && <SeeAs run={() => seeAs(role.id)} />}
        {!isNew && may.delete && !role.isStandard && <Removal {...props} leave={leave} />}
      </div>
    </form>
  );
}

/** Saved at once, as it is no part of the grants: built-in roles have it too. */
function NeededFactor({ role, may, needFactor }: Props) {
  const action = useAction();
  if (role.needsFactor === null || needFactor === undefined) return null;
  return (
    <div className="field">
      <label className="choice tall">
        <input
          type="checkbox"
          checked={role.needsFactor}
          disabled={!may.update || action.isBusy}
          aria-describedby="role-factor-hint"
          onChange={({ target: { checked } }) => void action.run(() => needFactor(role.id, checked))}
        />
        {say('administratorRoles.factor')}
      </label>
      <p className="hint" id="role-factor-hint">
        {say('administratorRoles.factor.hint')}
      </p>
      <p className="fault" role="alert">
        {action.fault}
      </p>
    </div>
  );
}

function SeeAs({ run }: { readonly run: () => Promise<void> }) {
  const action = useAction();
  return (
    <>
      <button type="button" className="button" disabled={action.isBusy} onClick={() => void action.run(run)}>
        {say('seeAs.do')}
      </button>
      <span className="fault" role="alert">
        {action.fault}
      </span>
    </>
  );
}

function Removal({ role, remove, removeText, leave }: Props & { readonly leave: () => void }) {
  const action = useAction();
  const run = async (): Promise<void> => {
    if (await action.run(() => remove(role.id))) leave();
  };
  return (
    <>
      <Asked label={say('roles.remove')} question={removeText} isOff={action.isBusy} run={() => void run()} />
      <span className="fault" role="alert">
        {action.fault}
      </span>
    </>
  );
}
