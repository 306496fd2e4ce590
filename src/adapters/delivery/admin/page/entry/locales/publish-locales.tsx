import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PublishCheck } from '../../../contract/documents.js';
import { say } from '../../messages/messages.js';
import { nameAndWords } from '../../messages/words-of-refusals.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { FailureView } from '../../shell/failure-view.js';
import { Dialog } from '../../ui/dialog.js';
import { Loading } from '../../ui/loading.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { documentPath } from '../entry-requests.js';
import './locales.css';

/** Publishes all locales of the entry at once, and says before what each of them lacks. */
export default function PublishLocales({ close }: { readonly close: () => void }) {
  const { store } = useOpenEntry();
  const { locales } = useSession();
  const [isSaved, setSaved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { entry, refused } = useEntry((state) => ({ entry: state.entry, refused: state.refused.size }));
  // What is published is the draft on the server.
  useEffect(() => void store.save().finally(() => setSaved(true)), [store]);
  const path = `${documentPath(store.place, entry)}/publish-locales`;
  const found = useQuery({
    queryKey: ['publish-locales', path, entry?.revision],
    queryFn: async ({ signal }) => (await request<{ data: PublishCheck }>('GET', path, { signal })).data,
    enabled: isSaved && !isBusy,
    staleTime: 0,
    gcTime: 0,
  });
  const check = found.data;
  const nameOf = (code: string): string => locales.find((one) => one.code === code)?.name ?? code;
  const isPossible =
    check !== undefined && refused === 0 && check.locales.length > 0 && check.problems.length === 0;
  const publish = async (dismiss: () => void): Promise<void> => {
    setBusy(true);
    await store.act('publish-locales');
    dismiss();
  };
  return (
    <Dialog title={say('publishAll.title')} close={close} isHeld={isBusy}>
      {(dismiss) => (
        <>
          {found.error && <FailureView error={found.error} retry={() => void found.refetch()} />}
          {check === undefined && !found.error && <Loading bars={2} />}
          {refused > 0 && <p className="banner">{say('save.refused', { count: refused })}</p>}
          {check?.locales.length === 0 && <p>{say('publishAll.none')}</p>}
          {check !== undefined && check.locales.length > 0 && (
            <>
              <p className="hint">{say('publishAll.text')}</p>
              <ul className="publish-locales">
                {check.locales.map((code) => {
                  const problems = check.problems.filter(({ locale }) => locale === code);
                  return (
                    <li key={code}>
                      <strong>{nameOf(code)}</strong>{' '}
                      <span className="hint">
                        {say(problems.length === 0 ? 'publishAll.ready' : 'publishAll.lacks')}
                      </span>
                      {problems.length > 0 && (
                        <ul>
                          {problems.map((problem) => (
                            <li key={`${problem.path} ${problem.message}`} className="fault">
                              {nameAndWords(problem)}
                            </li>
                          ))}
                        </ul>
                      )}
                    </li>
                  );
                })}
              </ul>
            </>
          )}
          <div className="row">
            <button type="button" className="button" disabled={isBusy} onClick={dismiss}>
              {say(isPossible ? 'cancel' : 'close')}
            </button>
            {isPossible && (
              <button
                type="button"
                className="button primary"
                disabled={isBusy}
                onClick={() => void publish(dismiss)}
              >
                {say('publishAll.run', { count: check.locales.length })}
              </button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}
