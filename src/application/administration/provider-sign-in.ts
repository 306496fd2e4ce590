import { nobody } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { administratorType } from '../../domain/schema/built-in-uids.js';
import type { Identity } from '../ports/identity-providers.js';
import { checkEmail, checkName } from './check-person.js';
import { notLetIn } from './failures.js';
import { isLetIn } from './is-let-in.js';
import { insertPerson, spendLink } from './links.js';
import { inTurn } from './owners.js';
import { administrators, type AdministratorRecord } from './records.js';
import { ownerRole } from './built-in-roles.js';
import { refused, signedIn } from './sign-in.js';
import { openSignIn } from './sign-ins.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, ProviderRequest } from './use-cases.js';

/** Sign-in with a provider of OpenID Connect, in place of the password. A second factor is asked for all the same. */
export function createProviderSignIn(
  dependencies: AdministrationDependencies,
): Pick<Administration, 'signInWith'> {
  return {
    async signInWith(identity, request, client) {
      const person = await inTurn(dependencies, () => personOf(dependencies, identity, request));
      if (!person.ok) {
        // People get one answer, whatever is missing; the trail names whom it was about.
        await refused(dependencies, identity.email ?? subjectOf(identity), client);
        return person.failure.code.startsWith('STORE.') ? person : err(notLetIn);
      }
      const { record, isNew } = person.value;
      if (isNew) {
        const event = { action: 'register', type: administratorType, subject: record.email } as const;
        const who = { ...nobody, origin: client.address };
        await dependencies.audit?.record(who, { ...event, documentId: record.documentId });
      }
      const waits = record.secondFactor !== '';
      if (!waits) await signedIn(dependencies, record, client);
      const provenAt = waits || !request.isAsked ? null : identity.authenticatedAt;
      return openSignIn(dependencies, record, client, waits, provenAt);
    },
  };
}

const subjectOf = ({ provider, subject }: Identity): string => `${provider} ${subject}`;

interface Person {
  readonly record: AdministratorRecord;
  readonly isNew: boolean;
}

async function personOf(
  dependencies: AdministrationDependencies,
  identity: Identity,
  { code }: ProviderRequest,
): Promise<Result<Person>> {
  const { documents, providers } = dependencies;
  const email = checkEmail(identity.email);
  // Who was let in once still needs an address that is let in.
  if (!email.ok || !isLetIn(providers, email.value)) return err(notLetIn);
  const known = await administrators.find(documents, 'subject', subjectOf(identity));
  if (!known.ok) return known;
  if (known.value !== null)
    return known.value.blocked ? err(notLetIn) : ok({ record: known.value, isNew: false });
  const invited = code === '' ? null : await invitedRole(dependencies, code);
  if (invited !== null && !invited.ok) return invited;
  const holder = await administrators.find(documents, 'email', email.value);
  if (!holder.ok) return holder;
  if (holder.value !== null)
    return invited !== null || providers.links ? link(dependencies, holder.value, identity) : err(notLetIn);
  return invited === null ? err(notLetIn) : create(dependencies, identity, email.value, invited.value);
}

async function invitedRole(dependencies: AdministrationDependencies, code: string): Promise<Result<string>> {
  const link = await spendLink(dependencies, code);
  if (!link.ok) return link;
  return link.value.purpose === 'invitation' ? ok(link.value.role) : err(notLetIn);
}

/** An administrator whom another identity signs in keeps that one. */
async function link(
  { documents }: AdministrationDependencies,
  holder: AdministratorRecord,
  identity: Identity,
): Promise<Result<Person>> {
  if (holder.blocked || holder.subject !== '') return err(notLetIn);
  const subject = subjectOf(identity);
  const linked = await administrators.update(documents, holder.documentId, { subject });
  return linked.ok ? ok({ record: { ...holder, subject }, isNew: false }) : linked;
}

/** A provider makes no owner. Those whom it makes have no password until a link gives them one. */
async function create(
  dependencies: AdministrationDependencies,
  identity: Identity,
  email: string,
  role: string,
): Promise<Result<Person>> {
  if (role === ownerRole) return err(notLetIn);
  const proposed = checkName(identity.username);
  const name = proposed.ok ? proposed.value : email.slice(0, email.lastIndexOf('@')).slice(0, longestName);
  const made = await insertPerson(dependencies, { name, email, password: null }, role);
  if (!made.ok) return made;
  const linked = await link(dependencies, made.value, identity);
  return linked.ok ? ok({ ...linked.value, isNew: true }) : linked;
}

const longestName = 100;
