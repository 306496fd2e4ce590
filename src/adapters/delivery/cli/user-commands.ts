import type { MadePassword, Users } from '../../../application/accounts/users.js';
import { ok, type Result } from '../../../domain/result.js';
import { command, flag, type Run } from './command.js';
import { listed, noted, type Outcome } from './outcome.js';
import { withRoles } from './in-session.js';

const page = 'accounts';

/** Runs a change of a user and prints `note`. */
const changing = (change: (users: Users) => Promise<Result<void>>, note: string): Run =>
  withRoles(async ({ users }) => {
    const changed = await change(users);
    return changed.ok ? noted(note) : changed;
  });

/** Does the same for a change that may generate a password, which is printed as the result. */
const makingPassword = (change: (users: Users) => Promise<Result<MadePassword>>, note: string): Run =>
  withRoles(async ({ users }) => {
    const changed = await change(users);
    return changed.ok ? ok({ result: changed.value.password ?? '', note, done: true }) : changed;
  });

export const userCommands = [
  command({
    name: 'user list',
    options: { json: flag },
    summary: 'list the users',
    page,
    read: (_, { json }) => withRoles(({ users }) => listUsers(users, json)),
  }),
  command({
    name: 'user create',
    operands: ['USERNAME', 'EMAIL'],
    options: { role: { value: 'ROLE' }, password: { value: 'P' } },
    summary: 'make a user; without --password one is made and shown once',
    page,
    read: ([username, email], { role, password }) =>
      makingPassword(
        (users) => users.create({ username, email, role, password }),
        `User ${username} is made.`,
      ),
  }),
  command({
    name: 'user block',
    operands: ['USER'],
    summary: 'let a user in no longer, and end their sessions',
    page,
    read: ([user]) => changing((users) => users.setBlocked(user, true), `User ${user} is blocked.`),
  }),
  command({
    name: 'user unblock',
    operands: ['USER'],
    summary: 'let a user in again',
    page,
    read: ([user]) =>
      changing((users) => users.setBlocked(user, false), `User ${user} is blocked no longer.`),
  }),
  command({
    name: 'user role',
    operands: ['USER', 'ROLE'],
    summary: 'give a user another role',
    page,
    read: ([user, role]) => changing((users) => users.setRole(user, role), `User ${user} is ${role} now.`),
  }),
  command({
    name: 'user delete',
    operands: ['USER'],
    summary: 'remove a user',
    page,
    read: ([user]) => changing((users) => users.remove(user), `User ${user} is removed.`),
  }),
  command({
    name: 'user password',
    operands: ['USER'],
    options: { password: { value: 'P' } },
    summary: 'give a user another password; without --password one is made and shown once',
    page,
    read: ([user], { password }) =>
      makingPassword((users) => users.setPassword(user, password), `User ${user} has another password.`),
  }),
];

async function listUsers(users: Users, asJson: boolean): Promise<Result<Outcome>> {
  const found = await users.list();
  if (!found.ok) return found;
  const rows = found.value.map((user) => {
    const { username, email, role, confirmed, blocked } = user;
    const state = blocked ? 'blocked' : confirmed ? 'confirmed' : 'not confirmed';
    return asJson ? { ...user } : { username, email, role: role === '' ? '-' : role, state };
  });
  return listed(rows, asJson, 'There are no users.');
}
