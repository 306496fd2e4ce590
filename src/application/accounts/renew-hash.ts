import type { AccountsDependencies } from './use-cases.js';
import { updateOfEpoch, type UserRecord } from './user-records.js';

/**
 * Keeps a hash of our own for a password that another system has hashed, once somebody has shown that they know it. One
 * that our rules would not take as a new password, and one that was changed meanwhile, stays. Answers the user as they
 * then are.
 */
export async function renewHash(
  { documents, passwords, secrets, log }: AccountsDependencies,
  user: UserRecord,
  password: string,
): Promise<UserRecord> {
  if (user.passwordHash === null || !passwords.isForeign(user.passwordHash)) return user;
  const sessionEpoch = secrets.create();
  const renewed = await updateOfEpoch(documents, user, { password }, sessionEpoch);
  if (renewed.ok) return { ...user, sessionEpoch };
  if (renewed.failure.code !== 'DOCUMENT.NOT_FOUND')
    log.warn('the password of a user keeps the hash of another system', {
      user: user.documentId,
      reason: renewed.failure.message,
    });
  return user;
}
