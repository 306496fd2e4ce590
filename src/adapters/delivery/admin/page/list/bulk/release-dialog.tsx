import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { PlannedAction, ReleaseView } from '../../../contract/releases.js';
import { formatDay, say } from '../../messages/messages.js';
import { addToRelease, ReleaseAction } from '../../releases/add-to-release.js';
import { request } from '../../session/api.js';
import { useAction } from '../../settings/use-action.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { FieldFrame } from '../../ui/field-frame.js';

interface Props {
  readonly uid: string;
  readonly ids: readonly string[];
  /** Null: the type has none. */
  readonly locale: string | null;
  /** What the administrator may do with entries of the type. */
  readonly offered: readonly PlannedAction['action'][];
  /** `isDone`: they were added. */
  readonly close: (isDone: boolean) => void;
}

/** Adds the entries that are chosen to a release, or makes one of them. */
export default function ReleaseDialog({ uid, ids, locale, offered, close }: Props) {
  const [action, setAction] = useState(offered[0] ?? 'publish');
  /** The release to add to; empty: a new one. */
  const [release, setRelease] = useState('');
  const [name, setName] = useState('');
  const [isDone, setDone] = useState(false);
  const adding = useAction();
  const found = useQuery({
    queryKey: ['releases', 'open'],
    queryFn: async ({ signal }) =>
      (await request<{ data: readonly ReleaseView[] }>('GET', 'releases?limit=500', { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
  const open = (found.data ?? []).filter(
    ({ state, may }) => (state === 'open' || state === 'scheduled') && may.run,
  );
  const add = async (event: FormEvent, dismiss: () => void): Promise<void> => {
    event.preventDefault();
    const actions = ids.map((documentId) => ({ action, type: uid, documentId, locale }));
    const isAdded = await adding.run(() =>
      release === ''
        ? request('POST', 'releases', { body: { name: name.trim(), actions } })
        : addToRelease(release, actions),
    );
    if (!isAdded) return;
    setDone(true);
    dismiss();
  };
  return (
    <Dialog
      title={say('release.add.title', { count: ids.length })}
      close={() => close(isDone)}
      isHeld={adding.isBusy}
    >
      {(dismiss) => (
        <form className="plan" onSubmit={(event) => void add(event, dismiss)}>
          <ReleaseAction offered={offered} action={action} choose={setAction} />
          <FieldFrame id="release-of" label={say('release.add.to')}>
            <select
              id="release-of"
              className="input"
              value={release}
              onChange={({ target }) => setRelease(target.value)}
            >
              <option value="">{say('release.add.new')}</option>
              {open.map((one) => (
                <option key={one.documentId} value={one.documentId}>
                  {one.at === null ? one.name : `${one.name} (${formatDay(one.at)})`}
                </option>
              ))}
            </select>
          </FieldFrame>
          {release === '' && (
            <FieldFrame
              id="release-name"
              label={say('release.add.name')}
              hint={say('release.add.hint')}
              isRequired
            >
              <input
                id="release-name"
                className="input"
                required
                maxLength={200}
                dir="auto"
                aria-describedby="release-name-hint"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            </FieldFrame>
          )}
          <div role="alert">{adding.fault && <p className="fault">{adding.fault}</p>}</div>
          <DialogButtons cancel={dismiss} label={say('release.add.do')} isOff={adding.isBusy} />
        </form>
      )}
    </Dialog>
  );
}
