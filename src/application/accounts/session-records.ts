import { compare, equals } from '../../domain/query/compare.js';
import { sessionType } from '../../domain/schema/built-in-uids.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Filter } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { Document } from '../ports/document-store.js';

export interface SessionRecord {
  readonly tokenHash: string;
  /** The hash that this one came from; null: from a sign-in. Only one comes from another. */
  readonly parent: string | null;
  readonly family: string;
  /** DocumentId. */
  readonly user: string;
  /** What the user's password and sessions were: what ends signed tokens ends this one too. */
  readonly epoch: string;
  readonly expiresAt: string;
  /** When all ends that came from this sign-in; null in records from before this was kept. */
  readonly endsAt: string | null;
}

/** A parent that has another child already is `INPUT.INVALID`. */
export const createSession = (documents: Documents, data: SessionRecord): Promise<Result<unknown>> =>
  documents.create(systemPrincipal, {
    kind: 'create',
    type: sessionType,
    layer: 'published',
    data,
    answer: { fields: ['documentId'] },
  });

export async function findSession(
  documents: Documents,
  tokenHash: string,
): Promise<Result<SessionRecord | null>> {
  const found = await find(documents, equals('tokenHash', tokenHash), 1);
  return found.ok ? ok((found.value[0] ?? null) as SessionRecord | null) : found;
}

/** Whether there is a session left of what one sign-in began. */
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

/** Some of those that have ended: as many as come, and more. */
export const removeExpired = (documents: Documents, now: string): Promise<Result<number>> =>
  removeSome(documents, compare('expiresAt', '$lte', now), 5);

/** However many a thief has made of one: an answer holds some thousands. */
const batch = 100;

/** The newest first: of a family it is the one that can still be used. */
async function removeSome(documents: Documents, filters: Filter, limit: number): Promise<Result<number>> {
  const found = await find(documents, filters, limit);
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const mutation = { kind: 'delete', type: sessionType, documentId: documentId as string } as const;
    const removed = await documents.delete(systemPrincipal, mutation);
    if (!removed.ok) return removed;
  }
  return ok(found.value.length);
}

async function find(
  documents: Documents,
  filters: Filter,
  limit: number,
): Promise<Result<readonly Document[]>> {
  const range = { offset: 0, limit };
  const query = {
    type: sessionType,
    action: 'find',
    filters,
    sort: [{ path: ['id'], direction: 'desc' }],
    range,
    count: false,
    layer: 'published',
  } as const;
  const found = await documents.find(systemPrincipal, query);
  return found.ok ? ok(found.value.answer.documents()) : found;
}
