import { compare, equals } from '../../domain/query/compare.js';
import { sessionType } from '../../domain/schema/built-in-uids.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Filter } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { Document } from '../ports/document-store.js';
import { findAsSystem, systemAbout } from '../documents/system-query.js';

/** One record for each sign-in, removed when it ends. */
export interface SessionRecord {
  readonly documentId: string;
  readonly family: string;
  /** The hash of the refresh token that is valid now. */
  readonly tokenHash: string;
  /** The user's documentId. */
  readonly user: string;
  /** The user's epoch. When it changes, this session ends, as signed tokens do. */
  readonly epoch: string;
  readonly expiresAt: string;
  /** When the family expires, however often it is refreshed. */
  readonly endsAt: string;
}

export const createSession = (
  documents: Documents,
  data: Omit<SessionRecord, 'documentId'>,
): Promise<Result<unknown>> =>
  documents.create(systemPrincipal, {
    kind: 'create',
    type: sessionType,
    layer: 'published',
    data,
    answer: { fields: ['documentId'] },
  });

/**
 * Replaces the refresh token of `session` atomically: of several concurrent calls, one succeeds. Fails with
 * `DOCUMENT.NOT_FOUND` if the session has another token by now, or has ended.
 */
export const replaceToken = (
  documents: Documents,
  { documentId, tokenHash }: SessionRecord,
  next: Pick<SessionRecord, 'tokenHash' | 'expiresAt'>,
): Promise<Result<unknown>> =>
  documents.update(systemAbout(sessionType, compare('tokenHash', '$in', [tokenHash, next.tokenHash])), {
    kind: 'update',
    type: sessionType,
    documentId,
    layer: 'published',
    data: next,
    answer: { fields: ['documentId'] },
  });

export async function findSession(
  documents: Documents,
  family: string,
): Promise<Result<SessionRecord | null>> {
  const found = await find(documents, equals('family', family), 1);
  return found.ok ? ok((found.value[0] ?? null) as SessionRecord | null) : found;
}

/** Whether the family of a session has not ended. */
export async function hasFamily(documents: Documents, family: string, now: string): Promise<Result<boolean>> {
  const current = compare('expiresAt', '$gt', now);
  const found = await find(documents, { kind: 'and', filters: [equals('family', family), current] }, 1);
  return found.ok ? ok(found.value.length > 0) : found;
}

export async function removeSessions(
  documents: Documents,
  key: 'family' | 'user',
  value: string,
): Promise<Result<void>> {
  for (;;) {
    const removed = await removeSome(documents, equals(key, value), batch);
    if (!removed.ok) return removed;
    if (removed.value < batch) return ok(undefined);
  }
}

/** Removes a few expired sessions. Each sign-in adds one and calls this, so expired sessions do not accumulate. */
export const removeExpired = (documents: Documents, now: string): Promise<Result<number>> =>
  removeSome(documents, compare('expiresAt', '$lte', now), 5);

/** Sessions are removed in batches, as one answer holds a few thousand documents at most. */
const batch = 100;

/** Sessions that another server removes at the same time count as removed. */
async function removeSome(documents: Documents, filters: Filter, limit: number): Promise<Result<number>> {
  const found = await find(documents, filters, limit);
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const mutation = { kind: 'delete', type: sessionType, documentId: documentId as string } as const;
    const removed = await documents.delete(systemPrincipal, mutation);
    if (!removed.ok && removed.failure.code !== 'DOCUMENT.NOT_FOUND') return removed;
  }
  return ok(found.value.length);
}

const find = (documents: Documents, filters: Filter, limit: number): Promise<Result<readonly Document[]>> =>
  findAsSystem(documents, sessionType, { filters, sort: [{ path: ['id'], direction: 'desc' }], limit });
