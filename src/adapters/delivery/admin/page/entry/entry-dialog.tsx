import { lazy } from 'react';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { Dialog } from '../ui/dialog.js';
import { Later } from '../ui/later.js';
import { Uses } from '../ui/uses.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import { documentPath } from './entry-requests.js';

const PublishLocales = lazy(() => import('./locales/publish-locales.js'));
const PublishedPanel = lazy(() => import('./published-panel.js'));
const RestDialog = lazy(() => import('../list/rest-dialog.js'));

export type ShownDialog = 'published' | 'uses' | 'rest' | 'id' | 'publish';

interface Props {
  readonly shown: ShownDialog;
  readonly close: () => void;
}

/** What the menu of an entry opens. */
export default function EntryDialog({ shown, close }: Props) {
  const { type, store } = useOpenEntry();
  const { apiPrefix } = useSession();
  const entry = useEntry((state) => state.entry);
  if (entry === null) return null;
  return (
    <Later>
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
    </Later>
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
