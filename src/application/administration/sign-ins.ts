import { compare, equals } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { hourMs, later } from '../later.js';
import { links, removeEach, signIns, type AdministratorRecord, type SignInRecord } from './records.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { ListedSignIn } from './listed.js';
import type { Client, OpenedSignIn } from './use-cases.js';

const idleMs = 12 * hourMs;
const longestMs = 30 * 24 * hourMs;
/** How long a sign-in waits for its second factor. */
const waitMs = hourMs / 6;
/** A use is written at most this often. */
const touchMs = hourMs / 12;

/** Opens a sign-in, which is proven now unless another time is given; null: it is not. Each also removes what has expired. */
export async function openSignIn(
  { documents, secrets, clock }: AdministrationDependencies,
  { documentId }: Pick<AdministratorRecord, 'documentId'>,
  { address, agent }: Client,
  waits: boolean,
  provenAt?: string | null,
): Promise<Result<OpenedSignIn>> {
  const now = clock.now();
  const gone = await signIns.all(documents, compare('expiresAt', '$lte', now));
  const removed = await removeEach(documents, signIns, gone);
  if (!removed.ok) return removed;
  const token = secrets.create();
  const proven = provenAt === undefined && !waits ? now : provenAt;
  const inserted = await signIns.insert(documents, {
    hash: secrets.hash(token),
    administrator: documentId,
    waits,
    usedAt: now,
    expiresAt: later(now, waits ? waitMs : longestMs),
    origin: address,
    agent: agent.slice(0, 200),
    // A clock of another server may be ahead.
    ...(proven && { provenAt: proven < now ? proven : now }),
  });
  return inserted.ok ? ok({ token, waits }) : inserted;
}

/** Returns a sign-in that has not ended; null if there is none. */
export async function findSignIn(
  { documents, secrets, clock }: AdministrationDependencies,
  token: string,
): Promise<Result<SignInRecord | null>> {
  const found = await signIns.find(documents, 'hash', secrets.hash(token));
  if (!found.ok || found.value === null) return found;
  const { expiresAt, usedAt } = found.value;
  const now = clock.now();
  return ok(expiresAt > now && later(usedAt, idleMs) > now ? found.value : null);
}

/** Notes that a sign-in is used. */
export async function touchSignIn(
  { documents, clock }: AdministrationDependencies,
  { documentId, usedAt }: SignInRecord,
): Promise<void> {
  if (later(usedAt, touchMs) <= clock.now())
    await signIns.update(documents, documentId, { usedAt: clock.now() });
}

/** Ends the sign-ins of an administrator, but for the one that is `kept`. */
export async function endSignIns(
  { documents }: AdministrationDependencies,
  administrator: string,
  kept?: string,
): Promise<Result<unknown>> {
  const all = await signIns.all(documents, equals('administrator', administrator));
  if (!all.ok) return all;
  return removeEach(documents, signIns, ok(all.value.filter(({ documentId }) => documentId !== kept)));
}

/**
 * Ends the sign-ins of an administrator, but for the one that is `kept`, and the links by which somebody could sign in as them.
 */
export async function endAccess(
  dependencies: AdministrationDependencies,
  administrator: string,
  kept?: string,
): Promise<Result<unknown>> {
  const ended = await endLinks(dependencies, equals('administrator', administrator));
  return ended.ok ? endSignIns(dependencies, administrator, kept) : ended;
}

/** The same, and ends the links that the administrator has made: for one who may do less than before, or nothing. */
export async function endRights(
  dependencies: AdministrationDependencies,
  administrator: string,
): Promise<Result<unknown>> {
  const unmade = await endLinks(dependencies, equals('maker', administrator));
  return unmade.ok ? endAccess(dependencies, administrator) : unmade;
}

async function endLinks({ documents }: AdministrationDependencies, which: Filter): Promise<Result<unknown>> {
  return removeEach(documents, links, await links.all(documents, which));
}

/** Returns the sign-ins of an administrator that are open, the latest first. */
export async function openSignIns(
  { documents, clock }: AdministrationDependencies,
  administrator: string,
): Promise<Result<readonly ListedSignIn[]>> {
  const all = await signIns.all(documents, equals('administrator', administrator));
  if (!all.ok) return all;
  const now = clock.now();
  const open = all.value.filter(
    ({ waits, expiresAt, usedAt }) => !waits && expiresAt > now && later(usedAt, idleMs) > now,
  );
  return ok(open.reverse().map(({ documentId: id, ...rest }) => ({ id, ...rest })));
}

/** Ends one sign-in of an administrator. Returns whether there was it. */
export async function endSignIn(
  { documents }: AdministrationDependencies,
  administrator: string,
  id: string,
): Promise<Result<boolean>> {
  const all = await signIns.all(documents, equals('administrator', administrator));
  if (!all.ok) return all;
  const named = all.value.filter(({ documentId }) => documentId === id);
  const removed = await removeEach(documents, signIns, ok(named));
  return removed.ok ? ok(named.length > 0) : removed;
}
