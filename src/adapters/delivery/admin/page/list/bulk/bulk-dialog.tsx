import { useState, type FormEvent } from 'react';
import type { BulkAnswer, BulkJob, BulkRefusal } from '../../../contract/lists.js';
import type { WireType } from '../../../contract/types.js';
import { formatNumber, say } from '../../messages/messages.js';
import { localeWords } from '../../messages/names.js';
import { ApiFailure } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { reasonOf } from '../../settings/use-action.js';
import { Dialog } from '../../ui/dialog.js';
import { BulkResult } from './bulk-result.js';
import { sendChange, type BulkTask } from './send-change.js';
import { emptyChoice, SetFields, valuesOf, type SetChoice } from './set-fields.js';

interface Props {
  readonly type: WireType;
  readonly task: BulkTask;
  readonly changed: () => Promise<void>;
  /** Runs when many entries are left to a job. */
  readonly begun: (job: BulkJob) => void;
  /** With what was refused; null if nothing was done. */
  readonly close: (refused: readonly BulkRefusal[] | null) => void;
}

type Step =
  | { readonly at: 'asking'; readonly failure: ApiFailure | null }
  | { readonly at: 'sending' }
  | { readonly at: 'over'; readonly answer: BulkAnswer };

/** Asks before many entries are changed, and says what was refused. What takes longer goes on without it. */
export default function BulkDialog({ type, task, changed, begun, close }: Props) {
  const { action, count } = task;
  const { locales } = useSession();
  const [step, setStep] = useState<Step>({ at: 'asking', failure: null });
  const [choice, setChoice] = useState<SetChoice>(emptyChoice);
  const values = action === 'set' ? valuesOf(choice) : undefined;
  const isReady = (action !== 'set' || values !== undefined) && step.at === 'asking';
  const words = { count, shown: formatNumber(count) };
  const run = async (): Promise<void> => {
    setStep({ at: 'sending' });
    try {
      const sent = await sendChange(task, values);
      if (sent.kind === 'job') return begun(sent.job);
      // Behind the result stand the entries as they are now.
      await changed();
      setStep({ at: 'over', answer: sent.answer });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      void changed();
      setStep({ at: 'asking', failure: error });
    }
  };
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void run();
  };
  return (
    <Dialog
      title={step.at === 'over' ? say(`bulk.${action}`) : say(`bulk.${action}.ask`, words)}
      close={() => close(step.at === 'over' ? step.answer.refused : null)}
      isHeld={step.at === 'sending'}
      className="wide"
    >
      {(dismiss) =>
        step.at === 'over' ? (
          <BulkResult task={task} answer={step.answer} dismiss={dismiss} />
        ) : (
          <form onSubmit={begin} aria-busy={step.at === 'sending'}>
            <p className="hint">{say(hintOf(action, type.draftAndPublish), localeWords(type, locales))}</p>
            {task.chosen.kind === 'all' && <p className="hint">{say('bulk.all.hint')}</p>}
            {action === 'set' && (
              <SetFields type={type} locale={task.search.locale} choice={choice} change={setChoice} />
            )}
            <div role="alert">
              {step.at === 'asking' && step.failure !== null && (
                <p className="fault">
                  {say('bulk.failed')} {reasonOf(step.failure)}
                </p>
              )}
            </div>
            <div className="row">
              <button type="button" className="button" disabled={step.at === 'sending'} onClick={dismiss}>
                {say('cancel')}
              </button>
              <button
                type="submit"
                className={`button ${action === 'delete' ? 'danger' : 'primary'}`}
                disabled={!isReady}
              >
                {say(`bulk.${action}.do`, words)}
              </button>
            </div>
          </form>
        )
      }
    </Dialog>
  );
}

const hintOf = (action: BulkTask['action'], hasDrafts: boolean) =>
  !hasDrafts && (action === 'set' || action === 'duplicate')
    ? (`bulk.${action}.public` as const)
    : (`bulk.${action}.hint` as const);
