import { bulkJobType } from '../../../domain/schema/built-in-uids.js';
import { endJobStates, openJobStates, type BulkJob as Job } from '../../../application/bulk-jobs/bulk-job.js';
import { mostOpenJobs } from '../../../application/bulk-jobs/create-bulk-jobs.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { failure } from '../../../domain/failure.js';
import { presentBulkJob } from '../codec/present-bulk-job.js';
import { errorOf } from './answers.js';
import type { AdminDependencies, Reply } from './call.js';
import { BulkJob } from './contract/lists.js';
import { listOf } from './contract/wire.js';
import { idOf } from './people.js';
import { text } from './query.js';
import { allOf, route, type Route } from './route.js';

/** How many that have ended a list has. */
const mostEnded = 3;

const present = (dependencies: AdminDependencies, job: Job): BulkJob =>
  presentBulkJob(job, (failed) => errorOf(dependencies, failed));

async function answered(
  dependencies: AdminDependencies,
  doing: Promise<Result<Job>>,
): Promise<Result<Reply<BulkJob>>> {
  const done = await doing;
  return done.ok ? ok({ data: present(dependencies, done.value) }) : done;
}

/** What became of changes of many entries, which `documents/:uid/bulk-jobs` begins. */
export const bulkJobRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'bulk-jobs',
    summary: "List one's own bulk jobs, the latest first",
    about: 'Those that are under way, then the last three that have ended.',
    needs: null,
    query: [text('uid', 'Those of this content-type only.')],
    gives: listOf(BulkJob),
    isPassive: true,
    async run(dependencies, { principal, asked: { uid } }) {
      if (uid !== undefined && typeof uid !== 'string')
        return err(failure('QUERY.INVALID', 'uid takes one text', { key: 'uid' }));
      const own = { isOwn: true, ...(uid !== undefined && { type: uid }) };
      const open = await dependencies.bulkJobs.list(principal, {
        ...own,
        state: openJobStates,
        limit: mostOpenJobs,
      });
      if (!open.ok) return open;
      const ended = await dependencies.bulkJobs.list(principal, {
        ...own,
        state: endJobStates,
        limit: mostEnded,
      });
      if (!ended.ok) return ended;
      const jobs = [...open.value, ...ended.value];
      return ok({ data: jobs.map((job) => present(dependencies, job)) });
    },
  }),
  route({
    method: 'GET',
    path: 'bulk-jobs/:id',
    summary: 'Read how far a bulk job is, and what it could not change',
    needs: { ...allOf('find', bulkJobType), orOwn: true },
    gives: BulkJob,
    isPassive: true,
    run: (dependencies, call) =>
      answered(dependencies, dependencies.bulkJobs.find(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'bulk-jobs/:id/cancel',
    summary: 'Cancel a bulk job',
    about:
      'What was done stays done, and the few entries that are being changed at this moment are changed still.',
    needs: { ...allOf('delete', bulkJobType), orOwn: true },
    gives: BulkJob,
    run: (dependencies, call) =>
      answered(dependencies, dependencies.bulkJobs.cancel(call.principal, idOf(call))),
  }),
];
