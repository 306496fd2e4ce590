import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { Dialog } from '../ui/dialog.js';
import { isNarrowed, type ListSearch } from './list-search.js';
import { keptOf, longestName, openViews, viewOf, withView, type View } from './views.js';

interface Props {
  readonly uid: string;
  readonly search: ListSearch;
}

/** The lists of this content-type that the administrator gave a name. */
export function ViewTabs({ uid, search }: Props) {
  const { administrator } = useSession();
  const [kept] = useState(() => openViews(administrator.documentId, uid));
  const [views, setViews] = useState<readonly View[]>(() => kept.read() ?? []);
  const [isNaming, setNaming] = useState(false);
  const all = useRef<HTMLAnchorElement>(null);
  const current = useRef<HTMLAnchorElement>(null);
  const [saved, setSaved] = useState(0);
  // The button that had the focus is gone.
  useEffect(() => {
    if (saved > 0) current.current?.focus();
  }, [saved]);
  const shown = viewOf(views, search);
  const isOwn = isNarrowed(search) || search.sort !== undefined || search.columns !== undefined;
  if (views.length === 0 && !isOwn) return null;
  const keep = (next: readonly View[]): void => {
    setViews(next);
    kept.write(next.length > 0 ? next : null);
  };
  const { locale } = search;
  const everything: ListSearch = locale === undefined ? {} : { locale };
  return (
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
          key={view.name}
          ref={view === shown ? current : undefined}
          dir="auto"
          to="/content/$uid"
          params={{ uid }}
          search={view.search}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === shown ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
      {shown !== undefined ? (
        <button
          key="forget"
          type="button"
          className="button quiet"
          onClick={() => {
            keep(views.filter((view) => view !== shown));
            all.current?.focus();
          }}
        >
          {say('views.forget', { name: shown.name })}
        </button>
      ) : (
        isOwn && (
          <button
            key="save"
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            onClick={() => setNaming(true)}
          >
            {say('views.save')}
          </button>
        )
      )}
      {isNaming && (
        <NameDialog
          names={views.map(({ name }) => name)}
          save={(name) => {
            keep(withView(views, { name, search: keptOf(search) }));
            setSaved(saved + 1);
          }}
          close={() => setNaming(false)}
        />
      )}
    </nav>
  );
}

interface NameProps {
  readonly names: readonly string[];
  readonly save: (name: string) => void;
  readonly close: () => void;
}

function NameDialog({ names, save, close }: NameProps) {
  const [name, setName] = useState('');
  const given = name.trim();
  return (
    <Dialog title={say('views.save')} close={close}>
      {(dismiss) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (given === '') return;
            dismiss();
            save(given);
          }}
        >
          <div className="field">
            <label htmlFor="view-name">{say('views.name')}</label>
            <input
              id="view-name"
              className="input"
              required
              autoComplete="off"
              maxLength={longestName}
              aria-describedby="view-hint"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <p className="hint" id="view-hint">
              {say(names.includes(given) ? 'views.replaces' : 'views.where')}
            </p>
          </div>
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button primary">
              {say('views.keep')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
