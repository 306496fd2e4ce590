import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { GrantRecord } from '../ports/access-store.js';
import { checkGrant, type GrantRequest, type Holder } from './check-grant.js';
import { grantRecords, heldActions } from './grant-records.js';
import type { GrantReading } from './read-permission.js';

/**
 * The grants of a custom token: `[{ uid, actions, fields?, filters? }]`, `{ [uid]: actions }`, or texts as the command
 * line has them, `uid:find,findOne`.
 */
export function checkGrants(reading: GrantReading, grants: unknown): Result<readonly GrantRecord[]> {
  const requests = requestsOf(grants);
  if (requests === null || requests.length === 0) {
    const message = 'A custom token needs grants: which actions on which content-types it may do';
    return err(failure('INPUT.INVALID', message));
  }
  return checkEach(reading, requests, 'nobody');
}

/** In the order of `grantRecords`; of two that say something about the same action the later counts. */
export function checkEach(
  reading: GrantReading,
  requests: readonly GrantRequest[],
  holder: Holder,
): Result<readonly GrantRecord[]> {
  const checked: GrantRecord[] = [];
  for (const request of requests) {
    const grant = checkGrant(reading, request, holder);
    if (!grant.ok) return grant;
    checked.push(grant.value);
  }
  return ok(grantRecords(heldActions(checked).values()));
}

function requestsOf(grants: unknown): readonly GrantRequest[] | null {
  if (Array.isArray(grants)) return grants.map(requestOf);
  if (typeof grants !== 'object' || grants === null) return null;
  return Object.entries(grants).map(([uid, actions]: [string, unknown]) => ({ uid, actions }));
}

/** A grant as it is given, or as the text `uid:find,findOne`. */
export function requestOf(grant: unknown): GrantRequest {
  if (typeof grant !== 'string') return grant ?? {};
  const colon = grant.lastIndexOf(':');
  // The colons of a bare uid stand together: what follows them is no list of actions.
  const bare = colon < 1 || grant[colon - 1] === ':';
  return bare
    ? { uid: grant, actions: [] }
    : { uid: grant.slice(0, colon), actions: grant.slice(colon + 1).split(',') };
}
