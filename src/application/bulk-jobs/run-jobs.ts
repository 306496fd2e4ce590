import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { PrincipalOfPlanner } from '../access/planner.js';
import { later } from '../later.js';
import { handled, openJobStates, type BulkJob, type JobRefusal } from './bulk-job.js';
import { checkChange } from './check-change.js';
import { changeEach, chooseNext, withCopies } from './change-documents.js';
import type { BulkJobsDependencies } from './create-bulk-jobs.js';
import { readDueJobs, updateJob, type JobStep } from './job-records.js';
import { namedOnly, recordEnd } from './job-trail.js';

export interface RunJobsDependencies extends BulkJobsDependencies {
  readonly principalOf: PrincipalOfPlanner;
}

/** How many documents a server changes before it lets others take the job. */
export const batchSize = 100;

/** How many refusals a job keeps. More are counted. */
export const mostRefusals = 100;

/** After so long a server that has a job counts as gone, and another one makes its batch again. */
export const leaseMs = 60_000;

/** From one attempt at a batch to the next, after a failure of the database. */
const againMs = 5_000;

/** So often a batch begins. Then what the database does not do is refused, and a batch that never ends is the end of the job. */
const mostAttempts = 5;

/** Jobs that one round goes through. */
const mostDue = 20;

/**
 * Makes one batch of each job that is due, and returns how many batches it has made. Several servers may do this at the same
 * time: each batch has one that takes it. Ends early when `goOn` returns false. Every batch begins with the grants of now of who
 * asked for the job.
 */
export async function doDueJobs(
  dependencies: RunJobsDependencies,
  goOn: () => boolean = () => true,
): Promise<Result<number>> {
  const due = await readDueJobs(dependencies.rowDocuments, dependencies.clock.now(), mostDue);
  if (!due.ok) return due;
  let made: Result<number> = ok(0);
  for (const job of due.value) {
    if (!goOn()) break;
    const step = await doBatch(dependencies, job).catch((error: unknown) => putOff(dependencies, job, error));
    if (!step.ok) made = step;
    else if (made.ok && step.value) made = ok(made.value + 1);
  }
  return made;
}

/** After a bug: others have their turn, and it counts as an attempt. Whoever has taken the batch has its lease. */
async function putOff(
  { rowDocuments, clock, secrets, log }: RunJobsDependencies,
  job: BulkJob,
  error: unknown,
): Promise<Result<boolean>> {
  log.error('a batch of a bulk job has failed', { job: job.documentId, error });
  const attempts = job.attempts + 1;
  const step = { attempts, dueAt: later(clock.now(), againMs * attempts), revision: secrets.create() };
  const put = await updateJob(rowDocuments, job, openJobStates, step);
  return put.ok || isTaken(put.failure) ? ok(false) : put;
}

/** Returns false if another server was faster, or somebody has cancelled the job. */
async function doBatch(dependencies: RunJobsDependencies, job: BulkJob): Promise<Result<boolean>> {
  if (job.attempts >= mostAttempts) return endFailed(dependencies, job, neverEnds);
  const judged = await judge(dependencies, job);
  if (!judged.ok) return giveUp(dependencies, job, judged.failure);
  const principal = judged.value;
  const isRepeated = job.batch.length > 0;
  const left = Math.min(batchSize, job.total - handled(job));
  const chosen = isRepeated
    ? ok(job.batch)
    : left === 0
      ? ok([])
      : await chooseNext(dependencies, principal, job, left);
  if (!chosen.ok) return giveUp(dependencies, job, chosen.failure);
  if (chosen.value.length === 0)
    return end(dependencies, job, principal, { state: 'done', total: handled(job) });
  const batch = isRepeated ? chosen.value : withCopies(dependencies, job.change, chosen.value);
  const taken = await take(dependencies, { ...job, batch });
  if (!taken.ok) return isTaken(taken.failure) ? ok(false) : taken;
  const changed = await changeEach(dependencies, principal, job.change, batch);
  return changed.ok
    ? keep(dependencies, taken.value, principal, changed.value)
    : keep(dependencies, taken.value, principal, [], changed.failure);
}

const neverEnds = failure('INPUT.MISMATCH', reason('job.neverEnds', { count: mostAttempts }));

const isTaken = ({ code }: Failure): boolean => code === 'DOCUMENT.NOT_FOUND';
const isOfStore = ({ code }: Failure): boolean => code.startsWith('STORE.');

/** Says who asked for the job, with the grants of now. */
async function judge(dependencies: RunJobsDependencies, job: BulkJob): Promise<Result<Principal>> {
  const principal = await dependencies.principalOf(job.planner);
  if (!principal.ok) return principal;
  if (principal.value === null)
    return err(failure('INPUT.MISMATCH', reason('job.planner', { name: job.planner.name })));
  const allowed = await checkChange(dependencies, principal.value, job);
  return allowed.ok ? ok(principal.value) : allowed;
}

/** Writes down what is changed next, so that whoever goes on after a crash changes the same. */
async function take(
  { rowDocuments, clock, secrets }: RunJobsDependencies,
  job: BulkJob,
): Promise<Result<BulkJob>> {
  const step = {
    state: 'running',
    batch: job.batch,
    attempts: job.attempts + 1,
    dueAt: later(clock.now(), leaseMs),
    revision: secrets.create(),
  } as const;
  const taken = await updateJob(rowDocuments, job, openJobStates, step);
  return taken.ok ? ok({ ...job, ...step }) : taken;
}

/** Counts what became of a batch, and lets any server take the next one. */
async function keep(
  dependencies: RunJobsDependencies,
  job: BulkJob,
  principal: Principal,
  results: readonly (JobRefusal | null)[],
  failed?: Failure,
): Promise<Result<boolean>> {
  const { clock, secrets } = dependencies;
  const refusals = results.filter((result): result is JobRefusal => result !== null);
  const unavailable = failed ?? refusals.find((one) => isOfStore(one.failure))?.failure;
  if (unavailable !== undefined && job.attempts < mostAttempts) {
    return giveUp(dependencies, job, unavailable);
  }
  if (failed !== undefined) return endFailed(dependencies, job, failed);
  const counted = {
    done: job.done + results.length - refusals.length,
    refused: job.refused + refusals.length,
    refusals: [...job.refusals, ...refusals].slice(0, mostRefusals),
    cursor: job.batch.at(-1)?.documentId ?? job.cursor,
    batch: [],
    attempts: 0,
  };
  if (handled(counted) >= job.total) return end(dependencies, job, principal, { state: 'done', ...counted });
  const step = { ...counted, dueAt: clock.now(), revision: secrets.create() };
  return save(dependencies, job, step);
}

/** Whoever has a job that was cancelled meanwhile says what they have done. */
async function save(
  { rowDocuments }: RunJobsDependencies,
  job: BulkJob,
  step: JobStep,
): Promise<Result<boolean>> {
  const saved = await updateJob(rowDocuments, job, openJobStates, step);
  if (saved.ok) return ok(true);
  if (!isTaken(saved.failure)) return saved;
  const { state: _state, endedAt: _endedAt, dueAt: _dueAt, problem: _problem, ...counted } = step;
  const cancelled = await updateJob(rowDocuments, job, ['cancelled'], counted);
  return cancelled.ok || isTaken(cancelled.failure) ? ok(false) : cancelled;
}

async function end(
  dependencies: RunJobsDependencies,
  job: BulkJob,
  principal: Principal,
  step: Omit<JobStep, 'revision'>,
): Promise<Result<boolean>> {
  const { clock, secrets, log } = dependencies;
  const ended = { ...step, batch: [], endedAt: clock.now(), dueAt: null, revision: secrets.create() };
  const saved = await save(dependencies, job, ended);
  if (!saved.ok || !saved.value) return saved;
  const last = { ...job, ...ended };
  await recordEnd(dependencies, principal, last);
  const { state, done, refused, problem } = last;
  const about = { done, refused, ...(problem && { problem: problem.message }) };
  log.info(`The job ${job.change.kind} ${job.change.type} is ${state}`, about);
  return saved;
}

/** Failures of the database are not the job's: it is tried again, after others. */
async function giveUp(
  dependencies: RunJobsDependencies,
  job: BulkJob,
  problem: Failure,
): Promise<Result<boolean>> {
  if (!isOfStore(problem)) return endFailed(dependencies, job, problem);
  const { clock, secrets } = dependencies;
  const put = await save(dependencies, job, {
    dueAt: later(clock.now(), againMs),
    revision: secrets.create(),
  });
  return put.ok ? err(problem) : put;
}

const endFailed = (
  dependencies: RunJobsDependencies,
  job: BulkJob,
  problem: Failure,
): Promise<Result<boolean>> => end(dependencies, job, namedOnly(job.planner), { state: 'failed', problem });
