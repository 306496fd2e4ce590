import { denied } from '../../domain/failure.js';
import { mayWithAll, nobody, type Principal } from '../../domain/permission/permission.js';
import { equals } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import { administratorType } from '../../domain/schema/built-in-uids.js';
import { writingFor } from '../audit/writing-for.js';
import { hourMs, later } from '../later.js';
import { checkEmail, checkName } from './check-person.js';
import { deadLink, emailTaken, noAdministrator } from './failures.js';
import { inTurn, ownersIn } from './owners.js';
import { administrators, links, removeEach, type AdministratorRecord, type LinkRecord } from './records.js';
import { ownerRole } from './built-in-roles.js';
import { roleToGive } from './roles.js';
import { endAccess, openSignIn } from './sign-ins.js';
import { attemptName, signedIn } from './sign-in.js';
import { changeable } from './manage-administrators.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, MadeLink, NewPerson } from './use-cases.js';

const usualLifetimeMs = 24 * hourMs;

type Made = Pick<LinkRecord, 'purpose'> &
  Partial<Pick<LinkRecord, 'administrator' | 'role' | 'email' | 'maker'>>;

export const makerOf = ({ user }: Principal): string => user?.documentId ?? '';

export async function makeLink(
  { documents, secrets, clock }: AdministrationDependencies,
  link: Made,
  lifetimeMs = usualLifetimeMs,
): Promise<Result<MadeLink>> {
  const code = secrets.create();
  const expiresAt = later(clock.now(), lifetimeMs);
  const inserted = await links.insert(documents, { ...link, hash: secrets.hash(code), expiresAt });
  return inserted.ok ? ok({ code, expiresAt }) : inserted;
}

async function findLink(
  { documents, secrets, clock }: AdministrationDependencies,
  code: string,
): Promise<Result<LinkRecord | null>> {
  const found = await links.find(documents, 'hash', secrets.hash(code));
  if (!found.ok || found.value === null) return found;
  return ok(found.value.expiresAt > clock.now() ? found.value : null);
}

type LinkMethods = Pick<
  Administration,
  | 'hasAdministrator'
  | 'noOwnerCanSignIn'
  | 'makeFirstLink'
  | 'invite'
  | 'makeResetLink'
  | 'openLink'
  | 'useLink'
  | 'create'
>;

export function createLinks(dependencies: AdministrationDependencies): LinkMethods {
  const { documents } = dependencies;
  return {
    async hasAdministrator() {
      const all = await administrators.all(documents);
      return all.ok ? ok(all.value.length > 0) : all;
    },
    async noOwnerCanSignIn() {
      const owners = await ownersIn(dependencies);
      return owners.ok ? ok(owners.value.all > 0 && owners.value.withWay === 0) : owners;
    },
    makeFirstLink: () =>
      inTurn(dependencies, async () => {
        const all = await administrators.all(documents);
        if (!all.ok) return all;
        if (all.value.length > 0) return ok(null);
        const earlier = await links.all(documents, equals('purpose', 'first'));
        const removed = await removeEach(documents, links, earlier);
        return removed.ok ? makeLink(dependencies, { purpose: 'first' }) : removed;
      }),
    async invite(principal, given) {
      const role = await roleToInvite(dependencies, principal, given);
      return role.ok
        ? makeLink(dependencies, { purpose: 'invitation', role: role.value, maker: makerOf(principal) })
        : role;
    },
    async makeResetLink(principal, person) {
      const found = await changeable(dependencies, principal, person, 'update');
      if (!found.ok) return found;
      const { documentId } = found.value;
      return makeLink(dependencies, {
        purpose: 'reset',
        administrator: documentId,
        maker: makerOf(principal),
      });
    },
    async openLink(code) {
      const link = await findLink(dependencies, code);
      if (!link.ok) return link;
      if (link.value === null) return ok(null);
      const { purpose, administrator, email, role } = link.value;
      if (purpose !== 'reset') {
        const isForProviders = purpose === 'invitation' && role !== ownerRole;
        return ok({ purpose, email: email === '' ? null : email, isForProviders });
      }
      const found = await administrators.find(documents, 'documentId', administrator);
      if (!found.ok) return found;
      return ok(found.value === null ? null : { purpose, email: found.value.email, isForProviders: false });
    },
    async useLink(code, given, client) {
      // What is no link waits for nobody.
      const known = await findLink(dependencies, code);
      if (!known.ok) return known;
      if (known.value === null) return err(deadLink);
      const person = await inTurn(dependencies, () => redeem(dependencies, code, given));
      if (!person.ok) return person;
      const { record, isNew } = person.value;
      // The attempts of others keep people out only until they set another password.
      const { documentId, email } = record;
      if (!isNew)
        await dependencies.attempts.reset({ documentId, names: [attemptName(email)] }, client.network);
      const waits = !isNew && record.secondFactor !== '';
      const action = isNew ? 'register' : 'resetPassword';
      const event = { action, type: administratorType, documentId, subject: email } as const;
      await dependencies.audit?.record({ ...nobody, origin: client.address }, event);
      if (!waits) await signedIn(dependencies, record, client);
      return openSignIn(dependencies, record, client, waits);
    },
    async create(principal, { password, ...request }) {
      if (!mayWithAll(principal, 'create', administratorType)) return err(denied);
      const role = await roleToGive(dependencies, principal, request.role);
      if (!role.ok) return role;
      const { name, email } = request;
      const made = await insertPerson(dependencies, { name, email, password }, role.value, principal);
      return made.ok ? ok(made.value.documentId) : made;
    },
  };
}

/** Returns the role of an invitation that `principal` may make. */
export async function roleToInvite(
  dependencies: AdministrationDependencies,
  principal: Principal,
  role: unknown,
): Promise<Result<string>> {
  if (!mayWithAll(principal, 'create', administratorType)) return err(denied);
  return roleToGive(dependencies, principal, role);
}

/** Uses a link up, in the transaction around it. Of several uses at once one succeeds. */
export async function spendLink(
  dependencies: AdministrationDependencies,
  code: string,
): Promise<Result<LinkRecord>> {
  const { documents, secrets } = dependencies;
  const found = await findLink(dependencies, code);
  if (!found.ok) return found;
  if (found.value === null) return err(deadLink);
  const { documentId, hash } = found.value;
  const another = { hash: secrets.hash(secrets.create()) };
  const spent = await links.replace(documents, documentId, { key: 'hash', from: hash }, another);
  if (!spent.ok) return spent.failure.code === 'DOCUMENT.NOT_FOUND' ? err(deadLink) : spent;
  const removed = await links.remove(documents, documentId);
  return removed.ok ? ok(found.value) : removed;
}

interface Redeemed {
  readonly record: AdministratorRecord;
  readonly isNew: boolean;
}

/** Uses the link up and does what it is for, in one transaction: what is refused uses nothing up. */
async function redeem(
  dependencies: AdministrationDependencies,
  code: string,
  given: NewPerson,
): Promise<Result<Redeemed>> {
  const { documents } = dependencies;
  const link = await spendLink(dependencies, code);
  if (!link.ok) return link;
  const { purpose, role, administrator } = link.value;
  if (purpose === 'reset') return resetPassword(dependencies, administrator, given.password);
  if (purpose === 'first') {
    const all = await administrators.all(documents);
    if (!all.ok) return all;
    if (all.value.length > 0) return err(deadLink);
  }
  const made = await insertPerson(dependencies, given, purpose === 'first' ? ownerRole : role);
  return made.ok ? ok({ record: made.value, isNew: true }) : made;
}

async function resetPassword(
  dependencies: AdministrationDependencies,
  administrator: string,
  password: string,
): Promise<Result<Redeemed>> {
  const { documents, passwords, policy } = dependencies;
  const found = await administrators.find(documents, 'documentId', administrator);
  if (!found.ok) return found;
  if (found.value === null || found.value.blocked) return err(deadLink);
  const checked = await policy.check(password, [found.value.name, found.value.email]);
  if (!checked.ok) return checked;
  const passwordHash = await passwords.hash(password);
  const changed = await administrators.update(documents, administrator, { passwordHash });
  if (!changed.ok) return changed;
  const ended = await endAccess(dependencies, administrator);
  return ended.ok ? ok({ record: found.value, isNew: false }) : ended;
}

/** Makes an administrator. Without a password they sign in with a provider, until a link gives them one. */
export async function insertPerson(
  dependencies: AdministrationDependencies,
  given: { readonly name?: unknown; readonly email?: unknown; readonly password: string | null },
  role: string,
  by?: Principal,
): Promise<Result<AdministratorRecord>> {
  const { passwords, policy } = dependencies;
  const documents = by === undefined ? dependencies.documents : writingFor(dependencies.documents, by);
  const [name, email] = [checkName(given.name), checkEmail(given.email)];
  if (!name.ok) return name;
  if (!email.ok) return email;
  const { password } = given;
  const checked = password === null ? ok(undefined) : await policy.check(password, [name.value, email.value]);
  if (!checked.ok) return checked;
  const taken = await administrators.find(documents, 'email', email.value);
  if (!taken.ok) return taken;
  if (taken.value !== null) return err(emailTaken);
  const passwordHash = password === null ? '' : await passwords.hash(password);
  const person = { name: name.value, email: email.value, role, passwordHash };
  const data = { ...person, blocked: false, secondFactor: '', recoveryCodes: [], usedCode: '0' };
  const inserted = await administrators.insert(documents, data);
  if (!inserted.ok) return inserted;
  const made = await administrators.find(documents, 'documentId', inserted.value);
  if (!made.ok) return made;
  return made.value === null ? err(noAdministrator) : ok(made.value);
}
