import { nobody, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { administratorType } from '../../domain/schema/built-in-uids.js';
import { wrongCode, wrongSignIn } from './failures.js';
import { administrators, signIns, type AdministratorRecord } from './records.js';
import { principalOf } from './sessions.js';
import { findSignIn, openSignIn } from './sign-ins.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, Client, OpenedSignIn } from './use-cases.js';

/** Longer texts are no addresses or passwords, and would only cost time. */
export const longestGiven = 1000;

/** Counts attempts apart from those of the users of the content. */
export const attemptName = (email: string): string => `administrator ${email}`;

export function createSignIn(
  dependencies: AdministrationDependencies,
): Pick<Administration, 'signIn' | 'passSecondFactor'> {
  const { documents, passwords, attempts } = dependencies;
  return {
    async signIn(given, password, client) {
      const email = given.trim().toLowerCase().slice(0, longestGiven);
      const attempt = await attempts.takeSignIn(attemptName(email), client.network);
      if (!attempt.ok) {
        if (attempt.failure.code === 'POLICY.TOO_MANY') await refused(dependencies, email, client);
        return attempt;
      }
      const found = await administrators.find(documents, 'email', email);
      if (!found.ok) return found;
      const known = found.value?.passwordHash ?? null;
      const isRight = await passwords.verify(known, password.slice(0, longestGiven));
      if (found.value === null || !isRight || found.value.blocked) {
        await refused(dependencies, email, client);
        return err(wrongSignIn);
      }
      await attempt.value.succeeded([attemptName(email)]);
      const waits = found.value.secondFactor !== '';
      if (!waits) await signedIn(dependencies, found.value, client);
      return openFor(dependencies, found.value, client, waits);
    },
    async passSecondFactor(token, code, client) {
      const signIn = await findSignIn(dependencies, token);
      if (!signIn.ok) return signIn;
      if (signIn.value === null || !signIn.value.waits) return err(wrongCode);
      const found = await administrators.find(documents, 'documentId', signIn.value.administrator);
      if (!found.ok) return found;
      if (found.value === null || found.value.blocked) return err(wrongCode);
      const { documentId, email } = found.value;
      const attempt = await attempts.takeSignIn(`${attemptName(documentId)} code`, client.network);
      if (!attempt.ok) return attempt;
      const isRight = await checkCode(dependencies, found.value, code);
      if (!isRight.ok) return isRight;
      if (!isRight.value) {
        await refused(dependencies, email, client);
        return err(wrongCode);
      }
      await attempt.value.succeeded([]);
      const removed = await signIns.remove(documents, signIn.value.documentId);
      if (!removed.ok) return removed;
      await signedIn(dependencies, found.value, client);
      return openFor(dependencies, found.value, client, false);
    },
  };
}

/**
 * Opens a sign-in of an administrator as they were read, and looks again whether they are so still: another password or a block,
 * which ends what is open then, may have come before.
 */
async function openFor(
  dependencies: AdministrationDependencies,
  read: AdministratorRecord,
  client: Client,
  waits: boolean,
): Promise<Result<OpenedSignIn>> {
  const opened = await openSignIn(dependencies, read, client, waits);
  if (!opened.ok) return opened;
  const { documents, secrets } = dependencies;
  const now = await administrators.find(documents, 'documentId', read.documentId);
  if (now.ok && now.value?.passwordHash === read.passwordHash && !now.value.blocked) return opened;
  const made = await signIns.find(documents, 'hash', secrets.hash(opened.value.token));
  if (made.ok && made.value !== null) await signIns.remove(documents, made.value.documentId);
  return now.ok ? err(wrongSignIn) : now;
}

/** Whether the code is that of the authenticator, which works once, or one of the recovery codes, which then goes. */
export async function checkCode(
  dependencies: AdministrationDependencies,
  administrator: AdministratorRecord,
  code: string,
): Promise<Result<boolean>> {
  const { documents, secrets, secondFactors, clock } = dependencies;
  const { documentId, recoveryCodes, secondFactor, usedCode } = administrator;
  const plain = code.replace(/[\s-]/g, '').toLowerCase().slice(0, 64);
  const period = await secondFactors.periodOf(secondFactor, plain, clock.now());
  const [last] = usedCode.split(' ');
  if (period !== null && period <= Number(last)) return ok(false);
  const hash = secrets.hash(plain);
  if (period === null && !recoveryCodes.includes(hash)) return ok(false);
  // Of two uses at once, one finds the other's value.
  const used = await administrators.replace(
    documents,
    documentId,
    { key: 'usedCode', from: usedCode },
    {
      usedCode: `${period ?? last} ${secrets.create()}`,
      recoveryCodes: recoveryCodes.filter((one) => one !== hash),
    },
  );
  if (used.ok) return ok(true);
  return used.failure.code === 'DOCUMENT.NOT_FOUND' ? ok(false) : used;
}

export const refused = async (
  { audit }: AdministrationDependencies,
  subject: string,
  { address }: Client,
): Promise<void> => {
  const event = { action: 'login', outcome: 'refused', type: administratorType, subject } as const;
  await audit?.record({ ...nobody, origin: address }, event);
};

export async function signedIn(
  dependencies: AdministrationDependencies,
  administrator: AdministratorRecord,
  { address }: Client,
): Promise<void> {
  const { documentId, email } = administrator;
  const principal = await principalOf(dependencies, administrator);
  if (!principal.ok) return;
  const who: Principal = { ...principal.value, origin: address };
  const event = { action: 'login', type: administratorType, documentId, subject: email } as const;
  await dependencies.audit?.record(who, event);
}
