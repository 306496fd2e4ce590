import type { Request } from 'express';
import type { MailOfCode } from '../../../../application/administration/use-cases.js';
import type { AdminDependencies } from '../call.js';
import { paths } from '../contract/paths.js';
import { languageFor } from '../language-of.js';
import { speechIn } from './form-texts.js';

type MailDependencies = Pick<AdminDependencies, 'options'>;

/** The mail with a link for another password, in the language of the request. */
export const resetMailFor = (dependencies: MailDependencies, req: Request): MailOfCode =>
  mailFor(dependencies, req, 'reset');

/** The mail that invites a new administrator, in the language of who invites them. */
export const invitationMailFor = (dependencies: MailDependencies, req: Request, by: string): MailOfCode =>
  mailFor(dependencies, req, 'invitation', { by });

/** The texts are `form.mail.<name>.title` and `form.mail.<name>`. */
function mailFor(
  { options: { mailedUrl } }: MailDependencies,
  req: Request,
  name: string,
  values: Readonly<Record<string, string>> = {},
): MailOfCode {
  const { say } = speechIn(languageFor(req));
  return (code) => ({
    subject: say(`form.mail.${name}.title`),
    text: say(`form.mail.${name}`, { ...values, link: `${mailedUrl}${paths.welcome}?code=${code}` }),
  });
}
