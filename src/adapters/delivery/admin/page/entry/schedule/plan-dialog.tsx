import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { PlannedAction, ReleaseProblem, ReleaseView } from '../../../contract/releases.js';
import { say } from '../../messages/messages.js';
import { ApiFailure, request } from '../../session/api.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import '../../releases/release-words.css';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In the form of a field for date and time, in the time zone of the browser. */
function localTime(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function nextHour(): Date {
  const time = new Date();
  time.setHours(time.getHours() + 1, 0, 0, 0);
  return time;
}

/** Asks when the entry is to be published or unpublished. */
export default function PlanDialog({ close }: { readonly close: () => void }) {
  const { store, type } = useOpenEntry();
  const { state, may, locales } = useEntry(({ entry }) => ({
    state: entry?.state,
    may: entry?.may,
    locales: entry?.locales.length ?? 0,
  }));
  const [isForAll, setForAll] = useState(false);
  const [action, setAction] = useState<PlannedAction['action']>('publish');
  const [time, setTime] = useState(() => localTime(nextHour()));
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const plan = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const at = new Date(time);
    if (!(at.getTime() > Date.now())) return setFault(say('plan.past'));
    setBusy(true);
    const failed = await planRelease(store, action, at, isForAll);
    setBusy(false);
    if (failed === null) dialog.current?.close();
    else setFault(failed);
  };
  const mayUnpublish = may?.unpublish === true && state !== 'draft';
  return (
    <dialog className="question" ref={dialog} aria-labelledby="plan-title" onClose={close}>
      <form className="plan" onSubmit={(event) => void plan(event)}>
        <h2 id="plan-title">{say(mayUnpublish ? 'plan.title' : 'plan.title.publish')}</h2>
        {mayUnpublish && (
          <fieldset className="field">
            <legend className="hidden">{say('plan.action')}</legend>
            <div className="choices">
              {(['publish', 'unpublish'] as const).map((one) => (
                <label className="choice" key={one}>
                  <input type="radio" name="plan" checked={action === one} onChange={() => setAction(one)} />
                  {say(`entry.${one}`)}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {type.localized && locales > 1 && (
          <label className="choice">
            <input type="checkbox" checked={isForAll} onChange={({ target }) => setForAll(target.checked)} />
            {say('plan.allLocales')}
          </label>
        )}
        <FieldFrame id="plan-time" label={say('plan.time')} hint={say('plan.zone', { zone })} fault={fault}>
          <input
            id="plan-time"
            type="datetime-local"
            className="input"
            required
            min={localTime(new Date())}
            value={time}
            {...described('plan-time', 'zone', fault)}
            onChange={({ target }) => {
              setTime(target.value);
              setFault(undefined);
            }}
          />
        </FieldFrame>
        <p className="hidden" role="alert">
          {fault}
        </p>
        <div className="row">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {say('cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            {say('plan.do')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Saves what is typed, then plans. Returns why it cannot be planned. */
async function planRelease(
  store: ReturnType<typeof useOpenEntry>['store'],
  action: PlannedAction['action'],
  at: Date,
  isForAll: boolean,
): Promise<string | null> {
  await store.save();
  const { entry, problem, planned } = store.state.getState();
  if (entry === null || problem !== null) return say('plan.unsaved');
  const { uid, id, locale = null } = store.place;
  const name = say(`plan.name.${action}`, { label: printable(entry.label) });
  const documentId = id === '-' ? null : entry.documentId;
  // What is not published cannot be unpublished.
  const all = entry.locales.filter((version) => action === 'publish' || version.state !== 'draft');
  const actions = (isForAll ? all.map(({ code }) => code) : [locale]).map((code) => ({
    action,
    type: uid,
    documentId,
    locale: code,
  }));
  const body = { name, at: at.toISOString(), actions };
  try {
    const { data } = await request<{ data: ReleaseView }>('POST', 'releases', { body });
    store.state.setState({ planned: [data, ...planned] });
    return null;
  } catch (error) {
    return error instanceof ApiFailure ? reasonOf(error) : String(error);
  }
}

/** The name of a release has up to 200 characters in one line. */
const printable = (label: string): string =>
  label
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 150);

function reasonOf({ status, message, answer }: ApiFailure): string {
  if (status === 0) return say('failure.offline.text');
  const problems = (answer?.details?.['problems'] ?? []) as readonly ReleaseProblem[];
  return problems.length > 0 ? problems.map((one) => one.message).join(' ') : message;
}
