import { useNavigate } from '@tanstack/react-router';
import { lazy, useState, type ComponentType } from 'react';
import { say } from '../messages/messages.js';
import { localeWords, nameOfKeys } from '../messages/names.js';
import { queryClient } from '../session/query-client.js';
import { listPlaceOf } from '../session/list-place.js';
import { useSession } from '../session/session.js';
import { shortcut, useOffered } from '../shell/actions.js';
import { Part } from '../shell/missing-part.js';
import { Asked } from '../ui/asked.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import { EntryMenu } from './entry-menu.js';
import { editedNames } from './edits.js';
import { usePreview } from './preview/use-preview.js';

const noRights = { update: false, delete: false, publish: false, unpublish: false, discardDraft: false };

/** What can be done with the entry as a whole. */
export function EntryActions() {
  const { type, store } = useOpenEntry();
  const { rights, locales } = useSession();
  const navigate = useNavigate();
  const preview = usePreview();
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
  useOffered({ name: say('entry.save'), key: 'Mod+s', run: () => void store.save() });
  const main = type.draftAndPublish && mayNow.publish ? 'entry.publish' : 'entry.save';
  useOffered({ name: say(main), key: 'Mod+Enter', run: publish });
  const remove = async (): Promise<void> => {
    if (!(await store.remove())) return;
    await queryClient.invalidateQueries({ queryKey: ['list', type.uid] });
    const search = listPlaceOf(type.uid)?.address ?? {};
    await navigate({ to: '/content/$uid', params: { uid: type.uid }, search });
  };
  const { name: locale } = locales.find(({ code }) => code === store.place.locale) ?? {};
  const words = { ...localeWords(type, locales), locale };
  const asks = (action: 'delete' | 'unpublish' | 'discard', run: () => Promise<unknown>) => (
    <Asked
      label={say(`entry.${action}`)}
      question={say(`entry.${action}.ask`, words)}
      run={() => void run()}
    />
  );
  return (
    <div className="row entry-actions">
      {exists && mayNow.delete && asks('delete', remove)}
      {exists && type.history !== null && held.history && (
        <Opens label={say('history.title')} shortcutKey="Mod+Shift+h" Panel={HistoryPanel} />
      )}
      {preview.canBe && (
        <button
          type="button"
          className="button quiet"
          aria-pressed={preview.width !== undefined}
          onClick={() => preview.show(preview.width === undefined ? 'desk' : undefined)}
        >
          {say('preview.title')}
        </button>
      )}
      {exists && type.draftAndPublish && (
        <Opens label={say('diff.open')} shortcutKey="Mod+Shift+d" Panel={DraftDifferencePanel} />
      )}
      {mayNow.unpublish &&
        state !== null &&
        state !== 'draft' &&
        asks('unpublish', () => store.act('unpublish'))}
      {mayNow.discardDraft && state === 'changed' && asks('discard', () => store.act('discard'))}
      {hasEdits && !type.draftAndPublish && (
        <button type="button" className="button quiet" onClick={() => store.forget()}>
          {say('entry.forget')}
        </button>
      )}
      {/* Below the fields in narrow windows. */}
      <div className="publish-bar">
        {saves && (
          <button
            type="button"
            className={type.draftAndPublish ? 'button' : 'button primary'}
            disabled={exists && !hasEdits}
            title={nameOfKeys('Mod+s')}
            onClick={() => void store.save()}
          >
            {say('entry.save')}
          </button>
        )}
        {exists && type.draftAndPublish && mayNow.publish && (
          <Opens label={say('plan.open')} shortcutKey="Mod+Shift+s" Panel={PlanDialog} className="" />
        )}
        {type.draftAndPublish && mayNow.publish && (
          <button
            type="button"
            className="button primary"
            disabled={!publishes}
            title={nameOfKeys('Mod+Enter')}
            onClick={publish}
          >
            {say('entry.publish')}
          </button>
        )}
      </div>
      <EntryMenu />
    </div>
  );
}

const HistoryPanel = lazy(() => import('./history/history-panel.js'));
const DraftDifferencePanel = lazy(() => import('./compare/draft-difference-panel.js'));
const PlanDialog = lazy(() => import('./schedule/plan-dialog.js'));

interface OpensProps {
  readonly label: string;
  readonly shortcutKey: string;
  readonly Panel: ComponentType<{ readonly close: () => void }>;
  readonly className?: string;
}

/** A button that opens something over the page. */
function Opens({ label, shortcutKey: key, Panel, className = 'quiet' }: OpensProps) {
  const [isOpen, setOpen] = useState(false);
  useOffered({ name: label, key, run: () => setOpen(true) });
  return (
    <>
      <button
        type="button"
        className={`button ${className}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcut(key)}
        title={nameOfKeys(key)}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      <Part close={() => setOpen(false)}>{isOpen && <Panel close={() => setOpen(false)} />}</Part>
    </>
  );
}
