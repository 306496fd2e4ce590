import { isPlainObject } from '../../domain/document/plain-object.js';
import type { ContentType, Uid } from '../../domain/schema/schema.js';
import { isDocumentAction } from '../../domain/permission/permission.js';
import { readPermission, type GrantReading } from '../access/read-permission.js';
import type {
  AccessChange,
  AccessState,
  GrantRecord,
  RoleActions,
  RoleGrant,
  TokenRecord,
} from '../ports/access-store.js';

/** A content-type, or an attribute of one. */
export interface Named {
  readonly type: Uid;
  readonly attribute?: string;
}

/** What distinguishes a grant on a removed content-type from one on a controller without a content-type. */
export interface LeftoverReading extends GrantReading {
  /** The controllers of the app by their files, for commands, which load no routes; absent: `declared` has them. */
  readonly controllers?: ReadonlySet<Uid>;
}

/** Returns the content-type or attribute that a grant names and the schema lacks; null if there is none. */
export function goneFrom(reading: LeftoverReading, grant: GrantRecord): Named | null {
  const { type: uid, fields = [], filters } = grant;
  const type = reading.schema.contentTypes.get(uid);
  if (type === undefined) return isOfController(reading, grant) ? null : { type: uid };
  const field = fields.find((name) => !type.attributes.has(name));
  if (field !== undefined) return { type: uid, attribute: field };
  const permission = readPermission(reading, uid, { ...(filters !== undefined && { filters }) });
  const key = permission.ok ? undefined : permission.failure.details?.['key'];
  return typeof key === 'string' ? { type: uid, attribute: key } : null;
}

/** Grants of a controller stay when its routes go: the next version of the app may have them again. */
const isOfController = (
  { controllers, declared }: LeftoverReading,
  { type, actions }: GrantRecord,
): boolean =>
  controllers?.has(type) === true ||
  (declared?.of(type).length ?? 0) > 0 ||
  actions.every((action) => !isDocumentAction(action));

export const isInSchema = ({ schema }: GrantReading, { type: uid, attribute }: Named): boolean => {
  const type: ContentType | undefined = schema.contentTypes.get(uid);
  return type !== undefined && (attribute === undefined || type.attributes.has(attribute));
};

/**
 * Removes the missing content-type or attributes from every grant of roles and tokens; null if no grant names them.
 * Pure.
 */
export function takeGrantsBack(
  reading: GrantReading,
  { revision, roles, tokens }: AccessState,
  gone: readonly Named[],
): AccessChange | null {
  const revoke: RoleActions[] = [];
  const grant: RoleGrant[] = [];
  for (const { name: role, grants } of roles)
    for (const held of grants) {
      const left = without(reading, held, gone);
      if (left === held) continue;
      revoke.push({ role, type: held.type, actions: held.actions });
      if (left !== null) grant.push({ role, ...left });
    }
  const changed = tokens.flatMap((token): TokenRecord[] => {
    const grants = token.grants.map((held) => without(reading, held, gone));
    const left = grants.filter((each) => each !== null);
    return grants.some((each, index) => each !== token.grants[index]) ? [{ ...token, grants: left }] : [];
  });
  if (revoke.length === 0 && changed.length === 0) return null;
  return {
    since: revision,
    revoke,
    grant,
    removeTokens: changed.map(({ name }) => name),
    addTokens: changed,
  };
}

/** Returns the grant without what is missing; null if nothing is left. */
function without(reading: GrantReading, held: GrantRecord, gone: readonly Named[]): GrantRecord | null {
  const ofType = gone.filter(({ type }) => type === held.type);
  if (ofType.some(({ attribute }) => attribute === undefined)) return null;
  if (isFilteredBy(reading, held, gone)) return null;
  const fields = held.fields?.filter((name) => !ofType.some(({ attribute }) => attribute === name));
  if (fields?.length === held.fields?.length) return held;
  return fields === undefined || fields.length === 0 ? null : { ...held, fields };
}

/** Whether the grant's filters, which no longer fit the schema, use what is missing, also through relations. */
function isFilteredBy(
  reading: GrantReading,
  { type, filters }: GrantRecord,
  gone: readonly Named[],
): boolean {
  if (filters === undefined || readPermission(reading, type, { filters }).ok) return false;
  const keys = keysIn(filters);
  return gone.some(({ attribute }) => attribute !== undefined && keys.has(attribute));
}

function keysIn(value: unknown, keys = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const each of value) keysIn(each, keys);
  else if (isPlainObject(value))
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key);
      keysIn(inner, keys);
    }
  return keys;
}
