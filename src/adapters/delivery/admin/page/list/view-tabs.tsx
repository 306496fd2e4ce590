import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { say } from '../messages/messages.js';
import { ApiFailure } from '../session/api.js';
import { reasonOf } from '../settings/use-action.js';
import { useSession } from '../session/session.js';
import { Later } from '../ui/later.js';
import { isOwnList, type ListSearch } from './list-search.js';
import { keptOf, useViewActions, viewOf, viewsOf, type View } from './views.js';

const ViewDialog = lazy(() => import('./view-dialog.js'));

interface Props {
  readonly uid: string;
  readonly search: ListSearch;
}

/** The lists of this content-type that have a name: one's own, and shared ones. */
export function ViewTabs({ uid, search }: Props) {
  const session = useSession();
  const actions = useViewActions();
  const views = viewsOf(session, uid);
  const [editing, setEditing] = useState<View | 'new' | null>(null);
  const [fault, setFault] = useState<ReactNode>(null);
  const all = useRef<HTMLAnchorElement>(null);
  const current = useRef<HTMLAnchorElement>(null);
  const [saved, setSaved] = useState(0);
  // The button that had the focus is gone.
  useEffect(() => {
    if (saved > 0) current.current?.focus();
  }, [saved]);
  const shown = viewOf(views, search);
  const isOwn = isOwnList(search);
  if (views.length === 0 && !isOwn) return null;
  const forget = async ({ id }: View): Promise<void> => {
    setFault(null);
    try {
      await actions.remove(id);
      all.current?.focus();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFault(reasonOf(error));
    }
  };
  const { locale } = search;
  const hasDefault = views.some(({ isDefault }) => isDefault);
  const everything: ListSearch = {
    ...(locale !== undefined && { locale }),
    ...(hasDefault && { view: 'all' }),
  };
  return (
    <>
      <nav className="views" aria-label={say('views.label')}>
        <Link
          ref={all}
          to="/content/$uid"
          params={{ uid }}
          search={everything}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isOwn ? undefined : 'page'}
        >
          {say('views.all')}
        </Link>
        {views.map((view) => (
          <Link
            key={view.id}
            ref={view === shown ? current : undefined}
            dir="auto"
            to="/content/$uid"
            params={{ uid }}
            search={hasDefault && !isOwnList(view.search) ? { ...view.search, view: 'all' } : view.search}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={view === shown ? 'page' : undefined}
          >
            {view.name}
            {view.roles.length > 0 && (
              <>
                <Users size={14} aria-hidden />
                <span className="hidden"> {say('views.shared')}</span>
              </>
            )}
          </Link>
        ))}
        {shown === undefined && isOwn && (
          <button
            key="save"
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            onClick={() => setEditing('new')}
          >
            {say('views.save')}
          </button>
        )}
        {shown?.mayChange && (
          <button
            key="change"
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            onClick={() => setEditing(shown)}
          >
            {say('views.change')}
          </button>
        )}
        {shown?.mayRemove && (
          <button key="forget" type="button" className="button quiet" onClick={() => void forget(shown)}>
            {say('views.forget', { name: shown.name })}
          </button>
        )}
      </nav>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <Later>
        {editing !== null && (
          <ViewDialog
            view={editing === 'new' ? null : editing}
            views={views}
            save={async (change) => {
              if (editing === 'new') await actions.save(uid, { ...change, search: { ...keptOf(search) } });
              else await actions.update(editing.id, change);
              setSaved(saved + 1);
            }}
            close={() => setEditing(null)}
          />
        )}
      </Later>
    </>
  );
}
