import { err, ok, type Result } from '../../domain/result.js';
import type { Identity } from '../ports/identity-providers.js';
import { isTaken, standardRole } from './register.js';
import {
  blockedAccount,
  noAddress,
  registrationClosed,
  taken,
  unconfirmedAccount,
  wrongLogin,
} from './refusals.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { createUser, findByIdentifier, findUser, type UserRecord } from './user-records.js';

/** Somebody proves who they are. */
export function createSignIn(
  dependencies: AccountsDependencies,
  sessions: Sessions,
): Pick<Accounts, 'login' | 'signInWith'> {
  const { documents, passwords, settings } = dependencies;
  const admit = (user: UserRecord, needsConfirmation: boolean) => {
    if (user.blocked) return Promise.resolve(err(blockedAccount));
    if (needsConfirmation && !user.confirmed) return Promise.resolve(err(unconfirmedAccount));
    return sessions.open(user.documentId);
  };
  return {
    async login(identifier, password) {
      const user = await findByIdentifier(documents, identifier);
      if (!user.ok) return user;
      const isRight = await passwords.verify(user.value?.passwordHash ?? null, password);
      if (user.value === null || !isRight) return err(wrongLogin);
      return admit(user.value, settings.emailConfirmation);
    },
    async signInWith(identity) {
      const subject = `${identity.provider} ${identity.subject}`;
      const known = await findUser(documents, 'subject', subject);
      if (!known.ok) return known;
      if (known.value !== null) return admit(known.value, false);
      const created = await createFrom(dependencies, identity, subject);
      if (!created.ok) return created;
      return sessions.open(created.value);
    },
  };
}

/**
 * An address that another account has is refused, and not taken for the same person: whoever made that account may not
 * own the address.
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
  const name = await freeName(documents, username ?? email, secrets);
  if (!name.ok) return name;
  const account = { provider, subject, confirmed: true, blocked: false, role: role.value };
  const created = await createUser(documents, { ...account, username: name.value, email });
  return !created.ok && isTaken(created.failure) ? err(taken) : created;
}

async function freeName(
  documents: AccountsDependencies['documents'],
  wanted: string,
  secrets: AccountsDependencies['secrets'],
): Promise<Result<string>> {
  const name = wanted.length < 3 ? `${wanted}-user` : wanted.slice(0, 200);
  const holder = await findUser(documents, 'username', name);
  if (!holder.ok) return holder;
  return ok(holder.value === null ? name : `${name}-${secrets.create().slice(0, 8)}`);
}
