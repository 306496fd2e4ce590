import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type FormEvent } from 'react';
import type { FoundEntry } from '../../contract/found.js';
import type { PlannedAction, ReleaseView } from '../../contract/releases.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { useAction } from '../settings/use-action.js';
import { Dialog } from '../ui/dialog.js';
import { addToRelease, ReleaseAction } from './add-to-release.js';

const offered: readonly PlannedAction['action'][] = ['publish', 'unpublish'];

interface Props {
  readonly release: ReleaseView;
  readonly added: (release: ReleaseView) => void;
  readonly close: () => void;
}

const keyOf = ({ uid, documentId }: FoundEntry): string => `${uid} ${documentId}`;

/** Finds entries of all content-types with drafts by their titles, and adds those that are chosen. */
export default function AddEntries({ release, added, close }: Props) {
  const { types } = useSession();
  const [action, setAction] = useState<PlannedAction['action']>('publish');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, FoundEntry>>(new Map());
  const adding = useAction();
  const title = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['entries', title],
    queryFn: async ({ signal }) => {
      const path = `entries?title=${encodeURIComponent(title)}`;
      return (await request<{ data: readonly FoundEntry[] }>('GET', path, { signal })).data;
    },
    enabled: title !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const typeOf = (uid: string) => types.find((type) => type.uid === uid);
  const matching = (title === '' ? [] : (found.data ?? [])).filter(
    (entry) => typeOf(entry.uid)?.draftAndPublish === true && !chosen.has(keyOf(entry)),
  );
  const toggle = (entry: FoundEntry): void => {
    const next = new Map(chosen);
    if (!next.delete(keyOf(entry))) next.set(keyOf(entry), entry);
    setChosen(next);
  };
  const add = async (event: FormEvent, dismiss: () => void): Promise<void> => {
    event.preventDefault();
    const actions = [...chosen.values()].map(({ uid, documentId, locale }) => ({
      action,
      type: uid,
      documentId,
      locale,
    }));
    if (await adding.run(async () => added(await addToRelease(release.documentId, actions)))) dismiss();
  };
  return (
    <Dialog
      title={say('release.entries.add.to', { name: release.name })}
      close={close}
      isHeld={adding.isBusy}
    >
      {(dismiss) => (
        <form className="plan" onSubmit={(event) => void add(event, dismiss)}>
          <ReleaseAction offered={offered} action={action} choose={setAction} />
          <input
            type="search"
            className="input"
            aria-label={say('release.entries.find')}
            placeholder={say('release.entries.find')}
            maxLength={100}
            value={text}
            onChange={({ target }) => setText(target.value)}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <div className="choices found-entries" aria-busy={found.isFetching}>
            {[...chosen.values(), ...matching].map((entry) => (
              <label className="choice" key={keyOf(entry)}>
                <input type="checkbox" checked={chosen.has(keyOf(entry))} onChange={() => toggle(entry)} />
                <span dir="auto">{entry.label}</span>
                <span className="hint">{typeOf(entry.uid)?.displayName}</span>
              </label>
            ))}
          </div>
          <p className="hint" role="status">
            {title !== '' && !found.isFetching && matching.length + chosen.size === 0 && say('link.nothing')}
          </p>
          <div role="alert">{adding.fault && <p className="fault">{adding.fault}</p>}</div>
          <div className="row">
            <button type="button" className="button" disabled={adding.isBusy} onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button primary" disabled={adding.isBusy || chosen.size === 0}>
              {say('release.add.do')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
