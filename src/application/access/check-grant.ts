import { failure } from '../../domain/failure.js';
import { actions as known, type Action } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import type { GrantRecord } from '../ports/access-store.js';

/** Checks one grant as people write it. Every refusal says what there is to choose from. */
export function checkGrant(schema: Schema, uid: unknown, actions: unknown): Result<GrantRecord> {
  const type = checkType(schema, uid);
  if (!type.ok) return type;
  const checked = checkActions(actions);
  return checked.ok ? ok({ type: type.value, actions: checked.value }) : checked;
}

/**
 * The grants of a custom token: `[{ uid, actions }]`, `{ [uid]: actions }`, or texts as the command line has them,
 * `uid:find,findOne`.
 */
export function checkGrants(schema: Schema, grants: unknown): Result<readonly GrantRecord[]> {
  const pairs = pairsOf(grants);
  if (pairs === null || pairs.length === 0) {
    return refuse('A custom token needs grants: which actions on which content-types it may do');
  }
  const checked: GrantRecord[] = [];
  for (const [uid, actions] of pairs) {
    const grant = checkGrant(schema, uid, actions);
    if (!grant.ok) return grant;
    checked.push(grant.value);
  }
  return ok(checked);
}

function pairsOf(grants: unknown): readonly (readonly [unknown, unknown])[] | null {
  if (Array.isArray(grants)) return grants.map(pairOf);
  return typeof grants === 'object' && grants !== null ? Object.entries(grants) : null;
}

function pairOf(grant: unknown): readonly [unknown, unknown] {
  if (typeof grant === 'string') {
    const colon = grant.lastIndexOf(':');
    // The colons of a bare uid stand together: what follows them is no list of actions.
    const bare = colon < 1 || grant[colon - 1] === ':';
    return bare ? [grant, []] : [grant.slice(0, colon), grant.slice(colon + 1).split(',')];
  }
  const { uid, actions } = (grant ?? {}) as Record<string, unknown>;
  return [uid, actions];
}

export function checkType(schema: Schema, uid: unknown): Result<Uid> {
  if (typeof uid === 'string' && schema.contentTypes.has(uid)) return ok(uid);
  const types = [...schema.contentTypes.keys()].sort();
  const choice = types.length === 0 ? 'there are none yet' : `there are: ${few(types)}`;
  return refuse(`Unknown content-type ${quoted(uid)}; ${choice}`);
}

export function checkActions(actions: unknown): Result<readonly Action[]> {
  const asked = Array.isArray(actions) ? [...new Set<unknown>(actions)] : [actions];
  if (asked.length === 0 || actions === undefined)
    return refuse(`No action given; there are: ${known.join(', ')}`);
  const unknown = asked.find((action) => !isAction(action));
  if (unknown !== undefined)
    return refuse(`Unknown action ${quoted(unknown)}; there are: ${known.join(', ')}`);
  return ok(asked.filter(isAction));
}

const isAction = (value: unknown): value is Action => (known as readonly unknown[]).includes(value);

export function checkRole(roles: readonly { readonly name: string }[], role: unknown): Result<string> {
  const names = roles.map(({ name }) => name);
  if (typeof role === 'string' && names.includes(role)) return ok(role);
  return refuse(`Unknown role ${quoted(role)}; there are: ${names.join(', ')}`);
}

const few = (names: readonly string[]): string =>
  names.length <= 20 ? names.join(', ') : `${names.slice(0, 20).join(', ')} and ${names.length - 20} more`;

const quoted = (value: unknown): string => JSON.stringify(value) ?? String(value);

const refuse = (message: string): Result<never> => err(failure('INPUT.INVALID', message));
