import { lazy, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatTime, say } from '../messages/messages.js';
import { nameOfType } from '../messages/names.js';
import { RequestId } from '../shell/request-id.js';
import { Later } from '../ui/later.js';
import { Status } from '../ui/status.js';
import { useEntry, useLabels, useOpenEntry } from './entry-context.js';
import { editedNames } from './edits.js';
import { hindrance, isUnsaved, type EntryState, type Problem } from './entry-state.js';
import { reveal } from './layout/laid-field.js';

const RestoreGone = lazy(() => import('./gone.js'));

/**
 * In words, always: what is on the server, and what is not yet. What keeps it from being saved may be out of sight: they lead
 * there.
 */
export function SaveState() {
  const { type } = useOpenEntry();
  const { state, words, isHeld } = useEntry((now) => {
    const hindrance = hindranceOf(now);
    return {
      state: now.entry?.state ?? null,
      words: saveWords(now),
      isHeld: !now.isSaving && hindrance?.kind !== 'offline' && (hindrance !== null || now.refused.size > 0),
    };
  });
  return (
    <p className="save-state">
      {state !== null && type.draftAndPublish && <Status state={state} />}
      <span className="hint" role="status">
        {isHeld ? (
          <button type="button" className="link-button" onClick={showHindrance}>
            {words}
          </button>
        ) : (
          words
        )}
      </span>
    </p>
  );
}

/** What failed and keeps something from being saved; null: nothing. */
const hindranceOf = (now: EntryState): Problem | null => (isUnsaved(now) ? hindrance(now) : null);

function saveWords(now: EntryState): string {
  const { edits, refused, isSaving, savedAt, wasRestored } = now;
  const hindrance = hindranceOf(now);
  if (hindrance?.kind === 'offline') return say('save.offline');
  if (isSaving) return say('save.saving');
  if (hindrance !== null) return say('save.held');
  if (refused.size > 0) return say('save.refused', { count: refused.size });
  if (editedNames(edits).length > 0) return say(wasRestored ? 'save.restored' : 'save.unsaved');
  return savedAt === null ? '' : say('save.saved', { time: formatTime(savedAt) });
}

/** Goes to what keeps the entry from being saved. From there, Tab leads to what can be done about it. */
const showHindrance = (): void => document.querySelector<HTMLElement>('.entry [data-hindrance]')?.focus();

type Failed = Exclude<Problem, { readonly kind: 'conflict' }>;

function problemWords(problem: Failed, type: string, unsaved: 'yes' | 'no'): string {
  const missing = problem.kind === 'denied' ? problem.missing : undefined;
  return say(missing?.isWhole === true ? 'problem.denied.condition' : `problem.${problem.kind}`, {
    type,
    unsaved,
    what: say('problem.what', { action: problem.action ?? unsaved }),
    ...(missing !== undefined && { action: missing.action }),
    ...('message' in problem && { message: problem.message }),
    ...('seconds' in problem && { seconds: problem.seconds }),
  });
}

/** What keeps changes from being saved, or what was not done although all is saved, and what to do about it. */
export function ProblemBanner() {
  const { store, type } = useOpenEntry();
  const { problem, entry, unsaved } = useEntry((state) => ({
    problem: state.problem,
    entry: state.entry,
    unsaved: hindranceOf(state) ? ('yes' as const) : ('no' as const),
  }));
  if (problem === null || problem.kind === 'conflict') return null;
  return (
    <div className="banner bad" role="alert" tabIndex={-1} data-hindrance>
      <span>{problemWords(problem, nameOfType(type), unsaved)}</span>
      {problem.kind === 'failed' && problem.requestId && <RequestId id={problem.requestId} />}
      {problem.kind === 'gone' && entry !== null && (
        <Later>
          <RestoreGone
            type={type}
            documentId={store.place.id === '-' ? '-' : entry.documentId}
            locale={store.place.locale}
            restored={() => void store.retry()}
          />
        </Later>
      )}
      {problem.kind !== 'gone' && (
        <button type="button" className="button" onClick={() => void store.retry()}>
          {say(problem.kind === 'signed-out' ? 'signIn' : unsaved === 'yes' ? 'retry' : 'close')}
        </button>
      )}
    </div>
  );
}

/** What became of the fields that are not refused, or of all that cannot be published as it is saved; null: not sent yet. */
function restOf({ entry, edits, refused }: EntryState): 'none' | 'saved' | 'unpublished' | null {
  if (entry === null) return 'none';
  const names = editedNames(edits);
  if (names.length === 0) return 'unpublished';
  return names.every((name) => refused.has(name)) ? 'saved' : null;
}

/** Lists what is refused, with a link to each field. It takes the focus when that was sent, or was to be published. */
export function FaultSummary() {
  const labelOf = useLabels();
  const { faults, refusals, rest } = useEntry((state) => ({
    faults: state.faults,
    refusals: state.refusals,
    rest: restOf(state),
  }));
  const place = useRef<HTMLDivElement>(null);
  const entries = Object.entries(faults);
  const count = entries.length;
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    if (refusals > 0 && !isTyping) place.current?.focus();
  }, [refusals]);
  if (count === 0) return null;
  return (
    <div className="banner bad" role="alert" tabIndex={-1} data-hindrance ref={place}>
      <span>
        {say('faults.title', { count })} {rest !== null && say(`faults.rest.${rest}`)}
      </span>
      <ul>
        {entries.map(([path, message]) => (
          <li key={path}>
            <a
              href={`#${path}-field`}
              onClick={(event) => {
                event.preventDefault();
                focusField(path);
              }}
            >
              {labelOf(path)}
            </a>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Goes to the field of a path as in `sections.0.title`, or to the nearest one around it. */
export function focusField(path: string): void {
  const names = path.split('.');
  openTab(names[0] ?? '');
  for (let length = 1; length < names.length; length += 1) unfold(names.slice(0, length).join('.'));
  // The field of a component is inside a card, or there is none for the item itself.
  for (let length = names.length; length > 0; length -= 1) {
    const id = names.slice(0, length).join('.');
    const found =
      document.getElementById(id) ?? document.getElementById(`${id}-field`)?.querySelector('input, button');
    if (!(found instanceof HTMLElement)) continue;
    reveal(found);
    return found.focus();
  }
}

/** Opens the tab that holds an attribute. */
function openTab(name: string): void {
  const tabs = document.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="false"][data-holds]');
  const tab = [...tabs].find(({ dataset }) => dataset['holds']?.split(' ').includes(name));
  if (tab !== undefined) flushSync(() => tab.click());
}

/** Unfolds a component that is folded, so that its fields are there. */
function unfold(id: string): void {
  const found = document.getElementById(id);
  if (found?.getAttribute('aria-expanded') === 'false') flushSync(() => found.click());
}
