import { jobStates, type BulkJob } from '../../../application/bulk-jobs/bulk-job.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { decodeBulkJob, isJobAction } from '../codec/decode-bulk-job.js';
import { command, flag } from './command.js';
import { withDocuments, withLocales } from './in-session.js';
import { listed, noted, printed } from './outcome.js';

const page = 'bulk';

export const jobCommands = [
  command({
    name: 'job start',
    operands: ['UID', 'ACTION'],
    options: {
      where: { value: 'FILTERS', isRequired: true },
      data: { value: 'JSON' },
      locale: { value: 'CODE' },
      status: { value: 'draft|published' },
    },
    summary:
      'let servers change all documents that match: update (with --data), delete, publish, unpublish, discardDraft or duplicate; prints the id of the job',
    page,
    read([uid, action], { where, data, locale, status }) {
      const isUpdate = action === 'update';
      if (isUpdate && data === undefined) return 'update needs --data';
      const stray = data !== undefined ? '--data' : status !== undefined ? '--status' : undefined;
      if (stray !== undefined && !isUpdate && isJobAction(action)) return `${stray} belongs to update`;
      const filters = parsed(where);
      if (filters === undefined) return '--where is no JSON object';
      const values = data === undefined ? undefined : parsed(data);
      if (data !== undefined && values === undefined) return '--data is no JSON object';
      const operation = {
        filters,
        ...(values !== undefined && { data: values }),
        ...(locale !== undefined && { locale }),
        ...(status !== undefined && { status }),
      };
      return withLocales(async ({ bulkJobs, principal }) => {
        const request = decodeBulkJob(uid, { [action]: operation });
        const started = request.ok ? await bulkJobs.start(principal, request.value) : request;
        return started.ok ? printed(started.value.documentId) : started;
      });
    },
  }),
  command({
    name: 'job list',
    options: { state: { value: jobStates.join('|') }, json: flag },
    summary: 'list the latest hundred changes of many documents',
    page,
    read(_, { state, json }) {
      const wanted = jobStates.find((one) => one === state);
      if (state !== undefined && wanted === undefined) return `--state is ${jobStates.join(', ')}`;
      return withDocuments(async ({ bulkJobs, principal }) => {
        const asked = { limit: 100, ...(wanted !== undefined && { state: wanted }) };
        const found = await bulkJobs.list(principal, asked);
        return found.ok ? listed(found.value.map(row), json, 'There are no jobs.') : found;
      });
    },
  }),
  command({
    name: 'job show',
    operands: ['ID'],
    summary: 'print how far a job is, and what it could not change, as JSON',
    page,
    read: ([id]) =>
      withDocuments(async ({ bulkJobs, principal }) => {
        const found = await bulkJobs.find(principal, id);
        if (!found.ok) return found;
        const { endedAt } = found.value;
        const refusals = found.value.refusals.map(({ failure: { message }, ...named }) => ({
          ...named,
          message,
        }));
        return printed(JSON.stringify({ ...row(found.value), endedAt, refusals }, null, 2));
      }),
  }),
  command({
    name: 'job cancel',
    operands: ['ID'],
    summary: 'cancel a job; what was done stays done',
    page,
    read: ([id]) =>
      withDocuments(async ({ bulkJobs, principal }) => {
        const cancelled = await bulkJobs.cancel(principal, id);
        return cancelled.ok ? noted('The job is cancelled.') : cancelled;
      }),
  }),
];

/** Undefined: it is no object. */
function parsed(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const row = ({ documentId, change, state, total, done, refused, planner, createdAt, problem }: BulkJob) => ({
  id: documentId,
  action: change.kind,
  type: change.type,
  state,
  done,
  refused,
  total,
  startedBy: planner.name,
  createdAt,
  problem: problem?.message ?? null,
});
