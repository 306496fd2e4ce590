import { useState } from 'react';
import { say } from '../../messages/messages.js';
import { Empty } from '../../ui/empty.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { differencesBetween, heldBy, type Grantable, type Limits } from '../grants/held-grants.js';
import { SettingTable } from '../setting.js';
import type { ShownRole } from './shown-role.js';

interface Props {
  readonly role: ShownRole;
  readonly roles: readonly ShownRole[];
  readonly grantable: readonly Grantable[];
}

/** What one role may do and another may not, by content-type and action. */
export function CompareRoles({ role, roles, grantable }: Props) {
  const others = roles.filter(({ id }) => id !== role.id);
  const [id, setId] = useState('');
  const other = others.find((one) => one.id === id);
  if (others.length === 0) return null;
  return (
    <section className="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">{say('roles.compare')}</h2>
      <FieldFrame id="compare-with" label={say('roles.compare.with')}>
        <select id="compare-with" className="input" value={id} onChange={({ target }) => setId(target.value)}>
          <option value="">{say('roles.compare.none')}</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </FieldFrame>
      {other !== undefined && <Differences role={role} other={other} grantable={grantable} />}
    </section>
  );
}

function Differences({ role, other, grantable }: Omit<Props, 'roles'> & { readonly other: ShownRole }) {
  const differences = differencesBetween(heldBy(role.grants, grantable), heldBy(other.grants, grantable));
  const names = new Map(grantable.map(({ uid, name }) => [uid, name]));
  if (differences.length === 0) return <Empty title={say('roles.compare.same')} />;
  return (
    <SettingTable
      caption={say('roles.compare.caption', { one: role.name, other: other.name })}
      columns={[say('grants.type'), say('roles.compare.action'), role.name, other.name]}
    >
      {differences.map(({ type, action, one, other: others }) => (
        <tr key={`${type} ${action}`}>
          <th scope="row">
            {names.get(type) ?? type} <span className="hint">{names.has(type) && type}</span>
          </th>
          <td data-label={say('roles.compare.action')}>
            <code>{action}</code>
          </td>
          <td data-label={role.name}>
            <Held limits={one} />
          </td>
          <td data-label={other.name}>
            <Held limits={others} />
          </td>
        </tr>
      ))}
    </SettingTable>
  );
}

function Held({ limits }: { readonly limits: Limits | undefined }) {
  if (limits === undefined) return <span className="hint">□ {say('grants.none')}</span>;
  const { fields, filters } = limits;
  if (fields === null && filters === null) return <>■ {say('grants.all')}</>;
  return (
    <>
      ◪ {say('grants.some')} {fields !== null && <code dir="ltr">{fields.join(', ')}</code>}{' '}
      {filters !== null && <code dir="ltr">{JSON.stringify(filters)}</code>}
    </>
  );
}
