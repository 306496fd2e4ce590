import { denied, failure } from '../../../../domain/failure.js';
import { decide } from '../../../../domain/permission/permission.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { TrailEntry } from '../contract/trail.js';
import { listOf } from '../contract/wire.js';
import { areas } from '../contract/areas.js';
import { replyWith } from '../people.js';
import { judgeAgain } from '../guard.js';
import { limit as limitOf, oneText, text } from '../query.js';
import { allOf, route, type Route } from '../route.js';
import { isTrailFormat, sendTrail, trailFormats } from './trail-file.js';

const filters = [
  text('user', 'The name of who did it.'),
  text('type', 'The uid of the content-type.'),
  text('documentId', 'What it was done to.'),
  text('action', 'What was done.'),
  text('since', 'Not before this time.'),
  text('until', 'Not after this time.'),
  text('after', 'The `cursor` of the last entry that the client has.'),
];

/** A time, and what tells entries of one moment apart; each store has its own. */
const cursor = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z [\da-f]{1,19}( [\w-]{1,64})?$/;

const invalid = (key: string): Result<never> => err(failure('QUERY.INVALID', `Invalid ${key}`, { key }));

const turnedOff = failure('DOCUMENT.NOT_FOUND', reason('trail.off'));

function readFilter(asked: Call['asked']): Result<Readonly<Record<string, string>>> {
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(asked)) {
    if (typeof value !== 'string') return invalid(key);
    given[key] = value;
  }
  for (const key of ['since', 'until']) {
    const time = new Date(given[key] ?? '2000-01-01');
    if (Number.isNaN(time.getTime())) return invalid(key);
    if (given[key] !== undefined) given[key] = time.toISOString();
  }
  if (given['after'] !== undefined && !cursor.test(given['after'])) return invalid('after');
  return ok(given);
}

async function listTrail(
  { audit }: AdminDependencies,
  { asked }: Call,
): Promise<Result<Reply<readonly TrailEntry[]>>> {
  if (audit === undefined) return err(turnedOff);
  const read = readFilter(asked);
  if (!read.ok) return read;
  const { limit = '50', ...filter } = read.value;
  if (!/^[1-9]\d{0,2}$/.test(limit)) return invalid('limit');
  return replyWith(audit.find(filter, Number(limit)));
}

/** Answers all entries that match, a page after the other, as fast as the browser takes them. */
async function exportTrail(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<undefined>>> {
  const { audit } = dependencies;
  if (audit === undefined) return err(turnedOff);
  const read = readFilter(call.asked);
  if (!read.ok) return read;
  const { format = '', ...filter } = read.value;
  if (!isTrailFormat(format)) return invalid('format');
  const first = await audit.find(filter, exportedAtOnce);
  if (!first.ok) return first;
  await audit.record(call.principal, { action: 'export', subject: `audit trail: ${format}` });
  await sendTrail(call, format, first.value, async (after) => {
    const judged = await judgeAgain(dependencies, call)();
    const isAllowed = judged.ok && decide(judged.value, 'find', areas.trail) !== null;
    if (!isAllowed) return judged.ok ? err(denied) : judged;
    return audit.find({ ...filter, after }, exportedAtOnce);
  });
  return ok({ isSent: true });
}

const exportedAtOnce = 1000;

export const trailRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'trail',
    summary: 'List entries of the audit trail, the newest first',
    needs: allOf('find', areas.trail),
    query: [...filters, limitOf(50, 999)],
    gives: listOf(TrailEntry),
    also: [404],
    run: listTrail,
  }),
  route({
    method: 'GET',
    path: 'trail/export',
    summary: 'Get entries of the audit trail as a file, the newest first',
    about: 'As CSV, or as lines of JSON. It is in the trail.',
    needs: allOf('find', areas.trail),
    query: [...filters, { ...oneText('format', 'The form of the file.', trailFormats), isRequired: true }],
    answers: 'rows',
    also: [404],
    run: exportTrail,
  }),
];
