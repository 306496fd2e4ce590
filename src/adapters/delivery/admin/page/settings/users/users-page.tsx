import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentUser, UsersMeta } from '../../../contract/users.js';
import { SearchBox } from '../../list/search-box.js';
import { formatDay, formatNumber, say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { useKeys } from '../../shell/keys.js';
import { Empty } from '../../ui/empty.js';
import { areaAt, mayAll } from '../areas.js';
import type { UserSearch } from '../settings-search.js';
import { Setting, SettingTable, useAnswer } from '../setting.js';
import { UserDialog } from './user-dialog.js';

const route = getRouteApi('/settings/users');
const area = areaAt('/settings/users');

interface Users {
  readonly data: readonly ContentUser[];
  readonly meta: UsersMeta;
}

const pageSize = 50;

/** The users of the content: found by name or address, and changed in a dialog. */
export function UsersPage() {
  const { rights } = useSession();
  const { search, page = 1 } = route.useSearch();
  const navigate = useNavigate({ from: '/settings/users' });
  const asked = new URLSearchParams({
    'pagination[page]': String(page),
    'pagination[pageSize]': String(pageSize),
    ...(search !== undefined && { search }),
  });
  const found = useAnswer<Users>(`users?${asked.toString()}`, rights[area.area]?.find !== undefined);
  const [open, setOpen] = useState<ContentUser | 'new' | null>(null);
  const mayCreate = mayAll(rights, area.area, 'create');
  const change = (next: UserSearch): void => void navigate({ search: next, replace: true });
  useKeys({ c: () => mayCreate && setOpen('new') });
  const total = found.data?.meta.pagination.total;
  return (
    <Setting
      area={area}
      found={found}
      total={total === undefined ? undefined : say('users.total', { total, shown: formatNumber(total) })}
      action={
        mayCreate ? (
          <button type="button" className="button primary" onClick={() => setOpen('new')}>
            {say('users.make')}
          </button>
        ) : undefined
      }
    >
      {({ data, meta }) => (
        <>
          <SearchBox value={search ?? ''} change={(text) => change(text === '' ? {} : { search: text })} />
          {data.length === 0 ? (
            <NoUsers
              search={search}
              clear={() => change({})}
              make={mayCreate ? () => setOpen('new') : undefined}
            />
          ) : (
            <UserTable users={data} isStale={found.isPlaceholderData} open={setOpen} />
          )}
          <Pages
            page={page}
            total={total ?? 0}
            change={(next) => change({ ...(search !== undefined && { search }), page: next })}
          />
          {open !== null && (
            <UserDialog user={open === 'new' ? null : open} meta={meta} close={() => setOpen(null)} />
          )}
        </>
      )}
    </Setting>
  );
}

interface TableProps {
  readonly users: readonly ContentUser[];
  readonly isStale: boolean;
  readonly open: (user: ContentUser) => void;
}

const UserTable = ({ users, isStale, open }: TableProps) => (
  <SettingTable
    caption={say('users.title')}
    isStale={isStale}
    columns={[
      say('users.username'),
      say('users.email'),
      say('users.role'),
      say('column.status'),
      say('column.created'),
    ]}
  >
    {users.map((user) => (
      <tr key={user.documentId}>
        <th scope="row">
          <button type="button" className="link-button" dir="auto" onClick={() => open(user)}>
            {user.username}
          </button>
        </th>
        <td data-label={say('users.email')}>
          <bdi>{user.email}</bdi>
        </td>
        <td data-label={say('users.role')}>{user.role && <bdi>{user.role.name}</bdi>}</td>
        <td data-label={say('column.status')}>
          <UserState user={user} />
        </td>
        <td data-label={say('column.created')}>{formatDay(user.createdAt)}</td>
      </tr>
    ))}
  </SettingTable>
);

function UserState({ user: { blocked, confirmed } }: { readonly user: ContentUser }) {
  if (blocked) return <span className="state bad">✕ {say('users.blocked')}</span>;
  return confirmed ? (
    <span className="state good">● {say('users.active')}</span>
  ) : (
    <span className="state idle">○ {say('users.unconfirmed')}</span>
  );
}

interface NoUsersProps {
  readonly search: string | undefined;
  readonly clear: () => void;
  /** Absent: the role may not. */
  readonly make: (() => void) | undefined;
}

const NoUsers = ({ search, clear, make }: NoUsersProps) =>
  search === undefined ? (
    <Empty title={say('users.empty')} text={say('users.empty.text')} docs="accounts">
      {make !== undefined && (
        <button type="button" className="button primary" onClick={make}>
          {say('users.make')}
        </button>
      )}
    </Empty>
  ) : (
    <Empty title={say('list.none.title', { search })}>
      <button type="button" className="button" onClick={clear}>
        {say('list.none.clear')}
      </button>
    </Empty>
  );

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly change: (page: number) => void;
}

function Pages({ page, total, change }: PagesProps) {
  const last = Math.min(page * pageSize, total);
  if (total <= pageSize) return null;
  return (
    <nav className="paging" aria-label={say('paging.label')}>
      <button type="button" className="button" disabled={page <= 1} onClick={() => change(page - 1)}>
        {say('paging.before')}
      </button>
      <span className="hint" role="status">
        {say('paging.rows', { from: (page - 1) * pageSize + 1, to: last })}
      </span>
      <button type="button" className="button" disabled={last >= total} onClick={() => change(page + 1)}>
        {say('paging.after')}
      </button>
    </nav>
  );
}
