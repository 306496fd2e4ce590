import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import { accessActions, type AuditFilter, type RecordedEntry } from '../../../application/ports/audit-log.js';
import { castDatetime } from '../../../domain/document/cast-date.js';
import { actions } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import { listed, type Outcome } from './outcome.js';
import type { Values } from './parse-words.js';

export interface ParsedAudit {
  readonly name: 'audit';
  readonly filter: AuditFilter;
  readonly limit: number;
  readonly json: boolean;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

const known: readonly string[] = [...actions, ...accessActions];

/** The command, or what is wrong. */
export function readAuditCommand(values: Values): ParsedAudit | string {
  const { user, type, document: documentId, action, since, until, limit = '100', json = false } = values;
  if (!/^[1-9]\d{0,6}$/.test(limit)) return `--limit ${JSON.stringify(limit)} is not a number from 1 on`;
  if (action !== undefined && !known.includes(action))
    return `--action ${JSON.stringify(action)} is none of ${known.join(', ')}`;
  const from = since === undefined ? undefined : timeOf(since, 0);
  const to = until === undefined ? undefined : timeOf(until, 1);
  if (from === null) return notATime('since', since);
  if (to === null) return notATime('until', until);
  const filter = {
    ...(user !== undefined && { user }),
    ...(type !== undefined && { type }),
    ...(documentId !== undefined && { documentId }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  };
  return { name: 'audit', filter, limit: Number(limit), json };
}

/** Days are those of UTC; null: no time. `daysOn`: 1 for the end of a day. */
function timeOf(text: string, daysOn: number): string | null {
  const isDay = day.test(text);
  if (!isDay && !moment.test(text)) return null;
  const cast = castDatetime(text);
  if ('fault' in cast) return null;
  const time = new Date(cast.value);
  if (isDay) time.setUTCDate(time.getUTCDate() + daysOn);
  return time.toISOString();
}

const notATime = (option: string, text: string | undefined): string =>
  `--${option} ${JSON.stringify(text)} is neither a day, as 2026-01-31, nor a time, as 2026-01-31T12:00:00Z`;

/** Who did what: the newest first. */
export async function auditCommand(
  { filter, limit, json }: ParsedAudit,
  audit: Pick<AuditTrail, 'find'>,
): Promise<Result<Outcome>> {
  const found = await audit.find(filter, limit);
  if (!found.ok) return found;
  const rows = json ? found.value.map(({ cursor: _cursor, ...entry }) => entry) : found.value.map(row);
  return listed(rows, json, 'The audit trail has no such entries.');
}

const row = ({ at, actor, action, outcome, type, documentId, locale, subject, names }: RecordedEntry) => ({
  at,
  who: shown(actor.kind === actor.name ? actor.name : `${actor.kind} ${actor.name}`),
  from: shown(actor.origin ?? '-'),
  action: outcome === 'done' ? action : `${action} (${outcome})`,
  what: shown([subject, type, documentId, locale].filter((part) => part !== null).join(' ') || '-'),
  names: shown(names.join(',')),
});

/** Clients choose some of it: a terminal must not take it for commands. */
const shown = (text: string): string =>
  text.replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
