import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { say } from '../messages/messages.js';
import { queryClient } from '../session/query-client.js';
import { useSession } from '../session/session.js';
import { useKeys } from '../shell/keys.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import { editedNames } from './entry-state.js';

const noRights = { update: false, delete: false, publish: false, unpublish: false, discardDraft: false };

/** What can be done with the entry as a whole. */
export function EntryActions() {
  const { type, store } = useOpenEntry();
  const { rights } = useSession();
  const navigate = useNavigate();
  const held = rights[type.uid] ?? {};
  const { exists, may, state, hasEdits } = useEntry(({ entry, edits }) => ({
    exists: entry !== null,
    may: entry?.may ?? null,
    state: entry?.state ?? null,
    hasEdits: editedNames(edits).length > 0,
  }));
  const mayNow = may ?? {
    ...noRights,
    publish: held.publish !== undefined,
    update: held.create !== undefined,
  };
  const publishes = type.draftAndPublish && mayNow.publish && (state !== 'published' || hasEdits);
  const saves = mayNow.update && (!type.draftAndPublish || !exists);
  const publish = (): void => {
    if (type.draftAndPublish && mayNow.publish) void store.act('publish');
    else void store.save();
  };
  useKeys(useMemo(() => ({ 'Mod+s': () => void store.save(), 'Mod+Enter': publish }), [store, publish]));
  const duplicate = async (): Promise<void> => {
    const copy = await store.act('duplicate');
    if (copy === null) return;
    await navigate({
      to: '/content/$uid/$id',
      params: { uid: type.uid, id: copy.documentId },
      search: (now) => now,
    });
  };
  const remove = async (): Promise<void> => {
    if (!(await store.remove())) return;
    await queryClient.invalidateQueries({ queryKey: ['list', type.uid] });
    await navigate({ to: '/content/$uid', params: { uid: type.uid }, search: {} });
  };
  return (
    <div className="row entry-actions">
      {exists && mayNow.delete && (
        <Asked label={say('entry.delete')} question={say('entry.delete.ask')} run={() => void remove()} />
      )}
      {exists && type.kind === 'collectionType' && held.create && (
        <button type="button" className="button quiet" onClick={() => void duplicate()}>
          {say('entry.duplicate')}
        </button>
      )}
      {mayNow.unpublish && state !== null && state !== 'draft' && (
        <button type="button" className="button quiet" onClick={() => void store.act('unpublish')}>
          {say('entry.unpublish')}
        </button>
      )}
      {mayNow.discardDraft && state === 'changed' && (
        <Asked
          label={say('entry.discard')}
          question={say('entry.discard.ask')}
          run={() => void store.act('discard')}
        />
      )}
      {hasEdits && !type.draftAndPublish && (
        <button type="button" className="button quiet" onClick={() => store.forget()}>
          {say('entry.forget')}
        </button>
      )}
      {saves && (
        <button
          type="button"
          className={type.draftAndPublish ? 'button' : 'button primary'}
          disabled={exists && !hasEdits}
          title="Ctrl S"
          onClick={() => void store.save()}
        >
          {say('entry.save')}
        </button>
      )}
      {type.draftAndPublish && mayNow.publish && (
        <button
          type="button"
          className="button primary"
          disabled={!publishes}
          title="Ctrl Enter"
          onClick={publish}
        >
          {say('entry.publish')}
        </button>
      )}
    </div>
  );
}

interface AskedProps {
  readonly label: string;
  readonly question: string;
  readonly run: () => void;
}

/** A button that asks before it does what cannot be taken back. */
function Asked({ label, question, run }: AskedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setAsked] = useState(false);
  const ask = (): void => {
    setAsked(true);
    dialog.current?.showModal();
  };
  const answer = (isYes: boolean): void => {
    dialog.current?.close();
    setAsked(false);
    if (isYes) run();
  };
  return (
    <>
      <button type="button" className="button quiet danger" aria-haspopup="dialog" onClick={ask}>
        {label}
      </button>
      <dialog className="question" ref={dialog} aria-label={question} onCancel={() => setAsked(false)}>
        {isAsked && (
          <>
            <p>{question}</p>
            <div className="row">
              <button type="button" className="button" onClick={() => answer(false)}>
                {say('cancel')}
              </button>
              <button type="button" className="button danger" onClick={() => answer(true)}>
                {label}
              </button>
            </div>
          </>
        )}
      </dialog>
    </>
  );
}
