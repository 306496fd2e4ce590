import { failure } from '../../../../domain/failure.js';
import { err, type Result } from '../../../../domain/result.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import type { AdminDependencies, Call, Reply, Route } from '../call.js';
import type { TrailEntry } from '../contract/settings.js';
import { areas } from '../contract/start.js';
import { replyWith } from '../people.js';
import { needs } from './needs.js';

const filterKeys = ['user', 'type', 'documentId', 'action', 'since', 'until', 'after'] as const;

/** A time, and what tells entries of one moment apart; each store has its own. */
const cursor = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z [\da-f]{1,19}( [\w-]{1,64})?$/;

const invalid = (key: string): Result<never> => err(failure('QUERY.INVALID', `Invalid ${key}`, { key }));

async function listTrail({ audit }: AdminDependencies, { text }: Call): Promise<Result<Reply>> {
  if (audit === undefined) return err(failure('DOCUMENT.NOT_FOUND', 'The audit trail is turned off'));
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(asked.value)) {
    const isKnown = key === 'limit' || filterKeys.some((known) => known === key);
    if (!isKnown || typeof value !== 'string')
      return err(failure('QUERY.INVALID_KEY', `Invalid key ${key}`, { key }));
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
  return replyWith<readonly TrailEntry[]>(audit.find(filter, Number(limit)));
}

export const trailRoutes: readonly Route[] = [
  { method: 'GET', path: 'trail', run: needs(areas.trail, 'find', listTrail) },
];
