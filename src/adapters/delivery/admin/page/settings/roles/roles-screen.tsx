import type { UseQueryResult } from '@tanstack/react-query';
import type { WireGrant } from '../../../contract/settings.js';
import { say } from '../../messages/messages.js';
import { useKeys } from '../../shell/keys.js';
import type { SettingArea } from '../areas.js';
import type { Grantable, Held } from '../grants/held-grants.js';
import { Setting, SettingTable } from '../setting.js';
import { RoleForm } from './role-form.js';

/** A role of either kind. */
export interface ShownRole {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** How many have it; null: not counted. */
  readonly users: number | null;
  /** Null: everything. */
  readonly grants: readonly WireGrant[] | null;
  /** Whether its grants cannot be changed. */
  readonly isFixed: boolean;
  /** Whether it cannot be removed. */
  readonly isStandard: boolean;
  /** Whether conditions of its grants can name the user who asks. */
  readonly hasMe: boolean;
}

export interface RoleChange {
  readonly name?: string;
  readonly description: string;
  readonly held: Held;
}

export interface RolesProps {
  readonly area: SettingArea;
  readonly found: UseQueryResult;
  readonly roles: readonly ShownRole[] | undefined;
  readonly grantable: readonly Grantable[];
  /** The id of the one that is shown; `+`: a new one. */
  readonly open: string | undefined;
  readonly show: (id: string | undefined) => void;
  /** Whether a role has a description, and its name can be changed. */
  readonly isDescribed: boolean;
  readonly may: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
  /** Null: makes one. */
  readonly send: (id: string | null, change: RoleChange) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly removeText: string;
}

const blank: ShownRole = {
  id: '',
  name: '',
  description: '',
  users: null,
  grants: [],
  isFixed: false,
  isStandard: true,
  hasMe: true,
};

/** The roles of one kind, and what one of them may do. */
export function RolesScreen(props: RolesProps) {
  const { area, found, roles = [], open, show, may } = props;
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
        may.create && role === undefined ? (
          <button type="button" className="button primary" onClick={() => show('+')}>
            {say('roles.make')}
          </button>
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
