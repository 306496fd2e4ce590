import { failure } from '../../domain/failure.js';
import { actions as known, type Action } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType, Json, Schema, Uid } from '../../domain/schema/schema.js';
import type { GrantRecord } from '../ports/access-store.js';
import { checkFields } from './check-fields.js';
import type { GrantLimits } from './grant-records.js';
import { readPermission, type GrantReading } from './read-permission.js';

/** One grant as it is asked for. Callers in plain JavaScript can pass anything, so every member is checked. */
export interface GrantRequest {
  readonly uid?: unknown;
  readonly actions?: unknown;
  /** Names of attributes; absent: all. */
  readonly fields?: unknown;
  /** In the form of a request's `filters`; absent: all documents. */
  readonly filters?: unknown;
}

/** Whom grants are for: a user, who is `$me` in their filters, or somebody who is none. */
export type Holder = 'user' | 'nobody';

/** Checks one grant as people write it. Every refusal says what there is to choose from. */
export function checkGrant(
  reading: GrantReading,
  { uid, actions, fields, filters }: GrantRequest,
  holder: Holder,
): Result<GrantRecord> {
  const type = checkType(reading.schema, uid);
  if (!type.ok) return type;
  const checked = checkActions(actions);
  if (!checked.ok) return checked;
  const content = reading.schema.contentTypes.get(type.value);
  const senseless = content && checkSense(content, checked.value, fields);
  if (senseless !== undefined) return refuse(senseless);
  const named = content === undefined ? ok(undefined) : checkFields(content, fields);
  if (!named.ok) return named;
  const about = checkFilters(reading, type.value, filters, holder);
  if (!about.ok) return about;
  return ok({
    type: type.value,
    actions: checked.value,
    ...(named.value !== undefined && { fields: named.value }),
    ...(about.value !== undefined && { filters: about.value }),
  });
}

const ofDrafts = new Set<Action>(['findDrafts', 'publish', 'unpublish', 'discardDraft']);

/** Why nothing could ever come of the grant. */
function checkSense(
  { uid, draftAndPublish }: ContentType,
  actions: readonly Action[],
  fields: unknown,
): string | undefined {
  const moving = actions.find((action) => ofDrafts.has(action));
  if (moving !== undefined && !draftAndPublish)
    return `"${moving}" has no sense for ${uid}, which has no drafts`;
  return isGiven(fields) && actions.includes('delete')
    ? '"delete" is about whole documents: grant it without fields'
    : undefined;
}

function checkFilters(
  reading: GrantReading,
  type: Uid,
  filters: unknown,
  holder: Holder,
): Result<GrantLimits['filters']> {
  if (!isGiven(filters)) return ok(undefined);
  if (typeof filters !== 'object' || Array.isArray(filters))
    return refuse('Filters are an object, as in {"author":{"documentId":"$me"}}');
  const permission = readPermission(reading, type, { filters: filters as Json });
  if (!permission.ok) {
    const { message, details } = permission.failure;
    return err(failure('INPUT.INVALID', `Filters for ${type}: ${message}`, details));
  }
  const text = JSON.stringify(filters);
  if (holder === 'nobody' && text.includes('"$me"'))
    return refuse('Filters with "$me" are for the roles of users: nobody else is a user');
  return ok(JSON.parse(text) as Json);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

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
  return refuse(`Unknown role ${quoted(role)}; there are: ${few(names)}`);
}

/** As many as fit a message. */
export const few = (names: readonly string[]): string =>
  names.length <= 20 ? names.join(', ') : `${names.slice(0, 20).join(', ')} and ${names.length - 20} more`;

const quoted = (value: unknown): string => JSON.stringify(value) ?? String(value);

const refuse = (message: string): Result<never> => err(failure('INPUT.INVALID', message));
