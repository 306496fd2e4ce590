import type { MadePassword, Users } from '../../../application/accounts/users.js';
import { ok, type Result } from '../../../domain/result.js';
import { listed, noted, type Outcome } from './outcome.js';
import type { Command } from './parse-command.js';

type UserName =
  'user list' | 'user create' | 'user block' | 'user unblock' | 'user role' | 'user delete' | 'user password';

export type UserCommand = Extract<Command, { name: UserName }>;

/** Commands over the accounts of users. */
export async function userCommand(command: UserCommand, users: Users): Promise<Result<Outcome>> {
  switch (command.name) {
    case 'user list': {
      const found = await users.list();
      if (!found.ok || command.json)
        return found.ok
          ? listed(
              found.value.map((user) => ({ ...user })),
              true,
              '',
            )
          : found;
      const rows = found.value.map(({ username, email, role, confirmed, blocked }) => ({
        username,
        email,
        role: role === '' ? '-' : role,
        state: blocked ? 'blocked' : confirmed ? 'confirmed' : 'not confirmed',
      }));
      return listed(rows, false, 'There are no users.');
    }
    case 'user create':
      return withPassword(await users.create(command), `User ${command.username} is made.`);
    case 'user password':
      return withPassword(
        await users.setPassword(command.user, command.password),
        `User ${command.user} has another password.`,
      );
    case 'user block':
      return done(await users.setBlocked(command.user, true), `User ${command.user} is blocked.`);
    case 'user unblock':
      return done(await users.setBlocked(command.user, false), `User ${command.user} is blocked no longer.`);
    case 'user role':
      return done(
        await users.setRole(command.user, command.role),
        `User ${command.user} is ${command.role} now.`,
      );
    case 'user delete':
      return done(await users.remove(command.user), `User ${command.user} is removed.`);
  }
}

const done = (changed: Result<void>, note: string): Result<Outcome> => (changed.ok ? noted(note) : changed);

/** A password that was made is the result. */
const withPassword = (changed: Result<MadePassword>, note: string): Result<Outcome> =>
  changed.ok ? ok({ result: changed.value.password ?? '', note, done: true }) : changed;
