import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { say } from '../messages/messages.js';
import { hasSeveralLocales } from '../messages/names.js';
import { useSession } from '../session/session.js';
import { Part } from '../shell/missing-part.js';
import { Menu } from '../ui/menu.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import type { ShownDialog } from './entry-dialog.js';

const EntryDialog = lazy(() => import('./entry-dialog.js'));

/** What is done with an entry now and then. */
export function EntryMenu() {
  const { type, store } = useOpenEntry();
  const { rights } = useSession();
  const navigate = useNavigate();
  const entry = useEntry((state) => state.entry);
  const [shown, setShown] = useState<ShownDialog | null>(null);
  if (entry === null) return null;
  const duplicate = async (): Promise<void> => {
    const copy = await store.act('duplicate');
    if (copy === null) return;
    await navigate({
      to: '/content/$uid/$id',
      params: { uid: type.uid, id: copy.documentId },
      search: (now) => now,
    });
  };
  const close = (): void => setShown(null);
  const publishesAll = type.draftAndPublish && hasSeveralLocales(type, entry.locales);
  const items = [
    ...(publishesAll && rights[type.uid]?.publish
      ? [{ name: say('publishAll.title'), run: () => setShown('publish') }]
      : []),
    ...(type.draftAndPublish && entry.state !== 'draft'
      ? [{ name: say('published.title'), run: () => setShown('published') }]
      : []),
    { name: say('uses.title'), run: () => setShown('uses') },
    ...(type.kind === 'collectionType' && rights[type.uid]?.create
      ? [{ name: say('entry.duplicate'), run: () => void duplicate() }]
      : []),
    { name: say('entry.copyId'), run: () => setShown('id') },
    { name: say('entry.rest'), run: () => setShown('rest') },
  ];
  return (
    <>
      <Menu label={say('entry.more')}>
        {(hide) =>
          items.map(({ name, run }) => (
            <button
              type="button"
              className="button quiet"
              key={name}
              onClick={() => {
                hide();
                run();
              }}
            >
              {name}
            </button>
          ))
        }
      </Menu>
      <Part close={close}>{shown !== null && <EntryDialog shown={shown} close={close} />}</Part>
    </>
  );
}
