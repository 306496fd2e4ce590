import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Confirmation } from './confirmation.js';
import { registrationClosed, taken, unknownParameters } from './refusals.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies, Registration } from './use-cases.js';
import { createUser, findByIdentifier, findRole, showUser } from './user-records.js';

/** Somebody makes an account. What they may not say of themselves is refused by name, never passed over. */
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
    confirmation.ask({ documentId, email: registration.email.toLowerCase() });
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
    email: email.toLowerCase(),
    password,
    provider: 'local',
    confirmed: !settings.emailConfirmation,
    blocked: false,
    role: role.value,
  });
  return !created.ok && isTaken(created.failure) ? err(taken) : created;
}

/** A name that is the address of another would be taken for them, or the other way round. `self` may have it already. */
export async function areFree(
  documents: AccountsDependencies['documents'],
  identifiers: readonly string[],
  self?: string,
): Promise<Result<void>> {
  for (const identifier of identifiers) {
    const holders = await findByIdentifier(documents, identifier);
    if (!holders.ok) return holders;
    if (holders.value !== null && holders.value.documentId !== self) return err(taken);
  }
  return ok(undefined);
}

/** The documentId of the role that new users get. */
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

export function isTaken({ code, message, details }: Failure): boolean {
  const [error] = (details?.['errors'] ?? []) as { readonly path: readonly string[] }[];
  const isOfAccount = error?.path[0] === 'username' || error?.path[0] === 'email';
  return code === 'INPUT.INVALID' && message === 'This attribute must be unique' && isOfAccount;
}
