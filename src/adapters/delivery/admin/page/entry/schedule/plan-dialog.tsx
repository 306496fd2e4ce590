import { useState, type FormEvent } from 'react';
import type { Entry } from '../../../contract/documents.js';
import type { PlannedAction, ReleaseProblem, ReleaseView } from '../../../contract/releases.js';
import { say } from '../../messages/messages.js';
import { hasSeveralLocales } from '../../messages/names.js';
import { Problems, problemsIn } from '../../releases/release-words.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { useAction } from '../../settings/use-action.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { localMinute, momentNote, zoneName } from '../fields/local-time.js';
import '../../releases/release-words.css';

function nextHour(): Date {
  const time = new Date();
  time.setHours(time.getHours() + 1, 0, 0, 0);
  return time;
}

/** Asks when the entry is to be published or unpublished. */
export default function PlanDialog({ close }: { readonly close: () => void }) {
  const { store, type } = useOpenEntry();
  const { locales: known } = useSession();
  const { state, may, locales } = useEntry(({ entry }) => ({
    state: entry?.state,
    may: entry?.may,
    locales: entry?.locales,
  }));
  const [isForAll, setForAll] = useState(false);
  const [action, setAction] = useState<PlannedAction['action']>('publish');
  const [time, setTime] = useState(() => localMinute(nextHour()));
  const [fault, setFault] = useState<string>();
  const [problems, setProblems] = useState<readonly ReleaseProblem[]>([]);
  const planning = useAction();
  const codes = isForAll ? localesFor(store, action) : [store.place.locale ?? null];
  const plan = async (event: FormEvent, dismiss: () => void): Promise<void> => {
    event.preventDefault();
    const at = new Date(time);
    if (!(at.getTime() > Date.now())) return setFault(say('plan.past'));
    setProblems([]);
    await planning.run(async () => {
      await store.save();
      const { entry, problem } = store.state.getState();
      if (entry === null || problem !== null) return setFault(say('plan.unsaved'));
      await planRelease(store, entry, action, at, codes).catch((error: unknown) => {
        setProblems(problemsIn(error));
        throw error;
      });
      dismiss();
    });
  };
  const hint = [say('plan.zone', { zone: zoneName() }), momentNote(time)].filter(Boolean).join('. ');
  const mayUnpublish = may?.unpublish === true && state !== 'draft';
  const labels = codes.map((code) => ({ label: known.find((one) => one.code === code)?.name ?? code }));
  return (
    <Dialog
      title={say(mayUnpublish ? 'plan.title' : 'plan.title.publish')}
      close={close}
      isHeld={planning.isBusy}
    >
      {(dismiss) => (
        <form className="plan" onSubmit={(event) => void plan(event, dismiss)}>
          {mayUnpublish && (
            <fieldset className="field">
              <legend className="hidden">{say('plan.action')}</legend>
              <div className="choices">
                {(['publish', 'unpublish'] as const).map((one) => (
                  <label className="choice" key={one}>
                    <input
                      type="radio"
                      name="plan"
                      checked={action === one}
                      onChange={() => setAction(one)}
                    />
                    {say(`entry.${one}`)}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          {hasSeveralLocales(type, locales) && (
            <label className="choice">
              <input
                type="checkbox"
                checked={isForAll}
                onChange={({ target }) => setForAll(target.checked)}
              />
              {say('plan.allLocales')}
            </label>
          )}
          <FieldFrame id="plan-time" label={say('plan.time')} hint={hint} fault={fault}>
            <input
              id="plan-time"
              type="datetime-local"
              className="input"
              required
              min={localMinute(new Date())}
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
          <div role="alert">
            {planning.fault && <p className="fault">{planning.fault}</p>}
            {problems.length > 0 && <Problems release={{ actions: labels }} problems={problems} />}
          </div>
          <DialogButtons cancel={dismiss} label={say('plan.do')} isOff={planning.isBusy} />
        </form>
      )}
    </Dialog>
  );
}

type Store = ReturnType<typeof useOpenEntry>['store'];

/** The locales of the entry in which something can be done: what is not published cannot be unpublished. */
function localesFor(store: Store, action: PlannedAction['action']): readonly (string | null)[] {
  const { entry } = store.state.getState();
  const all = entry?.locales ?? [];
  return all.filter(({ state }) => action === 'publish' || state !== 'draft').map(({ code }) => code);
}

async function planRelease(
  store: Store,
  entry: Entry,
  action: PlannedAction['action'],
  at: Date,
  locales: readonly (string | null)[],
): Promise<void> {
  const { uid, id } = store.place;
  const name = say(`plan.name.${action}`, { label: printable(entry.label) });
  const documentId = id === '-' ? null : entry.documentId;
  const actions = locales.map((locale) => ({ action, type: uid, documentId, locale }));
  const body = { name, at: at.toISOString(), actions };
  const { data } = await request<{ data: ReleaseView }>('POST', 'releases', { body });
  store.state.setState(({ planned }) => ({ planned: [data, ...planned] }));
}

/** The name of a release has up to 200 characters in one line. */
const printable = (label: string): string =>
  label
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 150);
