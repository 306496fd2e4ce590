import { useState, type ReactNode } from 'react';
import { proofRequired } from '../../contract/proof-required.js';
import { say } from '../messages/messages.js';
import { ApiFailure } from '../session/api.js';
import { wordsOfMissing } from '../shell/missing-grant.js';
import { RequestOf } from '../shell/request-id.js';

/** Why something was not done, with the id of the request where nobody can tell by the words what to do. */
export const reasonOf = (error: unknown): ReactNode => (
  <>
    {wordsOf(error)} <RequestOf error={error} />
  </>
);

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return String(error);
  if (error.status === 0) return say('failure.offline.text');
  if (error.status === 401) return say('failure.signedOut.text');
  if (error.answer?.name === proofRequired) return say('proof.cancelled');
  if (typeof error.answer?.details?.['seesAs'] === 'string') return say('seeAs.refused');
  const missing = error.answer?.details?.missing;
  if (missing !== undefined) return wordsOfMissing(missing);
  if (error.status === 403) return say('settings.denied');
  if (error.status === 429) return say('failure.tooMany.text', { seconds: error.waitSeconds });
  if (error.status === 503) return say('failure.away.title');
  return error.message;
}

interface Action {
  readonly isBusy: boolean;
  /** Why the last one failed. */
  readonly fault: ReactNode;
  /** Runs one at a time. Resolves to whether it was done. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** Does something on the server, and keeps why it could not be done. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<ReactNode>();
  return {
    isBusy,
    fault,
    async run(work) {
      setBusy(true);
      setFault(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setFault(reasonOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
