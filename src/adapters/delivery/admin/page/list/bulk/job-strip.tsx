import type { BulkJob } from '../../../contract/lists.js';
import { formatNumber, say } from '../../messages/messages.js';
import { inWords } from '../../messages/words-of-refusals.js';
import { Refusals } from './refusals.js';

interface Props {
  readonly job: BulkJob;
  readonly cancel: () => void;
  readonly putAway: () => void;
}

/** How far a job is, or what became of it. */
export function JobStrip({ job, cancel, putAway }: Props) {
  const { type, done, refused, total, refusals, endedAt } = job;
  const action = job.action === 'update' ? 'set' : job.action;
  // The page begins no such job.
  if (action === 'discardDraft') return null;
  const now = done + refused;
  const words = say('bulk.progress', { now: formatNumber(now), shown: formatNumber(total) });
  return (
    <section className="bulk-job" aria-label={say('bulk.job.label')}>
      {endedAt === null ? (
        <div className="row">
          <span>{say(`bulk.${action}`)}</span>
          <progress value={now} max={total} aria-label={words} />
          <span role="status">{words}</span>
          <button type="button" className="button" onClick={cancel}>
            {say('bulk.stop')}
          </button>
          <span className="hint">{say('bulk.job.hint')}</span>
        </div>
      ) : (
        <>
          <div className="row">
            <span role="status">
              {say(`bulk.${action}.done`, { count: done, shown: formatNumber(done) })}
            </span>
            {job.state === 'cancelled' && <span>{say('bulk.stopped')}</span>}
            {job.problem !== null && (
              <span className="fault" dir="auto">
                {say('bulk.failed')}{' '}
                {job.problem.status === 403 ? say('bulk.job.denied') : inWords(job.problem).message}
              </span>
            )}
            <button type="button" className="button" onClick={putAway}>
              {say('close')}
            </button>
          </div>
          <Refusals uid={type} locale={job.locale ?? undefined} count={refused} refusals={refusals} />
        </>
      )}
    </section>
  );
}
