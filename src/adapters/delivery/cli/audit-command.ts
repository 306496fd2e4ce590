import { accessActions, type AuditFilter, type RecordedEntry } from '../../../application/ports/audit-log.js';
import { castDatetime } from '../../../domain/document/cast-date.js';
import { actions } from '../../../domain/permission/permission.js';
import { command, flag } from './command.js';
import { listed } from './outcome.js';
import { withTrail } from './in-session.js';

export const auditCommand = command({
  name: 'audit',
  options: {
    user: { value: 'NAME' },
    type: { value: 'UID' },
    document: { value: 'ID' },
    action: { value: 'A' },
    since: { value: 'DATE' },
    until: { value: 'DATE' },
    limit: { value: 'N' },
    json: flag,
  },
  summary: 'list who did what, when and from where, the newest first',
  page: 'audit',
  read(_, { limit = '100', json, ...asked }) {
    if (!/^[1-9]\d{0,6}$/.test(limit)) return `--limit ${JSON.stringify(limit)} is not a number from 1 on`;
    const filter = readFilter(asked);
    if (typeof filter === 'string') return filter;
    return withTrail(async ({ audit }) => {
      const found = await audit.find(filter, Number(limit));
      if (!found.ok) return found;
      const rows = json ? found.value.map(({ cursor: _cursor, ...entry }) => entry) : found.value.map(row);
      return listed(rows, json, 'The audit trail has no such entries.');
    });
  },
});

type Asked = Readonly<
  Record<'user' | 'type' | 'document' | 'action' | 'since' | 'until', string | undefined>
>;

const known: readonly string[] = [...actions, ...accessActions];

/** Returns the filter, or a message if an option is wrong. */
function readFilter({ user, type, document: documentId, action, since, until }: Asked): AuditFilter | string {
  if (action !== undefined && !known.includes(action))
    return `--action ${JSON.stringify(action)} is none of ${known.join(', ')}`;
  const from = since === undefined ? undefined : timeOf(since, 0);
  const to = until === undefined ? undefined : timeOf(until, 1);
  if (from === null) return notATime('since', since);
  if (to === null) return notATime('until', until);
  return {
    ...(user !== undefined && { user }),
    ...(type !== undefined && { type }),
    ...(documentId !== undefined && { documentId }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  };
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Returns a day or a time as ISO 8601, or null if `text` is neither. `daysOn` is 1 for the end of a day. */
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

const row = ({ at, actor, action, outcome, type, documentId, locale, subject, names }: RecordedEntry) => ({
  at,
  who: shown(actor.kind === actor.name ? actor.name : `${actor.kind} ${actor.name}`),
  from: shown(actor.origin ?? '-'),
  action: outcome === 'done' ? action : `${action} (${outcome})`,
  what: shown([subject, type, documentId, locale].filter((part) => part !== null).join(' ') || '-'),
  names: shown(names.join(',')),
});

/** Escapes control characters: clients choose some of these texts, and could control the terminal with them. */
const shown = (text: string): string =>
  text.replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
