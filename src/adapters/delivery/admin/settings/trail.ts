import { failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { TrailEntry } from '../contract/settings.js';
import { listOf } from '../contract/wire.js';
import { areas } from '../contract/areas.js';
import { replyWith } from '../people.js';
import { limit as limitOf, text } from '../query.js';
import { allOf, route, type Route } from '../route.js';

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

async function listTrail(
  { audit }: AdminDependencies,
  { asked }: Call,
): Promise<Result<Reply<readonly TrailEntry[]>>> {
  if (audit === undefined) return err(failure('DOCUMENT.NOT_FOUND', reason('trail.off')));
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(asked)) {
    if (typeof value !== 'string') return invalid(key);
    given[key] = value;
  }
  const { limit = '50', ...filter } = given;
  for (const key of ['since', 'until']) {
    const time = new Date(filter[key] ?? '2000-01-01');
    if (Number.isNaN(time.getTime())) return invalid(key);
    if (filter[key] !== undefined) filter[key] = time.toISOString();
  }
  if (!/^[1-9]\d{0,2}$/.test(limit)) return invalid('limit');
  if (filter['after'] !== undefined && !cursor.test(filter['after'])) return invalid('after');
  return replyWith(audit.find(filter, Number(limit)));
}

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
];
