import { castDatetime } from '../../../domain/document/cast-date.js';
import { validateInput } from '../../../domain/document/validate-input.js';
import { failure } from '../../../domain/failure.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { collectResults, err, ok, type Result } from '../../../domain/result.js';
import { roleType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { type GrantRequest, checkEach } from '../check-grants.js';
import { checkTokenDefinition } from '../check-token-request.js';
import type { GrantReading } from '../read-permission.js';
import { holderOf } from '../role-grants.js';
import type { GrantRecord, TokenRecord } from '../../ports/access-store.js';
import { isRoleKey } from '../roles/role-key.js';

/** A validated access file. */
export interface CheckedFile {
  readonly roles: readonly CheckedRole[];
  readonly tokens: readonly CheckedToken[];
}

export interface CheckedRole {
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly grants: readonly GrantRecord[];
}

export type CheckedToken = Pick<TokenRecord, 'name' | 'access' | 'grants' | 'expiresAt'>;

/** Failures name the position in the file: `roles[2].grants[0]: …`. */
export function readAccessFile(reading: GrantReading, file: unknown): Result<CheckedFile> {
  const content = membersOf(file, 'the file', ['version', 'roles', 'tokens']);
  if (!content.ok) return content;
  if (content.value['version'] !== 1) return refuse('version', 'is not 1, the only one that there is');
  const roles = eachOf(content.value['roles'], 'roles', (role, at) => readRole(reading, role, at));
  if (!roles.ok) return roles;
  const tokens = eachOf(content.value['tokens'], 'tokens', (token, at) => readToken(reading, token, at));
  if (!tokens.ok) return tokens;
  const twice =
    repeated(roles.value.map(({ type }) => type)) ?? repeated(tokens.value.map(({ name }) => name));
  if (twice !== undefined) return refuse(JSON.stringify(twice), 'is there twice');
  return ok({ roles: roles.value, tokens: tokens.value });
}

function readRole(reading: GrantReading, role: unknown, at: string): Result<CheckedRole> {
  const members = membersOf(role, at, ['type', 'name', 'description', 'grants']);
  if (!members.ok) return members;
  const { type, name, description = null } = members.value;
  if (!isRoleKey(type)) return refuse(`${at}.type`, 'is not the type of a role');
  if (typeof name !== 'string') return refuse(`${at}.name`, 'is not text');
  if (description !== null && typeof description !== 'string')
    return refuse(`${at}.description`, 'is not text');
  const fitting = within(at, checkDocument(reading, { type, name, description }));
  if (!fitting.ok) return fitting;
  const grants = readGrants(members.value['grants'], `${at}.grants`);
  if (!grants.ok) return grants;
  const checked = within(at, checkEach(reading, grants.value, holderOf(type)));
  return checked.ok ? ok({ type, name, description, grants: checked.value }) : checked;
}

/** Only these attributes of an existing role are written. */
function checkDocument({ schema }: GrantReading, data: object): Result<unknown> {
  const mode = { kind: 'update', draft: false, fields: null, privateInside: true } as const;
  return validateInput(schema, contentTypeOf(schema, roleType), data, mode, systemPrincipal);
}

function readToken(reading: GrantReading, token: unknown, at: string): Result<CheckedToken> {
  const members = membersOf(token, at, ['name', 'access', 'grants', 'expiresAt']);
  if (!members.ok) return members;
  const { name, access, expiresAt = null, grants: given } = members.value;
  const grants = given === undefined ? ok(undefined) : readGrants(given, `${at}.grants`);
  if (!grants.ok) return grants;
  const checked = within(at, checkTokenDefinition(reading, { name, access, grants: grants.value }));
  if (!checked.ok) return checked;
  const end = typeof expiresAt === 'string' ? readTime(expiresAt) : null;
  if (expiresAt !== null && end === null) return refuse(`${at}.expiresAt`, 'is not a time in ISO 8601');
  return ok({ ...checked.value, expiresAt: end });
}

/** Returns null if the text is not a time. */
function readTime(text: string): string | null {
  const time = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? castDatetime(text) : null;
  return time !== null && 'value' in time ? time.value : null;
}

const readGrants = (grants: unknown, at: string): Result<readonly GrantRequest[]> =>
  eachOf(grants, at, (grant, place) => membersOf(grant, place, ['uid', 'actions', 'fields', 'filters']));

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown, at: string, known: readonly string[]): Result<Members> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(at, 'is not an object');
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return ok(value as Members);
  return refuse(at, `has ${JSON.stringify(stranger)}; there is only: ${known.join(', ')}`);
}

function eachOf<T>(
  values: unknown,
  at: string,
  read: (value: unknown, at: string) => Result<T>,
): Result<readonly T[]> {
  if (!Array.isArray(values)) return refuse(at, 'is not a list');
  return collectResults(values, (value, index) => read(value, `${at}[${index}]`));
}

const repeated = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
};

function within<T>(at: string, checked: Result<T>): Result<T> {
  if (checked.ok) return checked;
  const { message, details } = checked.failure;
  return err(failure('INPUT.INVALID', `${at}: ${message}`, details));
}

const refuse = (at: string, message: string): Result<never> =>
  err(failure('INPUT.INVALID', `${at} ${message}`, { key: at }));
