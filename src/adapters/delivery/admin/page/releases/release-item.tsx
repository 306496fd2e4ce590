import { lazy, useState, type ReactNode } from 'react';
import type { PlannedAction, ReleaseProblem, ReleaseView } from '../../contract/releases.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { reasonOf } from '../settings/use-action.js';
import { Part } from '../shell/missing-part.js';
import { Asked } from '../ui/asked.js';
import { ReleaseEntry } from './release-entry.js';
import { Problems, problemsIn, ReleaseStatus } from './release-words.js';

const AddEntries = lazy(() => import('./add-entries.js'));
const EditRelease = lazy(() => import('./edit-release.js'));

/** What changes a release in a dialog. */
const dialogs = ['entries.add', 'change'] as const;

interface Props {
  readonly release: ReleaseView;
  readonly replace: (release: ReleaseView) => void;
}

/** What was answered to the last thing that was done with a release. */
interface Outcome {
  readonly words: ReactNode;
  readonly problems: readonly ReleaseProblem[];
  readonly isBad: boolean;
}

/** One release: its state, what it is about, and what can be done with it. */
export function ReleaseItem({ release, replace }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [open, setOpen] = useState<(typeof dialogs)[number] | null>(null);
  const { documentId, name, state, problems, may, actions } = release;
  const act = async (run: () => Promise<Outcome | null>): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await run());
    } catch (error) {
      setOutcome(failedBy(error));
    } finally {
      setBusy(false);
    }
  };
  const change = (action: 'run' | 'cancel') =>
    act(async () => {
      replace((await request<{ data: ReleaseView }>('POST', `releases/${documentId}/${action}`)).data);
      return null;
    });
  const show = (changed: ReleaseView, words: string): void => {
    replace(changed);
    setOutcome({ words, problems: changed.problems, isBad: false });
  };
  const hasEnded = state === 'done' || state === 'cancelled';
  const shown = outcome?.problems ?? (hasEnded ? [] : problems);
  return (
    <li className="release">
      <div className="release-head">
        <h2 dir="auto">{name}</h2>
        <ReleaseStatus state={state} />
      </div>
      <p className="hint">
        <When release={release} />
      </p>
      <ReleaseEntries actions={actions} />
      <p className={outcome?.isBad === true ? 'fault' : 'hint'} role="status">
        {outcome?.words}
      </p>
      {shown.length > 0 && <Problems release={release} problems={shown} />}
      {!hasEnded && (
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void act(() => check(documentId))}
          >
            {say('release.check')}
          </button>
          {may.run &&
            dialogs.map((dialog) => (
              <button
                key={dialog}
                type="button"
                className="button"
                aria-haspopup="dialog"
                disabled={isBusy}
                onClick={() => setOpen(dialog)}
              >
                {say(`release.${dialog}`)}
              </button>
            ))}
          {may.run && (
            <Asked
              className=""
              label={say('release.run')}
              question={say('release.run.ask', { count: actions.length })}
              run={() => void change('run')}
              isOff={isBusy}
            />
          )}
          {may.cancel && (
            <Asked
              label={say('release.cancel')}
              question={say('release.cancel.askMany')}
              run={() => void change('cancel')}
              isOff={isBusy}
            />
          )}
        </div>
      )}
      <Part close={() => setOpen(null)}>
        {open === 'entries.add' && (
          <AddEntries
            release={release}
            added={(changed) => show(changed, say('release.added'))}
            close={() => setOpen(null)}
          />
        )}
        {open === 'change' && (
          <EditRelease
            release={release}
            changed={(changed) => show(changed, say('release.changed'))}
            close={() => setOpen(null)}
          />
        )}
      </Part>
    </li>
  );
}

async function check(documentId: string): Promise<Outcome> {
  const { data } = await request<{ data: { readonly problems: readonly ReleaseProblem[] } }>(
    'POST',
    `releases/${documentId}/check`,
  );
  const { problems } = data;
  const isBad = problems.length > 0;
  return { words: say(isBad ? 'release.checked.bad' : 'release.checked.good'), problems, isBad };
}

const failedBy = (error: unknown): Outcome => ({
  words: reasonOf(error),
  problems: problemsIn(error),
  isBad: true,
});

function When({ release: { state, at, endedAt, plannedBy } }: Pick<Props, 'release'>) {
  const by = plannedBy.name;
  if (endedAt !== null && state !== 'scheduled' && state !== 'open')
    return say(`release.ended.${state}`, { when: formatDay(endedAt), by });
  return say(at === null ? 'release.openBy' : 'release.due', { when: at === null ? '' : formatDay(at), by });
}

/** So many entries are shown before the list is unfolded. */
const few = 3;

function ReleaseEntries({ actions }: { readonly actions: readonly PlannedAction[] }) {
  const list = (shown: readonly PlannedAction[]) => (
    <ul className="release-entries">
      {shown.map((action, at) => (
        <li key={at}>
          <ReleaseEntry action={action} isLink />
        </li>
      ))}
    </ul>
  );
  if (actions.length <= few) return list(actions);
  return (
    <details>
      <summary>{say('release.entries', { count: actions.length })}</summary>
      {list(actions)}
    </details>
  );
}
