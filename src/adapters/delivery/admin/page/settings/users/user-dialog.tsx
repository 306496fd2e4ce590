import { useState } from 'react';
import type { ContentUser, UserBody, UsersMeta } from '../../../contract/users.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { Asked } from '../../ui/asked.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { areaAt, mayAll } from '../areas.js';
import { FormDialog, useClosing } from '../form-dialog.js';
import { focusTitle, readAgain } from '../setting.js';
import { useAction } from '../use-action.js';

interface Props {
  /** Null: one that is to be made. */
  readonly user: ContentUser | null;
  readonly meta: Omit<UsersMeta, 'pagination'>;
  readonly close: () => void;
}

const { area } = areaAt('/settings/users');

/** Makes a user, or changes one. */
export function UserDialog({ user, meta, close }: Props) {
  const { roles } = meta;
  const { rights } = useSession();
  const [given, setGiven] = useState<UserBody>({});
  const value = (name: 'username' | 'email' | 'password'): string =>
    given[name] ?? (name === 'password' ? '' : (user?.[name] ?? ''));
  const mayChange = user === null || mayAll(rights, area, 'update');
  const send = async (): Promise<void> => {
    // An empty password is none.
    const { password, ...others } = given;
    const body = { ...others, ...(password && { password }) };
    await request(user === null ? 'POST' : 'PATCH', user === null ? 'users' : `users/${user.documentId}`, {
      body,
    });
    await readAgain('users');
  };
  const field = (name: 'username' | 'email' | 'password', type: string, hint?: string) => (
    <FieldFrame id={`user-${name}`} label={say(`users.${name}`)} isRequired={user === null} hint={hint}>
      <input
        id={`user-${name}`}
        className="input"
        type={type}
        required={name !== 'password' || user === null}
        readOnly={!mayChange}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        dir={type === 'password' ? undefined : 'auto'}
        aria-describedby={hint === undefined ? undefined : `user-${name}-hint`}
        value={value(name)}
        onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
      />
    </FieldFrame>
  );
  return (
    <FormDialog
      title={user === null ? say('users.new') : user.username}
      submit={mayChange ? say(user === null ? 'users.make' : 'save') : undefined}
      run={send}
      close={close}
    >
      {field('username', 'text')}
      {field('email', 'email')}
      {mayChange &&
        field('password', 'password', user === null ? say('users.password.new') : say('users.password.hint'))}
      {roles.length > 0 && (
        <FieldFrame id="user-role" label={say('users.role')}>
          <select
            id="user-role"
            className="input"
            disabled={!mayChange}
            value={given.role ?? user?.role?.documentId ?? ''}
            onChange={({ target }) => setGiven({ ...given, role: target.value })}
          >
            {user?.role == null && <option value="">{say('users.role.default')}</option>}
            {roles
              .filter(({ name }) => name !== 'Public' || user?.role?.name === 'Public')
              .map(({ documentId, name }) => (
                <option key={documentId} value={documentId}>
                  {name}
                </option>
              ))}
          </select>
        </FieldFrame>
      )}
      {user !== null && <UserActions user={user} meta={meta} />}
    </FormDialog>
  );
}

/** What happens at once, beside what the form saves. */
function UserActions({ user, meta }: { readonly user: ContentUser } & Pick<Props, 'meta'>) {
  const close = useClosing();
  const { rights } = useSession();
  const action = useAction();
  const [done, setDone] = useState('');
  const path = `users/${user.documentId}`;
  const act = async (work: () => Promise<unknown>, words: string): Promise<boolean> => {
    const isDone = await action.run(async () => {
      await work();
      await readAgain('users');
    });
    setDone(isDone ? words : '');
    return isDone;
  };
  const remove = async (): Promise<void> => {
    const isGone = await action.run(async () => {
      await request('DELETE', path);
      await readAgain('users');
    });
    if (!isGone) return;
    close();
    focusTitle();
  };
  const mayUpdate = mayAll(rights, area, 'update');
  if (!mayUpdate && !mayAll(rights, area, 'delete')) return null;
  const next = !user.blocked;
  return (
    <div className="sheet-actions">
      {mayUpdate && (
        <>
          <Asked
            className={next ? 'quiet danger' : 'quiet'}
            label={say(next ? 'users.block' : 'users.unblock')}
            question={say(next ? 'users.block.ask' : 'users.unblock.ask', { name: user.username })}
            isOff={action.isBusy}
            run={() => {
              const body = { blocked: next };
              void act(() => request('PATCH', path, { body }), '').then((isDone) => isDone && close());
            }}
          />
          <Asked
            className="quiet"
            label={say('users.signOut')}
            question={say('users.signOut.ask', { name: user.username })}
            isOff={action.isBusy}
            run={() => void act(() => request('POST', `${path}/sign-out`), say('users.signedOut'))}
          />
          {!user.blocked && (
            <MailActions
              user={user}
              meta={meta}
              isOff={action.isBusy}
              send={(mail) => void act(() => request('POST', `${path}/${mail}`), say('users.mailed'))}
            />
          )}
        </>
      )}
      {mayAll(rights, area, 'delete') && (
        <Asked
          label={say('users.delete')}
          question={say('users.delete.ask', { name: user.username })}
          isOff={action.isBusy}
          run={() => void remove()}
        />
      )}
      <p className={action.fault === undefined ? 'hint' : 'fault'} role="status">
        {action.fault ?? done}
      </p>
    </div>
  );
}

interface MailProps extends Pick<Props, 'meta'> {
  readonly user: ContentUser;
  readonly isOff: boolean;
  readonly send: (mail: 'password-link' | 'confirmation') => void;
}

/** The mails that a user can get, or why there are none. */
function MailActions({ user: { username: name, confirmed }, meta, isOff, send }: MailProps) {
  if (!meta.canMail) return <p className="hint">{say('users.noMail')}</p>;
  const mails = [
    { mail: 'password-link', words: 'users.passwordLink' },
    ...(meta.emailConfirmation && !confirmed
      ? [{ mail: 'confirmation', words: 'users.confirmation' } as const]
      : []),
  ] as const;
  return mails.map(({ mail, words }) => (
    <Asked
      key={mail}
      className="quiet"
      label={say(words)}
      question={say(`${words}.ask`, { name })}
      isOff={isOff}
      run={() => send(mail)}
    />
  ));
}
