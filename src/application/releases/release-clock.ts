import { err, ok, type Result } from '../../domain/result.js';
import { failure } from '../../domain/failure.js';
import type { CodeSender } from '../accounts/code-sender.js';
import type { Planner, PrincipalOfPlanner } from '../access/planner.js';
import { reason } from '../../domain/reason/reason.js';
import { catching, type CodeOfApp } from '../code-of-app.js';
import type { Documents } from '../documents/use-cases.js';
import { readDue, updateRelease } from './release-records.js';
import type { Mail } from '../ports/mailer.js';
import type { Release, ReleaseProblem } from './release.js';
import { runRelease, type RunDependencies } from './run-release.js';

export interface ReleaseClockDependencies extends RunDependencies, CodeOfApp {
  readonly principalOf: PrincipalOfPlanner;
  /** Tells planners that a release has not happened; null: no mail can be sent. */
  readonly mails: Mails | null;
}

interface Mails extends Pick<CodeSender, 'tell'> {
  /** Returns the mail that tells the planner of a release; null: they have no address. */
  readonly failureMail: (planner: Planner, release: FailedRelease) => Promise<Result<Mail | null>>;
}

export interface FailedRelease extends Pick<Release, 'name' | 'at'> {
  readonly problems: readonly ReleaseProblem[];
}

/** Later than this is told in the log: the servers were stopped, or busy. Two seconds are promised. */
const lateMs = 5_000;

/**
 * Does the releases whose time has come, each in a transaction of its own. Several servers may do this at the same time: each
 * release happens once. One that cannot happen is `failed`, with its problems, and told in the log and by mail; one that meets a
 * failure of the database is tried again with the next call. Neither keeps the others from happening.
 */
export async function doDueReleases(dependencies: ReleaseClockDependencies): Promise<Result<void>> {
  const { rowDocuments, clock, log } = dependencies;
  const due = await readDue(rowDocuments, clock.now());
  if (!due.ok) return due;
  let last: Result<void> = ok(undefined);
  const thrown: unknown[] = [];
  for (const release of due.value) {
    const done = await doRelease(dependencies, release).catch((error: unknown) => {
      thrown.push(error);
      return null;
    });
    if (done === null) continue;
    // Another server was faster, or somebody has changed it.
    if (!done.ok && done.failure.code === 'DOCUMENT.NOT_FOUND') continue;
    if (!done.ok) {
      const failed = await giveUp(dependencies, release, done);
      if (!failed.ok) last = failed;
      continue;
    }
    const late = Date.parse(clock.now()) - Date.parse(release.at ?? '');
    if (late > lateMs)
      log.warn(`the release ${release.name} has happened ${Math.round(late / 1000)} seconds late`, {
        at: release.at,
      });
    else log.info(`The release ${release.name} has happened`);
  }
  if (thrown.length > 0) throw thrown[0];
  return last;
}

async function doRelease(dependencies: ReleaseClockDependencies, release: Release): Promise<Result<void>> {
  const principal = await dependencies.principalOf(release.planner);
  if (!principal.ok) return principal;
  return principal.value === null
    ? err(failure('INPUT.MISMATCH', reason('release.planner', { name: release.planner.name })))
    : runRelease({ ...dependencies, documents: guarded(dependencies) }, release, principal.value);
}

/** What code of the app throws is a problem of one action, so that no release keeps others from happening. */
const guarded = ({ documents, ...code }: ReleaseClockDependencies): Documents => ({
  ...documents,
  publish: (principal, mutation) =>
    catching(code, mutation.type, () => documents.publish(principal, mutation)),
  unpublish: (principal, mutation) =>
    catching(code, mutation.type, () => documents.unpublish(principal, mutation)),
});

/** Notes why a release has not happened. Failures of the database are not the release's. */
async function giveUp(
  { rowDocuments, clock, secrets, log, mails }: ReleaseClockDependencies,
  release: Release,
  refused: Extract<Result<never>, { ok: false }>,
): Promise<Result<void>> {
  const { code, message, details, reasons } = refused.failure;
  if (code.startsWith('STORE.')) return refused;
  const problems = (details?.['problems'] ?? [
    { index: 0, code, message, ...(reasons && { reasons }) },
  ]) as readonly ReleaseProblem[];
  const failed = { state: 'failed', endedAt: clock.now(), problems, revision: secrets.create() } as const;
  const updated = await updateRelease(rowDocuments, release, failed);
  if (!updated.ok && updated.failure.code !== 'DOCUMENT.NOT_FOUND') return updated;
  if (!updated.ok) return ok(undefined);
  log.error(`the release ${release.name} has not happened: ${message}`, { problems });
  const mail = (await mails?.failureMail(release.planner, { ...release, problems })) ?? ok(null);
  if (mail.ok && mail.value !== null) mails?.tell(mail.value);
  return ok(undefined);
}
