import { useState } from 'react';
import type { Administrator, AdministratorBody, Invitation } from '../../../contract/administrators.js';
import { say } from '../../messages/messages.js';
import { nameOfRole } from '../../messages/names.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { Asked } from '../../ui/asked.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { areaAt, mayAll } from '../areas.js';
import { FormDialog, useClosing } from '../form-dialog.js';
import { focusTitle, readAgain } from '../setting.js';
import { useAction } from '../use-action.js';
import { PersonSignIns } from './person-sign-ins.js';

/** A link that was made, and whom it is for. */
export interface MadeLink extends Invitation {
  readonly title: string;
  readonly text: string;
}

interface Props {
  readonly person: Administrator;
  readonly roles: readonly string[];
  readonly made: (link: MadeLink) => void;
  readonly close: () => void;
}

const { area } = areaAt('/settings/administrators');

/** One administrator: what is saved together, and what happens at once. */
export function AdministratorDialog({ person, roles, made, close }: Props) {
  const { rights } = useSession();
  const [given, setGiven] = useState<AdministratorBody>({});
  // Whose role the administrator cannot give, they cannot change either.
  const mayChange = mayAll(rights, area, 'update') && roles.includes(person.role);
  const path = `administrators/${person.documentId}`;
  const save = async (): Promise<void> => {
    await request('PATCH', path, { body: given });
    await readAgain('administrators');
  };
  return (
    <FormDialog title={person.name} submit={mayChange ? say('save') : undefined} run={save} close={close}>
      {!mayChange && <p className="hint">{say('administrators.more')}</p>}
      {(['name', 'email'] as const).map((name) => (
        <FieldFrame
          key={name}
          id={`person-${name}`}
          label={say(name === 'name' ? 'column.name' : 'users.email')}
        >
          <input
            id={`person-${name}`}
            className="input"
            type={name === 'email' ? 'email' : 'text'}
            required
            readOnly={!mayChange}
            autoComplete="off"
            dir="auto"
            value={given[name] ?? person[name]}
            onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
          />
        </FieldFrame>
      ))}
      <FieldFrame id="person-role" label={say('users.role')} hint={say('administrators.role.hint')}>
        <select
          id="person-role"
          className="input"
          disabled={!mayChange}
          aria-describedby="person-role-hint"
          value={given.role ?? person.role}
          onChange={({ target }) => setGiven({ ...given, role: target.value })}
        >
          {[...new Set([person.role, ...roles])].map((role) => (
            <option key={role} value={role}>
              {nameOfRole(role)}
            </option>
          ))}
        </select>
      </FieldFrame>
      {mayChange && <PersonSignIns documentId={person.documentId} name={person.name} />}
      {mayChange && <PersonActions person={person} made={made} />}
    </FormDialog>
  );
}

function PersonActions({ person, made }: Pick<Props, 'person' | 'made'>) {
  const close = useClosing();
  const { rights, administrator: me } = useSession();
  const action = useAction();
  const [done, setDone] = useState('');
  const { documentId, name, blocked, hasSecondFactor } = person;
  const path = `administrators/${documentId}`;
  const isMe = documentId === me.documentId;
  const act = async (work: () => Promise<unknown>, words: string): Promise<boolean> => {
    const isDone = await action.run(async () => {
      await work();
      await readAgain('administrators');
    });
    setDone(isDone ? words : '');
    return isDone;
  };
  const leave = async (work: () => Promise<unknown>, then: () => void = () => {}): Promise<void> => {
    if (!(await act(work, ''))) return;
    close();
    then();
  };
  const resetPassword = (): Promise<void> =>
    leave(async () => {
      const { data } = await request<{ data: Invitation }>('POST', `${path}/link`);
      made({
        ...data,
        title: say('administrators.reset.made', { name }),
        text: say('administrators.reset.text'),
      });
    });
  return (
    <div className="sheet-actions">
      {!isMe && (
        <Asked
          className={blocked ? 'quiet' : 'quiet danger'}
          label={say(blocked ? 'users.unblock' : 'users.block')}
          question={say(blocked ? 'users.unblock.ask' : 'users.block.ask', { name })}
          isOff={action.isBusy}
          run={() => void leave(() => request('PATCH', path, { body: { blocked: !blocked } }))}
        />
      )}
      {!isMe && (
        <Asked
          className="quiet"
          label={say('users.signOut')}
          question={say('users.signOut.ask', { name })}
          isOff={action.isBusy}
          run={() => void act(() => request('POST', `${path}/sign-out`), say('users.signedOut'))}
        />
      )}
      <button
        type="button"
        className="button quiet"
        disabled={action.isBusy}
        onClick={() => void resetPassword()}
      >
        {say('administrators.reset')}
      </button>
      {hasSecondFactor && !isMe && (
        <Asked
          label={say('administrators.factor.reset')}
          question={say('administrators.factor.ask', { name })}
          isOff={action.isBusy}
          run={() =>
            void act(() => request('POST', `${path}/second-factor`), say('administrators.factor.done'))
          }
        />
      )}
      {mayAll(rights, area, 'delete') && !isMe && (
        <Asked
          label={say('administrators.remove')}
          question={say('administrators.remove.ask', { name })}
          isOff={action.isBusy}
          run={() => void leave(() => request('DELETE', path), focusTitle)}
        />
      )}
      <p className={action.fault === undefined ? 'hint' : 'fault'} role="status">
        {action.fault ?? done}
      </p>
    </div>
  );
}
