import type { PlannedAction, ReleaseProblem, ReleaseState } from '../../contract/releases.js';
import { say } from '../messages/messages.js';
import { inWords } from '../messages/words-of-refusals.js';
import { ApiFailure } from '../session/api.js';

const shapes: Readonly<Record<ReleaseState, string>> = {
  open: '○',
  scheduled: '◷',
  done: '●',
  failed: '✕',
  cancelled: '◌',
};

/** The state of a release in a word and a shape. */
export const ReleaseStatus = ({ state }: { readonly state: ReleaseState }) => (
  <span className={`status release-${state}`}>
    <span aria-hidden>{shapes[state]}</span> {say(`release.state.${state}`)}
  </span>
);

/** What a refusal names that keeps a release from being planned, or from happening. */
export const problemsIn = (error: unknown): readonly ReleaseProblem[] =>
  error instanceof ApiFailure
    ? ((error.answer?.details?.['problems'] ?? []) as readonly ReleaseProblem[])
    : [];

interface ProblemsProps {
  readonly release: { readonly actions: readonly Partial<Pick<PlannedAction, 'label' | 'documentId'>>[] };
  readonly problems: readonly ReleaseProblem[];
}

/** What keeps a release from happening, by the entry that it is about. */
export const Problems = ({ release: { actions }, problems }: ProblemsProps) => (
  <ul className="problems">
    {problems.map(inWords).map(({ index, message }, at) => (
      <li key={at}>
        {actions.length > 1 && (
          <strong dir="auto">{actions[index]?.label ?? actions[index]?.documentId}: </strong>
        )}
        <span className="fault">{message}</span>
      </li>
    ))}
  </ul>
);
