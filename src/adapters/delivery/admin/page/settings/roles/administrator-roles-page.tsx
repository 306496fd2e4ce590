import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AdministratorRole } from '../../../contract/roles.js';
import { areas } from '../../../contract/areas.js';
import { say } from '../../messages/messages.js';
import { nameOfRole } from '../../messages/names.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { areaAt, mayAll } from '../areas.js';
import { actsAsOwner } from '../grants/giving.js';
import { grantableOf, grantsIn } from '../grants/held-grants.js';
import { readAgain, useAnswer } from '../setting.js';
import type { RoleChange } from './role-form.js';
import { RolesScreen } from './roles-screen.js';
import { seeAs } from './see-as.js';

const route = getRouteApi('/settings/administrator-roles');
const area = areaAt('/settings/administrator-roles');

const builtIn = {
  owner: 'administratorRoles.owner',
  editor: 'administratorRoles.editor',
  author: 'administratorRoles.author',
} as const;

const describe = (name: string): string =>
  name in builtIn ? say(builtIn[name as keyof typeof builtIn]) : '';

/** Roles of administrators. */
export function AdministratorRolesPage() {
  const session = useSession();
  const { rights, allTypes } = session;
  const { open } = route.useSearch();
  const navigate = useNavigate({ from: '/settings/administrator-roles' });
  const found = useAnswer<{ readonly data: readonly AdministratorRole[] }>(
    'administrator-roles',
    rights[area.area]?.find !== undefined,
  );
  const roles = found.data?.data.map(({ name, isBuiltIn, grants, needsSecondFactor }) => ({
    id: name,
    name: nameOfRole(name),
    description: describe(name),
    users: null,
    grants,
    isFixed: isBuiltIn,
    needsFactor: needsSecondFactor,
    isStandard: isBuiltIn,
    holder: 'administrator' as const,
  }));
  const send = async (id: string | null, { name, held }: RoleChange): Promise<void> => {
    const grants = grantsIn(held);
    if (id === null) await request('POST', 'administrator-roles', { body: { name, grants } });
    else await request('PATCH', pathOf(id), { body: { grants } });
    await readAgain('administrator-roles');
  };
  const own = new Set<string>(Object.values(areas));
  return (
    <RolesScreen
      area={area}
      found={found}
      roles={roles}
      grantable={grantableOf(
        allTypes.filter(({ uid, exposed }) => exposed || own.has(uid)),
        [],
      )}
      open={open}
      show={(id) => void navigate({ search: id === undefined ? {} : { open: id } })}
      isDescribed={false}
      may={{
        create: mayAll(rights, area.area, 'create'),
        update: mayAll(rights, area.area, 'update'),
        delete: mayAll(rights, area.area, 'delete'),
      }}
      send={send}
      needFactor={async (id, needsSecondFactor) => {
        await request('PATCH', pathOf(id), { body: { needsSecondFactor } });
        await readAgain('administrator-roles');
      }}
      remove={async (id) => {
        await request('DELETE', pathOf(id));
        await readAgain('administrator-roles');
      }}
      seeAs={actsAsOwner(session) ? (id) => seeAs(id, 'administrators') : undefined}
      removeText={say('administratorRoles.remove.ask')}
    />
  );
}

const pathOf = (name: string): string => `administrator-roles/${encodeURIComponent(name)}`;
