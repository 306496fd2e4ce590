import { nobody } from '../../domain/permission/permission.js';
import { administratorType } from '../../domain/schema/built-in-uids.js';
import { err, ok } from '../../domain/result.js';
import { checkEmail } from './check-person.js';
import { emailTaken, noMail } from './failures.js';
import { makeLink, makerOf, roleToInvite } from './links.js';
import { chosenLanguage } from './preferences.js';
import { administrators } from './records.js';
import { attemptName, longestGiven } from './sign-in.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, Client, MailOfCode } from './use-cases.js';

const resetLifetimeMs = 3_600_000;

/** Links that go to their reader by mail. */
export function createMailedLinks(
  dependencies: AdministrationDependencies,
): Pick<Administration, 'canMail' | 'inviteByMail' | 'forgotPassword'> {
  const { documents, mails } = dependencies;
  return {
    canMail: mails.areOffered,
    async inviteByMail(principal, request, mailOf) {
      if (!mails.areOffered) return err(noMail);
      const role = await roleToInvite(dependencies, principal, request.role);
      if (!role.ok) return role;
      const email = checkEmail(request.email);
      if (!email.ok) return email;
      const taken = await administrators.find(documents, 'email', email.value);
      if (!taken.ok) return taken;
      if (taken.value !== null) return err(emailTaken);
      const invitation = {
        purpose: 'invitation',
        role: role.value,
        email: email.value,
        maker: makerOf(principal),
      } as const;
      const made = await makeLink(dependencies, invitation);
      if (!made.ok) return made;
      const isMailed = await mails.mailer.send({ to: email.value, ...mailOf(made.value.code, null) });
      return ok({ ...made.value, isMailed });
    },
    // All of it happens in the background: the time of the answer does not reveal whether somebody has the address.
    forgotPassword: (given, client, mailOf) => {
      const email = given.trim().toLowerCase().slice(0, longestGiven);
      mails.background.begin('a link for another password', () =>
        mailReset(dependencies, email, client, mailOf),
      );
    },
  };
}

/** Returns why nothing could be sent; null if that is nobody's business. */
async function mailReset(
  dependencies: AdministrationDependencies,
  email: string,
  client: Client,
  mailOf: MailOfCode,
): Promise<string | null> {
  const { documents, attempts, mails } = dependencies;
  if (!mails.areOffered) return null;
  // Earlier links stay valid, so who is refused has mails with links that work.
  const counted = await attempts.takeMail(attemptName(email));
  if (!counted.ok) return counted.failure.code === 'POLICY.TOO_MANY' ? null : counted.failure.message;
  const found = await administrators.find(documents, 'email', email);
  if (!found.ok) return found.failure.message;
  if (found.value === null || found.value.blocked) return null;
  const { documentId } = found.value;
  const event = { action: 'forgotPassword', type: administratorType, documentId, subject: email } as const;
  await dependencies.audit?.record({ ...nobody, origin: client.address }, event);
  const reset = { purpose: 'reset', administrator: documentId } as const;
  const made = await makeLink(dependencies, reset, resetLifetimeMs);
  if (!made.ok) return made.failure.message;
  const language = await chosenLanguage(dependencies.values, documentId);
  await mails.mailer.send({ to: email, ...mailOf(made.value.code, language) });
  return null;
}
