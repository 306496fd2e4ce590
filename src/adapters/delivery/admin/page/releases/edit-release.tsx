import { useState, type FormEvent } from 'react';
import type { PlannedAction, ReleaseChange, ReleaseView } from '../../contract/releases.js';
import { localMinute, momentNote, zoneName } from '../entry/fields/local-time.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useAction } from '../settings/use-action.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { described, FieldFrame } from '../ui/field-frame.js';
import { ReleaseEntry } from './release-entry.js';

interface Props {
  readonly release: ReleaseView;
  readonly changed: (release: ReleaseView) => void;
  readonly close: () => void;
}

/** Changes the name and the time of a release, and takes entries out of it. */
export default function EditRelease({ release, changed, close }: Props) {
  const planned = release.at === null ? '' : localMinute(new Date(release.at));
  const [name, setName] = useState(release.name);
  const [time, setTime] = useState(planned);
  const [removed, setRemoved] = useState<ReadonlySet<PlannedAction>>(new Set());
  const [fault, setFault] = useState<string>();
  const saving = useAction();
  const toggle = (action: PlannedAction): void => {
    const next = new Set(removed);
    if (!next.delete(action)) next.add(action);
    setRemoved(next);
  };
  const save = async (event: FormEvent, dismiss: () => void): Promise<void> => {
    event.preventDefault();
    // A time that stays is not sent: it may have seconds, or be over.
    const at = time === planned ? undefined : time === '' ? null : new Date(time);
    if (at instanceof Date && !(at.getTime() > Date.now())) return setFault(say('plan.past'));
    if (removed.size === release.actions.length) return setFault(say('release.change.none'));
    const body: ReleaseChange = {
      ...(name !== release.name && { name }),
      ...(at !== undefined && { at: at && at.toISOString() }),
      removed: [...removed].map(({ type, documentId, locale }) => ({ type, documentId, locale })),
    };
    const path = `releases/${release.documentId}`;
    const isSaved = await saving.run(async () =>
      changed((await request<{ data: ReleaseView }>('PATCH', path, { body })).data),
    );
    if (isSaved) dismiss();
  };
  const hint = [say('release.change.hint'), say('plan.zone', { zone: zoneName() }), momentNote(time)]
    .filter(Boolean)
    .join(' ');
  return (
    <Dialog title={say('release.change.of', { name: release.name })} close={close} isHeld={saving.isBusy}>
      {(dismiss) => (
        <form className="plan" onSubmit={(event) => void save(event, dismiss)}>
          <FieldFrame id="release-name" label={say('release.add.name')} isRequired>
            <input
              id="release-name"
              className="input"
              dir="auto"
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </FieldFrame>
          <FieldFrame id="release-time" label={say('plan.time')} hint={hint}>
            <input
              id="release-time"
              type="datetime-local"
              className="input"
              value={time}
              {...described('release-time', hint, undefined)}
              onChange={({ target }) => {
                setTime(target.value);
                setFault(undefined);
              }}
            />
          </FieldFrame>
          <fieldset className="field">
            <legend className="label">{say('release.change.entries')}</legend>
            <div className="choices found-entries">
              {release.actions.map((action, at) => (
                <label className="choice" key={at}>
                  <input type="checkbox" checked={!removed.has(action)} onChange={() => toggle(action)} />
                  <span>
                    <ReleaseEntry action={action} />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <div role="alert">
            {(fault ?? saving.fault) && <p className="fault">{fault ?? saving.fault}</p>}
          </div>
          <DialogButtons cancel={dismiss} label={say('save')} isOff={saving.isBusy} />
        </form>
      )}
    </Dialog>
  );
}
