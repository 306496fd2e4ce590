import { say } from '../../messages/messages.js';
import { useKeys } from '../../shell/keys.js';
import { Setting, SettingTable } from '../setting.js';
import { RoleForm, type RolesProps } from './role-form.js';
import type { ShownRole } from './shown-role.js';

const blank: ShownRole = {
  id: '',
  name: '',
  description: '',
  users: null,
  grants: [],
  isFixed: false,
  isStandard: true,
  holder: 'nobody',
  needsFactor: null,
};

/** The roles of one kind, and what one of them may do. */
export function RolesScreen(props: RolesProps) {
  const { area, found, roles = [], open, show, may, tools } = props;
  const isNew = open === '+' && may.create;
  const role = isNew ? blank : roles.find(({ id }) => id === open);
  useKeys({ c: () => may.create && show('+') });
  return (
    <Setting
      area={area}
      title={isNew ? say('roles.new') : role?.name}
      found={found}
      total={role === undefined && found.data ? say('roles.total', { total: roles.length }) : undefined}
      action={
        role === undefined ? (
          <>
            {tools}
            {may.create && (
              <button type="button" className="button primary" onClick={() => show('+')}>
                {say('roles.make')}
              </button>
            )}
          </>
        ) : undefined
      }
    >
      {() =>
        role === undefined ? (
          <RoleTable {...props} />
        ) : (
          <RoleForm key={role.id} {...props} role={role} isNew={isNew} />
        )
      }
    </Setting>
  );
}

function RoleTable({ area, roles = [], show }: RolesProps) {
  const isCounted = roles.some(({ users }) => users !== null);
  return (
    <SettingTable
      caption={say(area.name)}
      columns={[
        say('column.name'),
        say('roles.description'),
        ...(isCounted ? [say('roles.users')] : []),
        say('roles.grants'),
      ]}
    >
      {roles.map(({ id, name, description, users, grants }) => (
        <tr key={id}>
          <th scope="row">
            <button type="button" className="link-button" dir="auto" onClick={() => show(id)}>
              {name}
            </button>
          </th>
          <td dir="auto">{description}</td>
          {isCounted && <td data-label={say('roles.users')}>{users}</td>}
          <td data-label={say('roles.grants')}>
            {grants === null
              ? say('roles.everything')
              : say('roles.grants.count', {
                  count: grants.reduce((count, { actions }) => count + actions.length, 0),
                  types: new Set(grants.map(({ type }) => type)).size,
                })}
          </td>
        </tr>
      ))}
    </SettingTable>
  );
}
