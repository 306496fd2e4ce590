import { grantRecords, heldActions, limitsKey, type HeldAction, limitsOf } from '../grant-records.js';
import type {
  AccessChange,
  GrantRecord,
  RoleGrant,
  TokenRecord,
  AccessState,
} from '../../ports/access-store.js';
import { standardRoleTypes } from '../standard-roles.js';
import type { CurrentAccess, DescribedRole } from './current-access.js';
import type { CheckedFile, CheckedRole, CheckedToken } from './read-access-file.js';

/** The differences between the current access and a file. */
export interface AccessDifference {
  readonly insert: readonly CheckedRole[];
  /** Roles without an access record whose documents still exist, because another process is removing them. */
  readonly revive: readonly CheckedRole[];
  readonly rename: readonly { readonly from: DescribedRole; readonly to: CheckedRole }[];
  readonly remove: readonly DescribedRole[];
  readonly grant: readonly RoleGrant[];
  readonly revoke: NonNullable<AccessChange['revoke']>;
  readonly newTokens: readonly CheckedToken[];
  /** Replace the tokens of the same names. */
  readonly changedTokens: readonly TokenRecord[];
  readonly removedTokens: readonly string[];
}

/** Returns all differences, including what the file lacks. Pure. */
export function compareAccess({ roles, tokens }: CheckedFile, current: CurrentAccess): AccessDifference {
  const wanted = new Map(roles.map((role) => [role.type, role]));
  const described = current.roles.filter(({ name }) => current.described.has(name));
  const held = new Map(described.map(({ name, grants }) => [name, heldActions(grants)]));
  const grants = roles.map(({ type, grants: requested }) => ({
    role: type,
    requested: heldActions(requested),
  }));
  const gone = [...held].map(([role, own]) => ({
    role,
    left: without(own, heldActions(wanted.get(role)?.grants ?? [])),
  }));
  return {
    insert: roles.filter(({ type }) => !current.described.has(type)),
    revive: roles.filter(
      ({ type }) => current.described.has(type) && !current.roles.some(({ name }) => name === type),
    ),
    rename: roles.flatMap((to) => {
      const from = current.described.get(to.type);
      return from === undefined || isNamedAlike(from, to) ? [] : [{ from, to }];
    }),
    remove: [...current.described.values()].filter(
      ({ type }) => type !== '' && !wanted.has(type) && !standardRoleTypes.has(type),
    ),
    grant: grants.flatMap(({ role, requested }) =>
      recordsOf(role, new Map([...requested].filter(([key, one]) => !isSame(held.get(role)?.get(key), one)))),
    ),
    revoke: gone.flatMap(({ role, left }) => recordsOf(role, left)),
    ...compareTokens(tokens, current.tokens),
  };
}

const isNamedAlike = (from: DescribedRole, to: CheckedRole): boolean =>
  from.name === to.name && from.description === to.description;

type Held = ReadonlyMap<string, HeldAction>;

const without = (held: Held, wanted: Held): Held => new Map([...held].filter(([key]) => !wanted.has(key)));

const isSame = (held: HeldAction | undefined, requested: HeldAction): boolean =>
  held !== undefined && limitsKey(held) === limitsKey(requested);

const recordsOf = (role: string, held: Held): readonly RoleGrant[] =>
  grantRecords(held.values()).map((grant) => ({ role, ...grant }));

function compareTokens(
  wanted: readonly CheckedToken[],
  current: readonly TokenRecord[],
): Pick<AccessDifference, 'newTokens' | 'changedTokens' | 'removedTokens'> {
  const there = new Map(current.map((token) => [token.name, token]));
  const named = new Set(wanted.map(({ name }) => name));
  return {
    newTokens: wanted.filter(({ name }) => !there.has(name)),
    changedTokens: wanted.flatMap((token) => {
      const former = there.get(token.name);
      return former === undefined || tokenKey(former) === tokenKey(token) ? [] : [{ ...former, ...token }];
    }),
    removedTokens: current.map(({ name }) => name).filter((name) => !named.has(name)),
  };
}

const tokenKey = ({ access, grants, expiresAt }: CheckedToken): string =>
  JSON.stringify([access, expiresAt, grantRecords(heldActions(grants).values()).map(grantKey)]);

const grantKey = (grant: GrantRecord) => [grant.type, grant.actions, limitsKey(grant)];

/** One line for each thing that is added or changed. */
export const describeChanges = (difference: AccessDifference, current: AccessState): readonly string[] => [
  ...[...difference.insert, ...difference.revive].map(
    ({ type, name }) => `+ role ${type} (${JSON.stringify(name)})`,
  ),
  ...difference.rename.map(({ from, to }) => `~ role ${to.type}: ${describe(from)} is now ${describe(to)}`),
  ...describeGrants(difference, current),
  ...difference.newTokens.map(({ name, access }) => `+ token ${JSON.stringify(name)} (${access})`),
  ...difference.changedTokens.map(({ name, access }) => `~ token ${JSON.stringify(name)} (${access})`),
];

/** One line for each thing that the file lacks. */
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

/** Lists actions that are new separately from those whose limits change. */
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
