import { ok, type Result } from '../../../domain/result.js';
import type { TokenSecrets } from '../../ports/token-secrets.js';
import { createUser, updateUser } from '../../accounts/user-records.js';
import { listUsers, removeUser, roleOfType, userNamed } from './named-users.js';
import type { Users, UsersDependencies } from './users.js';

export function createUsers({ documents, secrets }: UsersDependencies): Users {
  const change = async (user: string, data: Readonly<Record<string, unknown>>): Promise<Result<void>> => {
    const documentId = await userNamed(documents, user);
    return documentId.ok ? updateUser(documents, documentId.value, data) : documentId;
  };
  return {
    list: () => listUsers(documents),
    async create({ username, email, role = 'authenticated', password: given }) {
      const found = await roleOfType(documents, role);
      if (!found.ok) return found;
      const { password, made } = passwordFor(secrets, given);
      const data = { username, email: email.toLowerCase(), password, role: found.value, ...ofNewUsers };
      const created = await createUser(documents, data);
      return created.ok ? ok({ password: made }) : created;
    },
    // Sessions end, also for the day when the user is no longer blocked.
    setBlocked: (user, blocked) => change(user, { blocked, sessionEpoch: secrets.create() }),
    async setRole(user, role) {
      const found = await roleOfType(documents, role);
      return found.ok ? change(user, { role: found.value }) : found;
    },
    async setPassword(user, given) {
      const { password, made } = passwordFor(secrets, given);
      const data = { password, resetPasswordToken: null, sessionEpoch: secrets.create() };
      const changed = await change(user, data);
      return changed.ok ? ok({ password: made }) : changed;
    },
    async remove(user) {
      const documentId = await userNamed(documents, user);
      return documentId.ok ? removeUser(documents, documentId.value) : documentId;
    },
  };
}

/** Whoever runs the server vouches for the address. */
const ofNewUsers = { provider: 'local', confirmed: true, blocked: false };

/** 128 random bits where none was given. */
function passwordFor(
  secrets: TokenSecrets,
  given: string | undefined,
): { readonly password: string; readonly made: string | null } {
  if (given !== undefined) return { password: given, made: null };
  const made = secrets.create().slice(0, 32);
  return { password: made, made };
}
