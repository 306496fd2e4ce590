import { failure } from '../../../../domain/failure.js';
import { err, type Result } from '../../../../domain/result.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import type { AdminDependencies, Call, Reply, Route } from '../call.js';
import type { TrailEntry } from '../contract/settings.js';
import { areas } from '../contract/start.js';
import { replyWith } from '../people.js';
import { needs } from './needs.js';

const filterKeys = ['user', 'type', 'documentId', 'action', 'since', 'until', 'after'] as const;

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
  const wrong = (['since', 'until'] as const).find((key) =>
    Number.isNaN(Date.parse(filter[key] ?? '2000-01-01')),
  );
  if (wrong !== undefined || !/^[1-9]\d{0,2}$/.test(limit) || !/^\d{0,19}$/.test(filter['after'] ?? ''))
    return err(failure('QUERY.INVALID', `Invalid ${wrong ?? 'limit or after'}`, { key: wrong ?? 'limit' }));
  return replyWith<readonly TrailEntry[]>(audit.find(filter, Number(limit)));
}

export const trailRoutes: readonly Route[] = [
  { method: 'GET', path: 'trail', run: needs(areas.trail, 'find', listTrail) },
];
