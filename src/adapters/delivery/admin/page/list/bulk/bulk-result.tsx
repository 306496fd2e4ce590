import { useEffect, useRef } from 'react';
import type { BulkAnswer } from '../../../contract/lists.js';
import { formatNumber, say } from '../../messages/messages.js';
import { Refusals } from './refusals.js';
import type { BulkTask } from './send-change.js';

interface Props {
  readonly task: BulkTask;
  readonly answer: BulkAnswer;
  readonly dismiss: () => void;
}

/** What was done, and why single entries stay as they were. */
export function BulkResult({ task: { uid, search, action }, answer: { done, refused }, dismiss }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <div role="status">
        <p>{say(`bulk.${action}.done`, { count: done, shown: formatNumber(done) })}</p>
      </div>
      <Refusals uid={uid} locale={search.locale} count={refused.length} refusals={refused} />
      <div className="row">
        <button type="button" className="button primary" ref={close} onClick={dismiss}>
          {say('close')}
        </button>
      </div>
    </>
  );
}
