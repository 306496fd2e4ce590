import { chosenLanguage } from '../application/administration/preferences.js';
import type { Mail } from '../application/ports/mailer.js';
import { repeatedWork } from '../application/repeated-work.js';
import { doDueReleases, type FailedRelease } from '../application/releases/release-clock.js';
import type { Planner, PrincipalOfPlanner } from '../application/access/planner.js';
import { ok, type Result } from '../domain/result.js';
import type { Parts } from './parts.js';
import { principalOfPlanner } from './principal-of-planner.js';
import { runsCode } from './runs-code.js';

/** Releases happen at most this much later than planned, plus the time that they take. */
const intervalMs = 1000;

/** Tells administrators, in the language that they have chosen. Their principals are named by their addresses. */
const failureMail =
  (principalOf: PrincipalOfPlanner, { store: { values } }: Pick<Parts, 'store'>) =>
  async (planner: Planner, release: FailedRelease): Promise<Result<Mail | null>> => {
    if (planner.kind !== 'administrator') return ok(null);
    const found = await principalOf(planner);
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { name: to, user } = found.value;
    const language = user === undefined ? null : await chosenLanguage(values, user.documentId);
    const { releaseMail } = await import('../adapters/delivery/admin/sign-in/mails.js');
    return ok({ to, ...releaseMail(language, release) });
  };

/** Does releases at their time. Returns a function that stops it after the one that is being done. */
export function startReleases(parts: Parts): () => Promise<void> {
  const { app, codes, documents, rowDocuments, store, clock, secrets, log } = parts;
  const principalOf = principalOfPlanner(parts);
  const { mailUrl, mailProvider } = app.config.accounts;
  const hasMail = mailUrl !== null || mailProvider !== null;
  const mails = hasMail ? { tell: codes.tell, failureMail: failureMail(principalOf, parts) } : null;
  const code = { runsCode: runsCode(parts), log };
  const dependencies = {
    documents,
    rowDocuments,
    units: store.units,
    clock,
    secrets,
    principalOf,
    mails,
    ...code,
  };
  let isTold = false;
  const work = repeatedWork({
    async step() {
      const done = await doDueReleases(dependencies);
      if (!done.ok && !isTold) log.warn(`releases wait: ${done.failure.message}`);
      isTold = !done.ok;
    },
    pauseMs: () => intervalMs,
    failed: (error) => log.error('releases could not be looked for', { error }),
  });
  work.watch();
  return () => work.stop();
}
