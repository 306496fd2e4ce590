import { type GrantRequest, requestOf } from '../../../application/access/check-grants.js';
import type { RequestedLimits } from '../../../application/access/role-grants.js';
import type { Values } from './parse-words.js';

/** What the commands over roles, users, grants and tokens ask for. */
export type ParsedAccess =
  | { readonly name: 'token create'; readonly request: TokenOptions }
  | Listing<ListName>
  | { readonly name: 'token revoke'; readonly token: string }
  | { readonly name: 'grant'; readonly granted: Granted; readonly limits: RequestedLimits }
  | { readonly name: 'revoke'; readonly granted: Granted }
  | {
      readonly name: 'role create';
      readonly title: string;
      readonly description?: string;
      readonly type?: string;
    }
  | {
      readonly name: 'role update';
      readonly role: string;
      readonly title: string | undefined;
      readonly description?: string;
    }
  | { readonly name: 'role delete'; readonly role: string }
  | {
      readonly name: 'user create';
      readonly username: string;
      readonly email: string;
      readonly role: string | undefined;
      readonly password: string | undefined;
    }
  | { readonly name: 'user block' | 'user unblock' | 'user delete'; readonly user: string }
  | { readonly name: 'user role'; readonly user: string; readonly role: string }
  | { readonly name: 'user password'; readonly user: string; readonly password: string | undefined }
  | { readonly name: 'access export'; readonly file: string | undefined }
  | {
      readonly name: 'access apply';
      readonly file: string;
      readonly prune: boolean;
      readonly dryRun: boolean;
    };

type ListName = 'token list' | 'grants' | 'role list' | 'user list';

/** One type for each name. */
type Listing<Name> = Name extends string ? { readonly name: Name; readonly json: boolean } : never;

interface TokenOptions {
  readonly name: string;
  readonly access: string;
  readonly grants: readonly GrantRequest[];
  readonly expiresIn: string | undefined;
}

interface Granted {
  readonly role: string;
  readonly uid: string;
  readonly actions: readonly string[];
}

/** The command, what is wrong with it, or undefined where it is none of these. */
export function readAccessCommand(
  name: string,
  operands: readonly string[],
  values: Values,
): ParsedAccess | string | undefined {
  const reader = readers[name];
  if (reader === undefined) return undefined;
  const { takes, read } = reader;
  const missing = takes.filter(isNeeded).slice(operands.length);
  if (missing.length > 0) return missingText(missing);
  const stray = takes.at(-1)?.endsWith('…') === true ? undefined : operands[takes.length];
  return stray === undefined ? read(operands, values) : `Unexpected ${JSON.stringify(stray)}`;
}

function missingText(operands: readonly string[]): string {
  const names = operands.map((operand) => operand.replace('…', ''));
  const [last = '', ...others] = names.reverse();
  return others.length === 0
    ? `${last} is missing`
    : `${others.reverse().join(', ')} and ${last} are missing`;
}

const isNeeded = (operand: string): boolean => !operand.startsWith('[');

interface Reader {
  /** As the usage shows them: those in brackets may be left out. */
  readonly takes: readonly string[];
  readonly read: (operands: readonly string[], values: Values) => ParsedAccess | string;
}

const listing = (name: ListName): Reader => ({
  takes: [],
  read: (_, { json }) => ({ name, json: json === true }),
});

const aboutUser = (name: 'user block' | 'user unblock' | 'user delete'): Reader => ({
  takes: ['USER'],
  read: ([user = '']) => ({ name, user }),
});

const readers: Readonly<Record<string, Reader | undefined>> = {
  grants: listing('grants'),
  'token list': listing('token list'),
  'role list': listing('role list'),
  'user list': listing('user list'),
  'user block': aboutUser('user block'),
  'user unblock': aboutUser('user unblock'),
  'user delete': aboutUser('user delete'),
  'token create': { takes: [], read: (_, values) => readToken(values) },
  'token revoke': { takes: ['NAME'], read: ([token = '']) => ({ name: 'token revoke', token }) },
  grant: { takes: ['ROLE', 'UID', 'ACTION…'], read: readGrant },
  revoke: {
    takes: ['ROLE', 'UID', 'ACTION…'],
    read: (operands) => ({ name: 'revoke', granted: granted(operands) }),
  },
  'role create': {
    takes: ['NAME'],
    read: ([title = ''], { description, type }) => ({
      name: 'role create',
      title,
      ...(description !== undefined && { description }),
      ...(type !== undefined && { type }),
    }),
  },
  'role update': {
    takes: ['ROLE', '[NAME]'],
    read: ([role = '', title], { description }) =>
      title === undefined && description === undefined
        ? 'NAME or --description is missing'
        : { name: 'role update', role, title, ...(description !== undefined && { description }) },
  },
  'role delete': { takes: ['ROLE'], read: ([role = '']) => ({ name: 'role delete', role }) },
  'user create': {
    takes: ['USERNAME', 'EMAIL'],
    read: ([username = '', email = ''], { role, password }) => ({
      name: 'user create',
      username,
      email,
      role,
      password,
    }),
  },
  'user role': {
    takes: ['USER', 'ROLE'],
    read: ([user = '', role = '']) => ({ name: 'user role', user, role }),
  },
  'user password': {
    takes: ['USER'],
    read: ([user = ''], { password }) => ({ name: 'user password', user, password }),
  },
  'access export': { takes: ['[FILE]'], read: ([file]) => ({ name: 'access export', file }) },
  'access apply': {
    takes: ['FILE'],
    read: ([file = ''], values) => ({
      name: 'access apply',
      file,
      prune: values.prune === true,
      dryRun: values['dry-run'] === true,
    }),
  },
};

const granted = ([role = '', uid = '', ...actions]: readonly string[]): Granted => ({
  role,
  uid,
  actions: actions.flatMap((action) => action.split(',')),
});

function readGrant(operands: readonly string[], values: Values): ParsedAccess | string {
  const limits = readLimits(values);
  return typeof limits === 'string' ? limits : { name: 'grant', granted: granted(operands), limits };
}

/** The limits, or what is wrong with them. */
function readLimits({ fields, where }: Values): RequestedLimits | string {
  const named = fields === undefined ? {} : { fields: fields === '' ? [] : fields.split(',') };
  if (where === undefined) return named;
  try {
    const filters = JSON.parse(where) as unknown;
    // Elsewhere it is as good as absent: whoever has asked for a limit is not given all.
    return filters === null ? `--where is null, which limits nothing: leave it out` : { ...named, filters };
  } catch (error) {
    return `--where is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The limits are those of every grant. */
function readToken(values: Values): ParsedAccess | string {
  const { name, access, grant = [], expires } = values;
  if (name === undefined) return '--name is missing';
  if (access === undefined) return '--access is missing';
  const limits = readLimits(values);
  if (typeof limits === 'string') return limits;
  const isLimited = Object.keys(limits).length > 0;
  if (isLimited && grant.length === 0) return '--fields and --where are about grants: --grant is missing';
  return {
    name: 'token create',
    request: {
      name,
      access,
      grants: grant.map((text) => ({ ...requestOf(text), ...limits })),
      expiresIn: expires,
    },
  };
}
