import { heldActions, limitsKey, limitsOf } from '../grant-records.js';
import type { AccessState, GrantRecord } from '../../ports/access-store.js';
import type { AccessDifference } from './compare-access.js';
import type { DescribedRole } from './current-access.js';

/** A line for each thing that is made or changed. */
export const describeChanges = (difference: AccessDifference, current: AccessState): readonly string[] => [
  ...[...difference.insert, ...difference.revive].map(
    ({ type, name }) => `+ role ${type} (${JSON.stringify(name)})`,
  ),
  ...difference.rename.map(({ from, to }) => `~ role ${to.type}: ${describe(from)} is now ${describe(to)}`),
  ...describeGrants(difference, current),
  ...difference.newTokens.map(({ name, access }) => `+ token ${JSON.stringify(name)} (${access})`),
  ...difference.changedTokens.map(({ name, access }) => `~ token ${JSON.stringify(name)} (${access})`),
];

/** A line for each thing that the file lacks. */
export const describeLacking = ({ remove, revoke, removedTokens }: AccessDifference): readonly string[] => {
  const going = new Set(remove.map(({ type }) => type));
  return [
    ...remove.map(({ type, name }) => `role ${type} (${JSON.stringify(name)})`),
    ...revoke
      .filter(({ role }) => !going.has(role))
      .map((grant) => `grant ${grant.role} ${grant.type}:${grant.actions.join(',')}`),
    ...removedTokens.map((name) => `token ${JSON.stringify(name)}`),
  ];
};

const describe = ({ name, description }: Pick<DescribedRole, 'name' | 'description'>): string =>
  `${JSON.stringify(name)} (${description === null ? 'without description' : JSON.stringify(description)})`;

/** Actions that are new apart from those whose limits change. */
function describeGrants({ grant: granted }: AccessDifference, { roles }: AccessState): readonly string[] {
  const held = new Map(roles.map(({ name, grants }) => [name, heldActions(grants)]));
  return granted.flatMap((grant) => {
    const { role, type, actions } = grant;
    const isHeld = (action: string): boolean => held.get(role)?.has(`${type} ${action}`) === true;
    const line = (sign: string, some: readonly string[]): readonly string[] =>
      some.length === 0 ? [] : [`${sign} grant ${role} ${type}:${some.join(',')}${describeLimits(grant)}`];
    return [
      ...line(
        '+',
        actions.filter((action) => !isHeld(action)),
      ),
      ...line('~', actions.filter(isHeld)),
    ];
  });
}

function describeLimits(grant: GrantRecord): string {
  const limits = limitsOf(grant);
  return limitsKey(limits) === '' ? '' : ` within ${JSON.stringify(limits)}`;
}
