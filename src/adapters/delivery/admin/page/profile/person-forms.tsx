import { useState, type FormEvent, type ReactNode } from 'react';
import type { Profile, ProfileBody } from '../../contract/profile.js';
import { say } from '../messages/messages.js';
import { nameOfRole } from '../messages/names.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { sessionQuery } from '../session/session.js';
import { readAgain } from '../settings/setting.js';
import { useAction } from '../settings/use-action.js';
import { described, FieldFrame } from '../ui/field-frame.js';
import { Part } from './part.js';

/** Reads again what names the administrator. */
export const readProfileAgain = async (): Promise<void> => {
  await Promise.all([
    readAgain('profile'),
    readAgain('sessions'),
    queryClient.invalidateQueries(sessionQuery),
  ]);
};

interface FormProps {
  readonly submit: string;
  readonly isOff: boolean;
  readonly send: () => Promise<unknown>;
  readonly done: string;
  readonly children: ReactNode;
}

/** A form that says whether it was saved. */
function SavedForm({ submit, isOff, send, done, children }: FormProps) {
  const action = useAction();
  const [words, setWords] = useState('');
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (action.isBusy) return;
    setWords('');
    if (await action.run(send)) setWords(done);
  };
  return (
    <form className="setting-form" onSubmit={(event) => void run(event)}>
      {children}
      <div className="row">
        <button type="submit" className="button primary" disabled={action.isBusy || isOff}>
          {submit}
        </button>
        <span className={action.fault === undefined ? 'hint' : 'fault'} role="status">
          {action.fault ?? words}
        </span>
      </div>
    </form>
  );
}

interface Props {
  readonly profile: Profile;
}

/** The name and the address. */
export function PersonForm({ profile }: Props) {
  const [edited, setEdited] = useState<Pick<ProfileBody, 'name' | 'email'>>({});
  const { name, email } = { ...profile, ...edited };
  const change: ProfileBody = {
    ...(name !== profile.name && { name }),
    ...(email !== profile.email && { email }),
  };
  const save = async (): Promise<void> => {
    await request('PATCH', 'profile', { body: change });
    await readProfileAgain();
    setEdited({});
  };
  return (
    <Part
      id="person"
      title={say('profile.person')}
      text={say('profile.role', { role: nameOfRole(profile.role) })}
    >
      <SavedForm
        submit={say('save')}
        isOff={Object.keys(change).length === 0}
        send={save}
        done={say('roles.saved')}
      >
        <FieldFrame id="profile-name" label={say('column.name')}>
          <input
            id="profile-name"
            className="input"
            required
            maxLength={100}
            autoComplete="name"
            dir="auto"
            value={name}
            onChange={({ target }) => setEdited({ ...edited, name: target.value })}
          />
        </FieldFrame>
        <FieldFrame id="profile-email" label={say('users.email')} hint={say('profile.email.hint')}>
          <input
            id="profile-email"
            className="input"
            type="email"
            required
            autoComplete="email"
            {...described('profile-email', say('profile.email.hint'), undefined)}
            value={email}
            onChange={({ target }) => setEdited({ ...edited, email: target.value })}
          />
        </FieldFrame>
      </SavedForm>
    </Part>
  );
}

/** Another password. */
export function PasswordForm({ profile }: Props) {
  const [password, setPassword] = useState('');
  const save = async (): Promise<void> => {
    await request('PATCH', 'profile', { body: { password } satisfies ProfileBody });
    setPassword('');
    await readAgain('sessions');
  };
  return (
    <Part id="password" title={say('users.password')} text={say('profile.password.text')}>
      <SavedForm
        submit={say('profile.password.do')}
        isOff={password === ''}
        send={save}
        done={say('profile.password.done')}
      >
        <input
          className="hidden"
          type="email"
          autoComplete="username"
          value={profile.email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <FieldFrame id="profile-new-password" label={say('profile.password.new')} hint={say('password.hint')}>
          <input
            id="profile-new-password"
            className="input"
            type="password"
            minLength={12}
            required
            autoComplete="new-password"
            {...described('profile-new-password', say('password.hint'), undefined)}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </FieldFrame>
      </SavedForm>
    </Part>
  );
}
