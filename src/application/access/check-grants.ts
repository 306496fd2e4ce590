import { failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import {
  actions as known,
  isDocumentAction,
  type Action,
  type GrantedAction,
} from '../../domain/permission/permission.js';
import { collectResults, err, ok, type Result } from '../../domain/result.js';
import {
  type ContentType,
  type Json,
  type Schema,
  type Uid,
  isAuthor,
  isSystem,
} from '../../domain/schema/schema.js';
import { didYouMean } from '../../domain/nearest-name.js';
import type { GrantRecord } from '../ports/access-store.js';
import { noDeclaredActions } from './declared-actions.js';
import { type GrantLimits, grantRecords, heldActions } from './grant-records.js';
import { readPermission, type GrantReading } from './read-permission.js';

/** A requested grant. Callers can pass any JavaScript value, so every member is checked. */
export interface GrantRequest {
  readonly uid?: unknown;
  readonly actions?: unknown;
  /** Names of attributes; absent: all. */
  readonly fields?: unknown;
  /** In the form of a request's `filters`; absent: all documents. */
  readonly filters?: unknown;
}

/** The holder of a grant: a user, whom `$me` in filters refers to, or a holder that is not a user. */
export type Holder = 'user' | 'nobody';

/** Validates one grant. Failures list the valid choices. */
export function checkGrant(
  reading: GrantReading,
  { uid, actions, fields, filters, ...others }: GrantRequest,
  holder: Holder,
): Result<GrantRecord> {
  // A limit under another name would be lost, and the grant wider than was meant.
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refuse(reason('grant.member', { name: unknown }));
  const type = checkType(reading, uid);
  if (!type.ok) return type;
  const checked = checkActions(reading, type.value, actions);
  if (!checked.ok) return checked;
  const unlimitable = checked.value.find((action) => !isOnDocuments(reading.schema, type.value, action));
  if (unlimitable !== undefined && (isGiven(fields) || isGiven(filters)))
    return refuse(reason('grant.controller', { action: unlimitable }));
  const content = reading.schema.contentTypes.get(type.value);
  const senseless = content && checkSense(content, checked.value, { fields, filters });
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

/** Whether a grant of the action covers documents rather than an action of a controller. */
const isOnDocuments = ({ contentTypes }: Schema, type: Uid, action: GrantedAction): boolean =>
  contentTypes.has(type) && isDocumentAction(action);

const ofDrafts = new Set<GrantedAction>(['findDrafts', 'publish', 'unpublish', 'discardDraft']);

/** Returns the actions that can take effect on documents of a type. */
export const sensibleActions = ({ draftAndPublish, history }: ContentType): readonly Action[] =>
  known.filter((action) =>
    action === 'history' ? history !== null : draftAndPublish || !ofDrafts.has(action),
  );

/** Refuses grants that can never take effect. */
function checkSense(
  type: ContentType,
  actions: readonly GrantedAction[],
  { fields, filters }: Pick<GrantRequest, 'fields' | 'filters'>,
): Reason | undefined {
  const { uid } = type;
  const sensible = new Set(sensibleActions(type));
  const senseless = actions.filter(isDocumentAction).filter((action) => !sensible.has(action));
  if (senseless.includes('history')) return reason('grant.noHistory', { type: uid });
  if (actions.includes('history') && (isGiven(fields) || isGiven(filters))) return reason('grant.history');
  const [moving] = senseless;
  if (moving !== undefined) return reason('grant.noDrafts', { action: moving, type: uid });
  return isGiven(fields) && actions.includes('delete') ? reason('grant.delete') : undefined;
}

function checkFilters(
  reading: GrantReading,
  type: Uid,
  filters: unknown,
  holder: Holder,
): Result<GrantLimits['filters']> {
  if (!isGiven(filters)) return ok(undefined);
  if (typeof filters !== 'object' || Array.isArray(filters))
    return refuse(reason('grant.filters', { example: '{"author":{"documentId":"$me"}}' }));
  const permission = readPermission(reading, type, { filters: filters as Json });
  if (!permission.ok) {
    const { message, details } = permission.failure;
    return err(failure('INPUT.INVALID', `Filters for ${type}: ${message}`, details));
  }
  const text = JSON.stringify(filters);
  if (holder === 'nobody' && text.includes('"$me"')) return refuse(reason('grant.me'));
  return ok(JSON.parse(text) as Json);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Accepts content-types, and controllers that the routes of the app name. */
export function checkType({ schema, declared = noDeclaredActions }: GrantReading, uid: unknown): Result<Uid> {
  if (typeof uid === 'string') {
    if (schema.contentTypes.has(uid) || declared.of(uid).length > 0) return ok(uid);
    if (uid.startsWith('api::') && declared.isPossible(uid)) return ok(uid);
  }
  const types = [...new Set([...schema.contentTypes.keys(), ...declared.uids()])].sort();
  const choice = types.length === 0 ? 'there are none yet' : `there are: ${few(types)}`;
  const hint = typeof uid === 'string' ? didYouMean(uid, types) : '';
  return refuse(`Unknown content-type ${quoted(uid)}${hint}; ${choice}`);
}

/** Accepts actions on documents, and those of `uid` that the routes of the app name. */
export function checkActions(
  { schema, declared = noDeclaredActions }: GrantReading,
  uid: Uid,
  actions: unknown,
): Result<readonly GrantedAction[]> {
  const onDocuments: readonly Action[] = schema.contentTypes.has(uid) ? known : [];
  const there = [...new Set([...onDocuments, ...declared.of(uid)])];
  const isAction = (value: unknown): value is GrantedAction =>
    typeof value === 'string' &&
    (there.includes(value) || (declared.isPossible(uid) && /^[a-z_][\w-]*$/i.test(value)));
  const given = Array.isArray(actions) ? [...new Set<unknown>(actions)] : [actions];
  if (given.length === 0 || actions === undefined)
    return refuse(`No action given; there are: ${there.join(', ')}`);
  const unknown = given.find((action) => !isAction(action));
  if (unknown !== undefined) {
    const hint = typeof unknown === 'string' ? didYouMean(unknown, there) : '';
    return refuse(`Unknown action ${quoted(unknown)}${hint}; there are: ${there.join(', ')}`);
  }
  return ok(given.filter(isAction));
}

export function checkRole(roles: readonly { readonly name: string }[], role: unknown): Result<string> {
  const names = roles.map(({ name }) => name);
  if (typeof role === 'string' && names.includes(role)) return ok(role);
  return refuse(`Unknown role ${quoted(role)}; there are: ${few(names)}`);
}

/** Lists as many names as fit a message. */
export const few = (names: readonly string[]): string =>
  names.length <= 20 ? names.join(', ') : `${names.slice(0, 20).join(', ')} and ${names.length - 20} more`;

const quoted = (value: unknown): string => JSON.stringify(value) ?? String(value);

const refuse = (why: string | Reason): Result<never> => err(failure('INPUT.INVALID', why));

/** Returns the attributes of a grant, sorted and without duplicates; undefined if none are given, which means all. */
function checkFields(type: ContentType, fields: unknown): Result<readonly string[] | undefined> {
  if (fields === undefined || fields === null) return ok(undefined);
  if (!Array.isArray(fields)) return err(failure('INPUT.INVALID', reason('grant.fields'), { key: 'fields' }));
  const own = [...type.attributes.values()].filter(
    (attribute) => !isSystem(attribute) || isAuthor(attribute),
  );
  const names = new Set(own.map(({ name }) => name));
  const stranger: unknown = fields.find((field) => !names.has(field as string));
  if (stranger !== undefined || fields.includes(undefined)) {
    const said = JSON.stringify(stranger) ?? String(stranger);
    const isKept = typeof stranger === 'string' && type.attributes.has(stranger);
    const why = isKept
      ? reason('grant.systemField', { field: said })
      : reason('grant.noField', { type: type.uid, field: said, fields: [...names] });
    return err(failure('INPUT.INVALID', why, { key: stranger ?? 'fields' }));
  }
  return ok([...new Set(fields as readonly string[])].sort());
}

/**
 * Validates the grants of a custom token: `[{ uid, actions, fields?, filters? }]`, `{ [uid]: actions }`, or texts as on
 * the command line, `uid:find,findOne`.
 */
export function checkGrants(reading: GrantReading, grants: unknown): Result<readonly GrantRecord[]> {
  const requests = requestsOf(grants);
  if (requests === null || requests.length === 0) {
    return refuse(reason('grant.none'));
  }
  return checkEach(reading, requests, 'nobody');
}

/** Returns grants in the order of `grantRecords`. If two cover the same action, the later one counts. */
export function checkEach(
  reading: GrantReading,
  requests: readonly GrantRequest[],
  holder: Holder,
): Result<readonly GrantRecord[]> {
  const checked = collectResults(requests, (request) => checkGrant(reading, request, holder));
  return checked.ok ? ok(grantRecords(heldActions(checked.value).values())) : checked;
}

function requestsOf(grants: unknown): readonly GrantRequest[] | null {
  if (Array.isArray(grants)) return grants.map(requestOf);
  if (typeof grants !== 'object' || grants === null) return null;
  return Object.entries(grants).map(([uid, actions]: [string, unknown]) => ({ uid, actions }));
}

/** Reads a grant object, or the text `uid:find,findOne`. */
export function requestOf(grant: unknown): GrantRequest {
  if (typeof grant !== 'string') return grant ?? {};
  const colon = grant.lastIndexOf(':');
  // In a bare UID the colons are adjacent, so what follows them is not a list of actions.
  const bare = colon < 1 || grant[colon - 1] === ':';
  return bare
    ? { uid: grant, actions: [] }
    : { uid: grant.slice(0, colon), actions: grant.slice(colon + 1).split(',') };
}
