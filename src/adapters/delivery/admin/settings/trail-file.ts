import type { RecordedEntry } from '../../../../application/ports/audit-log.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Result } from '../../../../domain/result.js';
import { csvText, csvType } from '../../codec/csv.js';
import { writeText } from '../../codec/write-text.js';
import type { Call } from '../call.js';

export const trailFormats = ['csv', 'jsonl'] as const;
type TrailFormat = (typeof trailFormats)[number];

export const isTrailFormat = (given: string): given is TrailFormat =>
  (trailFormats as readonly string[]).includes(given);

const types: Readonly<Record<TrailFormat, string>> = { csv: csvType, jsonl: 'application/x-ndjson' };

type Entries = readonly RecordedEntry[];

/** Sends pages of entries until there are no more. A failure after the first breaks the connection off. */
export async function sendTrail(
  { req, res }: Pick<Call, 'req' | 'res'>,
  format: TrailFormat,
  first: Entries,
  next: (after: string) => Promise<Result<Entries>>,
): Promise<void> {
  res.statusCode = 200;
  res.setHeader('Content-Type', `${types[format]}; charset=utf-8`);
  res.setHeader('Content-Disposition', `attachment; filename="audit-trail.${format}"`);
  // For nginx, which would keep the whole answer back.
  res.setHeader('X-Accel-Buffering', 'no');
  // From here on it counts as reads, one after the other, and not as a request that is in progress.
  res.emit('answered');
  if (!(await writeText(res, beginnings[format]))) return;
  for (let page = first; ;) {
    if (!(await writeText(res, linesOf[format](page)))) return;
    const last = page.at(-1);
    if (last === undefined) return void res.end();
    const following = await next(last.cursor);
    if (!following.ok) {
      recordOf(req)?.refused(following.failure.code);
      return void res.destroy();
    }
    page = following.value;
  }
}

const columns = [
  'at',
  'kind',
  'who',
  'whoId',
  'from',
  'action',
  'outcome',
  'type',
  'documentId',
  'locale',
  'status',
  'subject',
  'names',
] as const;

/** A mark by which spreadsheets know that it is UTF-8. */
const beginnings: Readonly<Record<TrailFormat, string>> = { csv: `\uFEFF${csvText([columns])}`, jsonl: '' };

const linesOf: Readonly<Record<TrailFormat, (entries: Entries) => string>> = {
  csv: (entries) =>
    csvText(
      entries.map(({ at, actor, action, outcome, type, documentId, locale, status, subject, names }) => [
        at,
        actor.kind,
        actor.name,
        actor.documentId,
        actor.origin,
        action,
        outcome,
        type,
        documentId,
        locale,
        status,
        subject,
        names.join(' '),
      ]),
    ),
  jsonl: (entries) => entries.map(({ cursor: _cursor, ...entry }) => `${JSON.stringify(entry)}\n`).join(''),
};
