import type { ListedRole, RoleService } from '../../../application/access/roles/role-service.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import { listed, noted, type Outcome } from './outcome.js';
import type { Command } from './parse-command.js';

export type RoleCommand = Extract<
  Command,
  { name: 'role list' | 'role create' | 'role update' | 'role delete' }
>;

/** Commands over roles. */
export async function roleCommand(command: RoleCommand, roles: RoleService): Promise<Result<Outcome>> {
  switch (command.name) {
    case 'role list': {
      const found = await roles.list(systemPrincipal);
      return found.ok ? listed(found.value.map(row), command.json, 'There are no roles.') : found;
    }
    case 'role create': {
      const { title: name, description, type } = command;
      const created = await roles.create(systemPrincipal, { name, description, type });
      return created.ok ? noted(`Role ${created.value} is made.`) : created;
    }
    case 'role update': {
      const { title: name, description } = command;
      const changed = await roles.update(systemPrincipal, addressOf(command.role), { name, description });
      return changed.ok ? noted(`Role ${command.role} is changed.`) : changed;
    }
    case 'role delete': {
      const removed = await roles.remove(systemPrincipal, addressOf(command.role));
      return removed.ok ? noted(`Role ${command.role} is removed.`) : removed;
    }
  }
}

const addressOf = (role: string) => ({ key: 'type', value: role }) as const;

const row = ({ type, document, users }: ListedRole) => ({
  type,
  name: document['name'] ?? '',
  users,
  description: document['description'] ?? '',
});
