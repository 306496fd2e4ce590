import type { Access } from '../../../application/access/access.js';
import { limitsKey, limitsOf } from '../../../application/access/grant-records.js';
import type { RequestedLimits } from '../../../application/access/role-grants.js';
import type { GrantRecord } from '../../../application/ports/access-store.js';
import type { Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { listed, noted, type Outcome } from './outcome.js';
import { withRoles } from './in-session.js';

const page = 'access';
const operands = ['ROLE', 'UID', 'ACTION…'] as const;

const separate = (actions: readonly string[]): readonly string[] =>
  actions.flatMap((action) => action.split(','));

export const grantCommands = [
  command({
    name: 'grant',
    operands,
    options: { fields: { value: 'A,B' }, where: { value: 'FILTERS' } },
    summary: 'let a role do actions, also with some attributes or documents only',
    page,
    read([role, uid, ...given], options) {
      const limits = readLimits(options);
      if (typeof limits === 'string') return limits;
      const actions = separate(given);
      return withRoles(async ({ access }) => {
        const changed = await access.grant(role, uid, actions, limits);
        const limited = isLimited(limits) ? ', within limits' : '';
        return changed.ok ? noted(`${role} may now ${actions.join(', ')} on ${uid}${limited}.`) : changed;
      });
    },
  }),
  command({
    name: 'revoke',
    operands,
    summary: 'take actions from a role',
    page,
    read([role, uid, ...given]) {
      const actions = separate(given);
      return withRoles(async ({ access }) => {
        const changed = await access.revoke(role, uid, actions);
        return changed.ok ? noted(`${role} may no longer ${actions.join(', ')} on ${uid}.`) : changed;
      });
    },
  }),
  command({
    name: 'grants',
    options: { json: flag },
    summary: 'list what roles may do',
    page,
    read: (_, { json }) => withRoles(async ({ access }) => listGrants(access, json)),
  }),
];

interface LimitOptions {
  readonly fields: string | undefined;
  readonly where: string | undefined;
}

/** Returns the limits, or a message if an option is wrong. */
export function readLimits({ fields, where }: LimitOptions): RequestedLimits | string {
  const named = fields === undefined ? {} : { fields: fields === '' ? [] : fields.split(',') };
  if (where === undefined) return named;
  try {
    const filters = JSON.parse(where) as unknown;
    // The database would store null as absent, and the grant would have no limit.
    return filters === null ? '--where is null, which limits nothing: leave it out' : { ...named, filters };
  } catch (error) {
    return `--where is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export const isLimited = (limits: RequestedLimits): boolean => Object.keys(limits).length > 0;

const leftoverNote = '(left over: see quire schema status)';

function listGrants(access: Access, asJson: boolean): Result<Outcome> {
  const rows = access.grants().flatMap(({ name, grants }) =>
    grants.map((grant) => {
      const leftover = access.isLeftover(grant);
      if (asJson) return { role: name, ...grantRow(grant), ...(leftover && { leftover }) };
      const { type: uid, actions } = grant;
      const limits = [[...limitsText(grant), ...(leftover ? [leftoverNote] : [])].join(' ')];
      return { role: name, uid, actions, limits };
    }),
  );
  return listed(rows, asJson, 'No role may do anything yet: everything is private.');
}

/** Returns a grant for JSON lists. */
export const grantRow = ({ type, ...grant }: GrantRecord) => ({ uid: type, ...grant });

/** Returns a grant as one line of text. */
export const grantText = (grant: GrantRecord): string =>
  [`${grant.type}:${grant.actions.join(',')}`, ...limitsText(grant)].join(' ');

const limitsText = (grant: GrantRecord): readonly string[] => {
  const limits = limitsOf(grant);
  return limitsKey(limits) === '' ? [] : [JSON.stringify(limits)];
};
