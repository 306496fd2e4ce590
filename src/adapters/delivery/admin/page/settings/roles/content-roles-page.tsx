import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RolesMeta } from '../../../contract/grants.js';
import type { ContentRole } from '../../../contract/roles.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { areaAt, mayAll } from '../areas.js';
import { actsAsOwner } from '../grants/giving.js';
import { contentOf, grantableOf, grantsIn } from '../grants/held-grants.js';
import { readAgain, useAnswer } from '../setting.js';
import type { RoleChange } from './role-form.js';
import { AccessFileTools } from './access-file.js';
import { RolesScreen } from './roles-screen.js';
import { seeAs } from './see-as.js';

const route = getRouteApi('/settings/roles');
const area = areaAt('/settings/roles');

interface Roles {
  readonly data: readonly ContentRole[];
  readonly meta: RolesMeta;
}

/** The server always has them. */
const standard = new Set(['public', 'authenticated']);

/** Roles of the users of the content. */
export function ContentRolesPage() {
  const session = useSession();
  const { rights, allTypes } = session;
  const { open } = route.useSearch();
  const navigate = useNavigate({ from: '/settings/roles' });
  const found = useAnswer<Roles>('roles', rights[area.area]?.find !== undefined);
  const roles = found.data?.data.map(({ documentId, name, description, type, users, grants }) => ({
    id: documentId,
    name,
    description,
    users,
    grants,
    isFixed: type === '',
    needsFactor: null,
    isStandard: standard.has(type),
    holder: type === 'public' ? ('nobody' as const) : ('user' as const),
  }));
  const isOwner = actsAsOwner(session);
  const typeOf = (id: string): string => found.data?.data.find((one) => one.documentId === id)?.type ?? '';
  const send = async (id: string | null, { name, description, held }: RoleChange): Promise<void> => {
    const body = { ...(name !== undefined && { name }), description, grants: grantsIn(held) };
    await request(id === null ? 'POST' : 'PATCH', id === null ? 'roles' : `roles/${id}`, { body });
    await readAgain('roles');
  };
  return (
    <RolesScreen
      area={area}
      found={found}
      roles={roles}
      grantable={grantableOf(contentOf(allTypes), found.data?.meta.declared ?? [])}
      ownerGrants={found.data?.meta.ownerGrants}
      open={open}
      show={(id) => void navigate({ search: id === undefined ? {} : { open: id } })}
      isDescribed
      may={{
        create: mayAll(rights, area.area, 'create'),
        update: mayAll(rights, area.area, 'update'),
        delete: mayAll(rights, area.area, 'delete'),
      }}
      send={send}
      remove={async (id) => {
        await request('DELETE', `roles/${id}`);
        await readAgain('roles');
      }}
      seeAs={isOwner ? (id) => seeAs(typeOf(id), 'users') : undefined}
      removeText={say('roles.remove.ask')}
      tools={isOwner ? <AccessFileTools /> : undefined}
    />
  );
}
