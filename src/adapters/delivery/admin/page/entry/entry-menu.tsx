import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { Part } from '../shell/missing-part.js';
import { Dialog } from '../ui/dialog.js';
import { Menu } from '../ui/menu.js';
import { Uses } from '../ui/uses.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import { documentPath } from './entry-requests.js';

const PublishLocales = lazy(() => import('./locales/publish-locales.js'));
const PublishedPanel = lazy(() => import('./published-panel.js'));
const RestDialog = lazy(() => import('../list/rest-dialog.js'));

/** What is done with an entry now and then. */
export function EntryMenu() {
  const { type, store } = useOpenEntry();
  const { rights, apiPrefix } = useSession();
  const navigate = useNavigate();
  const entry = useEntry((state) => state.entry);
  const [shown, setShown] = useState<'published' | 'uses' | 'rest' | 'id' | 'publish' | null>(null);
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
  const publishesAll = type.localized && type.draftAndPublish && entry.locales.length > 1;
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
      {shown === 'uses' && (
        <Dialog title={say('uses.title')} close={close}>
          {(dismiss) => (
            <>
              <Uses path={`${documentPath(store.place, entry)}/used-by`} />
              <div className="row">
                <button type="button" className="button" onClick={dismiss}>
                  {say('close')}
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
      <Part close={close}>
        {shown === 'published' && <PublishedPanel close={close} />}
        {shown === 'publish' && <PublishLocales close={close} />}
        {shown === 'rest' && (
          <RestDialog
            address={`${location.origin}${apiPrefix}/${restPath(type, entry)}`}
            title={say('entry.rest')}
            text={say('entry.rest.text')}
            close={close}
          />
        )}
        {shown === 'id' && (
          <RestDialog
            address={entry.documentId}
            title={say('entry.copyId')}
            text={say('entry.copyId.text')}
            close={close}
          />
        )}
      </Part>
    </>
  );
}

interface Named {
  readonly kind: string;
  readonly pluralName: string;
  readonly singularName: string;
  readonly draftAndPublish: boolean;
}

/** The address of the draft below the path of the content API. */
function restPath(
  { kind, pluralName, singularName, draftAndPublish }: Named,
  { documentId, locale }: { readonly documentId: string; readonly locale: string | null },
): string {
  const params = new URLSearchParams({
    ...(locale !== null && { locale }),
    ...(draftAndPublish && { status: 'draft' }),
  });
  const path = kind === 'singleType' ? singularName : `${pluralName}/${documentId}`;
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}
