import { useRef, useState, type FormEvent } from 'react';
import type { BulkRefusal } from '../../../contract/lists.js';
import type { WireType } from '../../../contract/types.js';
import { formatNumber, say } from '../../messages/messages.js';
import { ApiFailure } from '../../session/api.js';
import { Dialog } from '../../ui/dialog.js';
import { createJob, type BulkJob, type BulkProgress, type BulkTask } from './bulk-job.js';
import { BulkResult } from './bulk-result.js';
import { emptyChoice, SetFields, setOf, type SetChoice } from './set-fields.js';

interface Props {
  readonly type: WireType;
  readonly task: BulkTask;
  readonly changed: () => Promise<void>;
  /** With what was refused; null if nothing was done. */
  readonly close: (refused: readonly BulkRefusal[] | null) => void;
}

type Step =
  | { readonly at: 'asking' }
  | { readonly at: 'running' }
  | { readonly at: 'over'; readonly isCancelled: boolean; readonly failure: ApiFailure | null };

const begun: BulkProgress = { done: 0, refused: [], isOver: false };

/** Asks before many entries are changed, shows how far it is, and what was refused. */
export default function BulkDialog({ type, task, changed, close }: Props) {
  const { action, count } = task;
  const [step, setStep] = useState<Step>({ at: 'asking' });
  const [progress, setProgress] = useState(begun);
  const [choice, setChoice] = useState<SetChoice>(emptyChoice);
  const job = useRef<BulkJob>(null);
  const stopper = useRef<AbortController>(null);
  const set = action === 'set' ? setOf(choice) : undefined;
  const isReady = action !== 'set' || set !== undefined;
  const words = { count, shown: formatNumber(count) };
  const run = async (): Promise<void> => {
    setStep({ at: 'running' });
    const { signal } = (stopper.current = new AbortController());
    const running = (job.current ??= createJob({ ...task, ...(set !== undefined && { set }) }));
    let failure: ApiFailure | null = null;
    await running.run(setProgress, signal).catch((error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
      failure = error;
    });
    const reading = changed();
    // Behind the result stand the entries as they are now.
    if (failure === null) await reading;
    setStep({ at: 'over', isCancelled: signal.aborted, failure });
  };
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void run();
  };
  return (
    <Dialog
      title={step.at === 'asking' ? say(`bulk.${action}.ask`, words) : say(`bulk.${action}`)}
      close={() => close(job.current === null ? null : progress.refused)}
      isHeld={step.at === 'running'}
      className="wide"
    >
      {(dismiss) =>
        step.at === 'asking' ? (
          <form onSubmit={begin}>
            <p className="hint">
              {say(action === 'set' && !type.draftAndPublish ? 'bulk.set.public' : `bulk.${action}.hint`)}
            </p>
            {task.chosen.kind === 'all' && <p className="hint">{say('bulk.all.hint')}</p>}
            {action === 'set' && <SetFields type={type} choice={choice} change={setChoice} />}
            <div className="row">
              <button type="button" className="button" onClick={dismiss}>
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
        ) : step.at === 'running' ? (
          <Running progress={progress} count={count} cancel={() => stopper.current?.abort()} />
        ) : (
          <BulkResult
            task={task}
            progress={progress}
            isCancelled={step.isCancelled}
            failure={step.failure}
            again={() => void run()}
            dismiss={dismiss}
          />
        )
      }
    </Dialog>
  );
}

interface RunningProps {
  readonly progress: BulkProgress;
  readonly count: number;
  readonly cancel: () => void;
}

function Running({ progress: { done, refused }, count, cancel }: RunningProps) {
  const now = done + refused.length;
  const words = say('bulk.progress', { now: formatNumber(now), shown: formatNumber(count) });
  return (
    <>
      <progress value={now} max={count} aria-label={words} />
      <p role="status">{words}</p>
      <div className="row">
        <button type="button" className="button" autoFocus onClick={cancel}>
          {say('bulk.stop')}
        </button>
      </div>
    </>
  );
}
