import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { BulkRefusal } from '../../../contract/lists.js';
import { formatNumber, say } from '../../messages/messages.js';
import { inWords } from '../../messages/words-of-refusals.js';
import type { ApiFailure } from '../../session/api.js';
import type { BulkProgress, BulkTask } from './bulk-job.js';

interface Props {
  readonly task: BulkTask;
  readonly progress: BulkProgress;
  readonly isCancelled: boolean;
  /** Why it stopped. */
  readonly failure: ApiFailure | null;
  readonly again: () => void;
  readonly dismiss: () => void;
}

/** More refusals than these are counted only. */
const most = 100;

/** What was done, and why single entries stay as they were. */
export function BulkResult({ task, progress, isCancelled, failure, again, dismiss }: Props) {
  const { done, refused, isOver } = progress;
  const { uid, search, action } = task;
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <div role="status">
        <p>{say(`bulk.${action}.done`, { count: done, shown: formatNumber(done) })}</p>
        {failure !== null && (
          <p className="fault">
            {say('bulk.failed')} {reasonOfStop(failure)}
          </p>
        )}
        {isCancelled && !isOver && <p>{say('bulk.stopped')}</p>}
        {refused.length > 0 && (
          <p>{say('bulk.refused', { count: refused.length, shown: formatNumber(refused.length) })}</p>
        )}
      </div>
      {refused.length > 0 && (
        <ul className="refusals">
          {refused.slice(0, most).map((refusal) => (
            <li key={refusal.documentId}>
              <Link
                to="/content/$uid/$id"
                params={{ uid, id: refusal.documentId }}
                search={search.locale === undefined ? {} : { locale: search.locale }}
                dir="auto"
              >
                {refusal.label}
              </Link>
              <span className="hint" dir="auto">
                {reasonOf(refusal)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        {failure !== null && (
          <button type="button" className="button" onClick={again}>
            {say('bulk.again')}
          </button>
        )}
        <button type="button" className="button primary" ref={close} onClick={dismiss}>
          {say('close')}
        </button>
      </div>
    </>
  );
}

const reasonOfStop = ({ status, answer }: ApiFailure): string =>
  status === 0 ? say('failure.offline.text') : (answer?.message ?? say('failure.other.title'));

function reasonOf({ error }: BulkRefusal): string {
  const { status, message, details } = inWords(error);
  if (status === 403) return say('bulk.denied');
  if (status === 404) return say('failure.gone.text');
  const faults = details?.errors ?? [];
  if (faults.length === 0) return message;
  return faults.map((fault) => [fault.path.join('.'), fault.message].filter(Boolean).join(': ')).join('; ');
}
