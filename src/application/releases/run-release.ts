import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import { updateRelease } from './release-records.js';
import type { Release, ReleaseAction, ReleaseProblem } from './release.js';

export interface RunDependencies {
  readonly documents: Documents;
  /** Without code of the app: keeps the releases themselves. */
  readonly rowDocuments: Documents;
  readonly units: Pick<UnitsOfWork, 'run'>;
  readonly clock: Clock;
  readonly secrets: Pick<TokenSecrets, 'create'>;
}

/**
 * Does everything that a release is about in one transaction, with the permissions of `principal`, or nothing. Fails with
 * `INPUT.MISMATCH` and all problems, and with `DOCUMENT.NOT_FOUND` if the release has changed since it was read, or is done.
 */
export const runRelease = (
  { documents, rowDocuments, units, clock, secrets }: RunDependencies,
  release: Release,
  principal: Principal,
): Promise<Result<void>> =>
  units.run(async () => {
    const done = { state: 'done', endedAt: clock.now(), problems: [], revision: secrets.create() } as const;
    // First, so that of several servers one does the rest.
    const taken = await updateRelease(rowDocuments, release, done);
    return taken.ok ? doActions(documents, release.actions, principal) : taken;
  });

/** Does the actions. Fails with all problems, so that the unit of work around it is taken back. */
export async function doActions(
  documents: Documents,
  actions: readonly ReleaseAction[],
  principal: Principal,
): Promise<Result<void>> {
  const problems = await problemsOf(documents, actions, principal);
  if (!problems.ok) return problems;
  return problems.value.length === 0 ? ok(undefined) : err(problemFailure(problems.value));
}

export const problemFailure = (problems: readonly ReleaseProblem[]): Failure =>
  failure('INPUT.MISMATCH', reason('release.notWhole'), { problems });

/** Returns what would keep the actions from happening now, and does nothing. Hooks of `documents` run. */
export async function tryActions(
  { documents, units }: Pick<RunDependencies, 'documents' | 'units'>,
  actions: readonly ReleaseAction[],
  principal: Principal,
): Promise<Result<readonly ReleaseProblem[]>> {
  let found: Result<readonly ReleaseProblem[]> = ok([]);
  const tried = await units.run(async () => {
    found = await problemsOf(documents, actions, principal);
    return found.ok ? err(tryEnded) : found;
  });
  return tried.ok || tried.failure === tryEnded ? found : tried;
}

/** Takes everything back. */
const tryEnded = failure('INPUT.MISMATCH', 'A release was tried');

const problemOf = (index: number, { code, message, details, reasons }: Failure): ReleaseProblem => ({
  index,
  code,
  message,
  ...(details !== undefined && { details: details as Json }),
  ...(reasons !== undefined && { reasons }),
});

/** Failures that say something of the action; after others the whole is tried again later. */
const isProblem = ({ code }: Failure): boolean => !code.startsWith('STORE.');

async function problemsOf(
  documents: Documents,
  actions: readonly ReleaseAction[],
  principal: Principal,
): Promise<Result<readonly ReleaseProblem[]>> {
  const problems: ReleaseProblem[] = [];
  for (const [index, action] of actions.entries()) {
    const done = await doAction(documents, action, principal);
    if (done.ok) continue;
    if (!isProblem(done.failure)) return done;
    problems.push(problemOf(index, done.failure));
  }
  return ok(problems);
}

function doAction(
  documents: Documents,
  { action, type, documentId, locale }: ReleaseAction,
  principal: Principal,
): Promise<Result<unknown>> {
  const address = {
    type,
    ...(documentId !== null && { documentId }),
    ...(locale !== null && { locale }),
    answer: { fields: ['documentId'] },
  };
  return action === 'publish'
    ? documents.publish(principal, { kind: 'publish', ...address })
    : documents.unpublish(principal, { kind: 'unpublish', ...address });
}
