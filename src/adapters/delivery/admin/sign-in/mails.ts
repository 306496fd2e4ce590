import type { Request } from 'express';
import type { MailOfCode } from '../../../../application/administration/use-cases.js';
import type { FailedRelease } from '../../../../application/releases/release-clock.js';
import type { AdminDependencies } from '../call.js';
import { languageOf, languages } from '../contract/languages.js';
import { paths } from '../contract/paths.js';
import { languageFor } from '../look-of.js';
import { speechIn } from './form-texts.js';

type MailDependencies = Pick<AdminDependencies, 'options'>;

/** The mail with a link for another password, in the language of its reader, else of the request. */
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
  const asked = languageFor(req);
  return (code, language) => {
    const { say } = speechIn(languageOf(language ?? undefined) ?? asked);
    return {
      subject: say(`form.mail.${name}.title`),
      text: say(`form.mail.${name}`, { ...values, link: `${mailedUrl}${paths.welcome}?code=${code}` }),
    };
  };
}

/** The mail about a release that has not happened. Documents are not named, as its reader may not see them any more. */
export function releaseMail(language: string | null, { name, at, problems }: FailedRelease) {
  const { say } = speechIn(languageOf(language ?? undefined) ?? languages[0]);
  const lines = problems.map(({ index, message: why }) =>
    say('form.mail.release.problem', { number: String(index + 1), why }),
  );
  return {
    subject: say('form.mail.release.title', { name }),
    text: say('form.mail.release', { name, at: at ?? '', problems: lines.join('\n') }),
  };
}
