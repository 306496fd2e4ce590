import { isStorableText } from '../../domain/document/storable-text.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Identity } from '../ports/identity-providers.js';
import { refusalOfName } from './own-name.js';
import { isTaken } from './free-names.js';
import { standardRole } from './register.js';
import {
  blockedAccount,
  noAddress,
  registrationClosed,
  taken,
  unconfirmedAccount,
  wrongCode,
  wrongLogin,
} from './failures.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import {
  createUser,
  findByIdentifier,
  findUser,
  spendCode,
  updateUser,
  updateOfEpoch,
  type UserRecord,
} from './user-records.js';
import { later } from '../later.js';

const secondsOfCode = 60;

/** If the password changes while it is compared, the comparison starts again with the new one. */
const maxAttempts = 3;

/** Sign-in with a password or with a provider. */
export function createSignIn(
  dependencies: AccountsDependencies,
  sessions: Sessions,
): Pick<Accounts, 'login' | 'signInWith' | 'redeem'> {
  const { documents, passwords, secrets, clock, settings, attempts } = dependencies;
  return {
    async login(identifier, password, client = null) {
      // Counted before the lookup, so that the answer does not reveal whether the account exists.
      const attempt = await attempts.takeSignIn(identifier, client);
      if (!attempt.ok) return attempt;
      for (let left = maxAttempts; left > 0; left -= 1) {
        const user = await findByIdentifier(documents, identifier);
        if (!user.ok) return user;
        const isRight = await passwords.verify(user.value?.passwordHash ?? null, password);
        if (user.value === null || !isRight) return err(wrongLogin);
        if (user.value.blocked) return err(blockedAccount);
        if (settings.emailConfirmation && !user.value.confirmed) return err(unconfirmedAccount);
        const opened = await sessions.openFor(await renewHash(dependencies, user.value, password));
        if (!opened.ok) return opened;
        if (opened.value === null) continue;
        await attempt.value.succeeded([user.value.username, user.value.email]);
        return ok(opened.value);
      }
      return err(wrongLogin);
    },
    async signInWith(identity, challenge) {
      const user = await accountOf(dependencies, identity);
      if (!user.ok) return user;
      const code = secrets.create();
      const verifier = challenge === null ? secrets.create() : null;
      const kept = await updateUser(documents, user.value, {
        signInToken: hashOf(secrets, code, challenge ?? secrets.hash(verifier ?? '')),
        signInExpiresAt: later(clock.now(), secondsOfCode * 1000),
      });
      return kept.ok ? ok({ code, verifier }) : kept;
    },
    async redeem(code, verifier) {
      const hash = hashOf(secrets, code, secrets.hash(verifier));
      const user = await findUser(documents, 'signInToken', hash);
      if (!user.ok) return user;
      const { value } = user;
      if (value === null || value.blocked || value.signInExpiresAt <= clock.now()) return err(wrongCode);
      const spent = secrets.hash(secrets.create());
      const key = 'signInToken';
      const used = await spendCode(
        documents,
        value.documentId,
        { key, hash, spent },
        { signInExpiresAt: null },
      );
      if (!used.ok) return used.failure.code === 'DOCUMENT.NOT_FOUND' ? err(wrongCode) : used;
      const opened = await sessions.openFor(value);
      return opened.ok ? (opened.value === null ? err(wrongCode) : ok(opened.value)) : opened;
    },
  };
}

/** Includes the challenge: with a wrong verifier a code is unknown, and stays valid for the right one. */
const hashOf = (secrets: AccountsDependencies['secrets'], code: string, challenge: string): string =>
  secrets.hash(`${code} ${challenge}`);

/** Returns the documentId of the account, which is created if there is none. */
async function accountOf(dependencies: AccountsDependencies, identity: Identity): Promise<Result<string>> {
  const { documents } = dependencies;
  const subject = `${identity.provider} ${identity.subject}`;
  const known = await findUser(documents, 'subject', subject);
  if (!known.ok) return known;
  if (known.value !== null) return known.value.blocked ? err(blockedAccount) : ok(known.value.documentId);
  const created = await createFrom(dependencies, identity, subject);
  if (created.ok) return created;
  // Two sign-ins of the same person at once create one account.
  const made = await findUser(documents, 'subject', subject);
  return made.ok && made.value !== null ? ok(made.value.documentId) : created;
}

/**
 * An address that another account has is refused, not treated as the same person: it may have been registered by somebody
 * who does not own it.
 */
async function createFrom(
  { documents, settings, secrets }: AccountsDependencies,
  { provider, email, username }: Identity,
  subject: string,
): Promise<Result<string>> {
  if (!settings.allowRegister) return err(registrationClosed);
  const role = await standardRole(documents, settings.defaultRole);
  if (!role.ok) return role;
  if (email === null) return err(noAddress);
  const name = await freeName(documents, { email, username }, secrets);
  if (!name.ok) return name;
  const account = { provider, subject, confirmed: true, blocked: false, role: role.value };
  const created = await createUser(documents, { ...account, username: name.value, email });
  return !created.ok && isTaken(created.failure) ? err(taken) : created;
}

/** Returns the name from the provider if it is free and valid for this user; otherwise one made from the address. */
async function freeName(
  documents: AccountsDependencies['documents'],
  { email, username }: { readonly email: string; readonly username: string | null },
  secrets: AccountsDependencies['secrets'],
): Promise<Result<string>> {
  const proposed = Array.from(username ?? '')
    .slice(0, longestName)
    .join('');
  const isFit = proposed !== '' && isStorableText(proposed) && refusalOfName(proposed, email) === null;
  const wanted = isFit ? proposed : email;
  const name = wanted.length < 3 ? `${wanted}-user` : wanted;
  const holder = await findByIdentifier(documents, name);
  if (!holder.ok) return holder;
  return ok(holder.value === null ? name : `${name.split('@')[0]}-${secrets.create().slice(0, 8)}`);
}

/** Longer names from a provider are cut: attributes hold 255 characters. */
const longestName = 100;

/**
 * Replaces a hash from another system with one of our own, after its password was verified. The old hash stays if the
 * password policy refuses the password, or if the password was changed in the meantime. Returns the updated user.
 */
async function renewHash(
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
