import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Confirmation } from './confirmation.js';
import { areFree, isTaken } from './free-names.js';
import { registrationClosed, taken, unknownParameters } from './failures.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies, Registration } from './use-cases.js';
import { createUser, findRole, showUser } from './user-records.js';
import { usernameForm } from './username-forms.js';

/**
 * Creates the account of a person who registers. Attributes that the settings do not allow are refused, not ignored.
 */
export function createRegistration(
  dependencies: AccountsDependencies,
  sessions: Sessions,
  confirmation: Confirmation,
): Accounts['register'] {
  const { documents, settings } = dependencies;
  return async (registration) => {
    if (!settings.allowRegister) return err(registrationClosed);
    const stray = Object.keys(registration.more).filter((name) => !settings.allowedFields.includes(name));
    if (stray.length > 0) return err(unknownParameters(stray));
    const created = await create(dependencies, registration);
    if (!created.ok) return created;
    const documentId = created.value;
    if (!settings.emailConfirmation) return sessions.open(documentId);
    confirmation.send({ documentId, email: registration.email.toLowerCase() });
    const user = await showUser(documents, documentId);
    return user.ok ? ok({ user: user.value }) : user;
  };
}

async function create(
  { documents, settings }: AccountsDependencies,
  { username, email, password, more }: Registration,
): Promise<Result<string>> {
  const free = await areFree(documents, [username, email]);
  if (!free.ok) return free;
  const role = await standardRole(documents, settings.defaultRole);
  if (!role.ok) return role;
  const created = await createUser(documents, {
    ...more,
    username,
    usernameForm: usernameForm(username),
    email: email.toLowerCase(),
    password,
    provider: 'local',
    confirmed: !settings.emailConfirmation,
    blocked: false,
    role: role.value,
  });
  return !created.ok && isTaken(created.failure) ? err(taken) : created;
}

/** Returns the documentId of the role that new users get. */
export async function standardRole(
  documents: AccountsDependencies['documents'],
  type: string,
): Promise<Result<string>> {
  const role = await findRole(documents, type);
  if (!role.ok) return role;
  return role.value === null
    ? err(failure('INPUT.MISMATCH', 'Impossible to find the default role'))
    : ok(role.value);
}
