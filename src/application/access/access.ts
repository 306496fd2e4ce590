import { failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { AccessStore, GrantRecord, RoleRecord, TokenRecord } from '../ports/access-store.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import { noGrants } from './principals.js';
import { createAccessCache, type AccessCache } from './access-cache.js';
import { checkActions, checkGrant, checkRole, checkType } from './check-grant.js';
import { checkTokenRequest, type TokenRequest } from './check-token-request.js';

/**
 * Who may do what: roles, their grants, API tokens. What a request needs is answered from memory; a change made here
 * is in use when its promise resolves, one made by another process within two seconds (see `createAccessCache`).
 * While the database can not be reached, the last known state stays in use. Refused input is `INPUT.INVALID`.
 */
export interface Access {
  /** Reads the first state. Until then nobody may do anything. */
  load(): Promise<Result<void>>;
  /** Follows changes by other processes until `stop`. */
  watch(): void;
  stop(): void;
  /** Who a request without credentials is. */
  publicPrincipal(): Principal;
  /** Who presents this token; null where it is unknown, revoked or past its end. */
  principalOfToken(token: string): Principal | null;
  /** Who a signed-in user is: what the role may, by its type; an unknown role may nothing. */
  userPrincipal(user: SignedIn): Principal;
  /** Whether another process has changed access since: a token that is not known may be a new one. */
  recheck(): Promise<boolean>;
  grant(role: unknown, uid: unknown, actions: unknown): Promise<Result<void>>;
  /** Also takes content-types that are gone, where the role still has grants for them. */
  revoke(role: unknown, uid: unknown, actions: unknown): Promise<Result<void>>;
  /** The grants of every role, as read last. */
  grants(): readonly RoleRecord[];
  /** The token itself is in this answer and nowhere else. A taken name is `INPUT.MISMATCH`. */
  createToken(request: TokenRequest): Promise<Result<{ readonly token: string }>>;
  listTokens(): readonly TokenSummary[];
  /** `DOCUMENT.NOT_FOUND` where there is none of that name. */
  revokeToken(name: string): Promise<Result<void>>;
}

export interface SignedIn {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  /** The `type` of its role. */
  readonly role: string;
}

/** A token as it can be shown. */
export type TokenSummary = Omit<TokenRecord, 'hash'> & { readonly expired: boolean };

export interface AccessDependencies {
  readonly store: AccessStore;
  readonly schema: Schema;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
  readonly log: Log;
}

export function createAccess(dependencies: AccessDependencies): Access {
  const { store, schema, log } = dependencies;
  const cache = createAccessCache(store, log);
  const change = async (checked: Result<GrantChange>, apply: AccessStore['grant']): Promise<Result<void>> => {
    if (!checked.ok) return checked;
    const { role, type, actions } = checked.value;
    const applied = await apply(role, type, actions);
    return applied.ok ? cache.refresh() : applied;
  };
  return {
    load: cache.refresh,
    watch: cache.watch,
    stop: cache.stop,
    publicPrincipal: () => cache.principals().public,
    principalOfToken: (token) => principalOfToken(cache, dependencies, token),
    userPrincipal: ({ id, documentId, username, role }) => ({
      kind: 'user',
      name: username,
      grants: cache.principals().roles.get(role) ?? noGrants,
      user: { id, documentId },
    }),
    recheck: cache.recheck,
    grant: (role, uid, actions) =>
      change(checkChange(cache, role, checkGrant(schema, uid, actions)), store.grant.bind(store)),
    revoke: (role, uid, actions) =>
      change(
        checkChange(cache, role, checkRevoked(schema, cache, role, uid, actions)),
        store.revoke.bind(store),
      ),
    grants: () => cache.state().roles,
    createToken: (request) => createToken(cache, dependencies, request),
    listTokens: () => cache.state().tokens.map((token) => summary(token, dependencies.clock.now())),
    revokeToken: async (name) => {
      const removed = await store.removeToken(name);
      if (removed.ok) return cache.refresh();
      const unknown = removed.failure.code === 'DOCUMENT.NOT_FOUND';
      return unknown
        ? err(failure('DOCUMENT.NOT_FOUND', `There is no token ${JSON.stringify(name)}`))
        : removed;
    },
  };
}

type GrantChange = GrantRecord & { readonly role: string };

function checkChange(cache: AccessCache, role: unknown, grant: Result<GrantRecord>): Result<GrantChange> {
  const known = checkRole(cache.state().roles, role);
  if (!known.ok) return known;
  return grant.ok ? ok({ ...grant.value, role: known.value }) : grant;
}

function checkRevoked(
  schema: Schema,
  cache: AccessCache,
  role: unknown,
  uid: unknown,
  actions: unknown,
): Result<GrantRecord> {
  const held = cache.state().roles.find(({ name }) => name === role)?.grants ?? [];
  const leftOver = held.find(({ type }) => type === uid);
  const type = leftOver === undefined ? checkType(schema, uid) : ok(leftOver.type);
  if (!type.ok) return type;
  const checked = checkActions(actions);
  return checked.ok ? ok({ type: type.value, actions: checked.value }) : checked;
}

function principalOfToken(
  cache: AccessCache,
  dependencies: AccessDependencies,
  token: string,
): Principal | null {
  const { secrets, clock } = dependencies;
  const hash = secrets.hash(token);
  const found = cache.principals().tokens.get(hash);
  // The lookup goes by hash, so its timing tells nothing of the token; the comparison decides all the same.
  if (found === undefined || !secrets.same(found.hash, hash)) return null;
  return hasEnded(found.expiresAt, clock.now()) ? null : found.principal;
}

/** Times in ISO 8601 and UTC compare as text. */
const hasEnded = (expiresAt: string | null, now: string): boolean => expiresAt !== null && expiresAt <= now;

async function createToken(
  cache: AccessCache,
  { schema, clock, secrets, store }: AccessDependencies,
  request: TokenRequest,
): Promise<Result<{ readonly token: string }>> {
  const checked = checkTokenRequest(schema, request, clock.now());
  if (!checked.ok) return checked;
  const token = secrets.create();
  const added = await store.addToken({ ...checked.value, hash: secrets.hash(token) });
  if (!added.ok) return added;
  // The token is valid whether or not this process has read it back yet: the next poll will.
  await cache.refresh();
  return ok({ token });
}

const summary = ({ hash: _hash, ...token }: TokenRecord, now: string): TokenSummary => ({
  ...token,
  expired: hasEnded(token.expiresAt, now),
});
