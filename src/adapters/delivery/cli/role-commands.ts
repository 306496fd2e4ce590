import type { ListedRole } from '../../../application/access/roles/role-service.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { isNotUnique } from '../../../domain/plan/write-plan.js';
import { err } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { listed, noted } from './outcome.js';
import { withRoles } from './in-session.js';

const page = 'access';

export const roleCommands = [
  command({
    name: 'role list',
    options: { json: flag },
    summary: 'list the roles',
    page,
    read: (_, { json }) =>
      withRoles(async ({ roles }) => {
        const found = await roles.list(systemPrincipal);
        return found.ok ? listed(found.value.map(row), json, 'There are no roles.') : found;
      }),
  }),
  command({
    name: 'role create',
    operands: ['NAME'],
    options: { description: { value: 'TEXT' }, type: { value: 'TYPE' } },
    summary: 'make a role; its type follows from its name unless --type names it',
    page,
    read: ([name], { description, type }) =>
      withRoles(async ({ roles }) => {
        const created = await roles.create(systemPrincipal, { name, description, type });
        if (created.ok) return noted(`Role ${created.value} is made.`);
        return isNotUnique(created.failure) ? err(roleExists) : created;
      }),
  }),
  command({
    name: 'role update',
    operands: ['ROLE', '[NAME]'],
    options: { description: { value: 'TEXT' } },
    summary: 'give a role another name or description',
    page,
    read([role, name], { description }) {
      if (name === undefined && description === undefined) return 'NAME or --description is missing';
      return withRoles(async ({ roles }) => {
        const changed = await roles.update(systemPrincipal, addressOf(role), { name, description });
        return changed.ok ? noted(`Role ${role} is changed.`) : changed;
      });
    },
  }),
  command({
    name: 'role delete',
    operands: ['ROLE'],
    summary: 'remove a role; its users become authenticated',
    page,
    read: ([role]) =>
      withRoles(async ({ roles }) => {
        const removed = await roles.remove(systemPrincipal, addressOf(role));
        return removed.ok ? noted(`Role ${role} is removed.`) : removed;
      }),
  }),
];

const roleExists = { message: 'There is such a role already: quire role list lists them' };

const addressOf = (role: string) => ({ key: 'type', value: role }) as const;

const row = ({ type, document, users }: ListedRole) => ({
  type,
  name: document['name'] ?? '',
  users,
  description: document['description'] ?? '',
});
