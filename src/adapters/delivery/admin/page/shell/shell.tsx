import { Link, Outlet, useParams } from '@tanstack/react-router';
import { LogOut, Menu, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { paths } from '../../contract/paths.js';
import { say } from '../messages/messages.js';
import { base } from '../session/api.js';
import { languages } from '../../contract/languages.js';
import { languageNow, setLanguage, setTheme, themeNow, themes } from '../session/look.js';
import { useSession } from '../session/session.js';
import { useKeys } from './keys.js';
import { toolsFor } from './tools.js';

const Palette = lazy(() => import('./palette.js'));

/** The frame of every screen: types at the side, the environment above, the screen itself. */
export function Shell() {
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { environment } = useSession();
  useKeys(useMemo(() => ({ 'Mod+k': () => setOverlay('palette'), '?': () => setOverlay('keys') }), []));
  return (
    <div className="shell" data-side={isOpen ? 'open' : 'closed'}>
      <a className="hidden skip" href="#content">
        {say('skip')}
      </a>
      <header className="top">
        <button
          type="button"
          className="button quiet icon only-small"
          aria-expanded={isOpen}
          aria-controls="side"
          aria-label={say('side.toggle')}
          onClick={() => setOpen(!isOpen)}
        >
          <Menu size={18} aria-hidden />
        </button>
        <span className="brand">Quire</span>
        <span className="hint environment">{environment}</span>
        <button type="button" className="button search-all" onClick={() => setOverlay('palette')}>
          <Search size={16} aria-hidden /> {say('palette.open')} <kbd>Ctrl K</kbd>
        </button>
      </header>
      <Side onChoose={() => setOpen(false)} />
      <main id="content" tabIndex={-1}>
        <Offline />
        <Outlet />
      </main>
      <Suspense>{overlay && <Palette kind={overlay} close={() => setOverlay(null)} />}</Suspense>
    </div>
  );
}

function Side({ onChoose }: { readonly onChoose: () => void }) {
  const { types } = useSession();
  const { uid: shown } = useParams({ strict: false });
  return (
    <nav className="side" id="side" aria-label={say('side.label')}>
      <p className="side-title" id="side-types">
        {say('side.content')}
      </p>
      <ul aria-labelledby="side-types">
        {types.map(({ uid, displayName }) => (
          <li key={uid}>
            <Link
              to="/content/$uid"
              params={{ uid }}
              search={{}}
              aria-current={shown === uid ? 'page' : undefined}
              onClick={onChoose}
            >
              {displayName}
            </Link>
          </li>
        ))}
      </ul>
      <Tools onChoose={onChoose} />
      <Preferences />
    </nav>
  );
}

/** The screens beside content that the role may see. */
function Tools({ onChoose }: { readonly onChoose: () => void }) {
  const { rights } = useSession();
  const tools = toolsFor(rights);
  if (tools.length === 0) return null;
  return (
    <ul className="side-tools" aria-label={say('side.more')}>
      {tools.map(({ to, name }) => (
        <li key={to}>
          <Link to={to} search={{}} onClick={onChoose}>
            {say(name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Preferences() {
  const { administrator } = useSession();
  return (
    <div className="preferences">
      <label className="field">
        <span className="hint">{say('theme')}</span>
        <select
          className="input"
          defaultValue={themeNow()}
          onChange={({ target }) => setTheme(themes.find((theme) => theme === target.value) ?? 'system')}
        >
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {say(`theme.${theme}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="hint">{say('language')}</span>
        <select
          className="input"
          defaultValue={languageNow().code}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="me">
        <span dir="auto">{administrator.name}</span>
        <a
          className="button quiet icon"
          href={`${base}${paths.signOut}`}
          aria-label={say('signOut')}
          title={say('signOut')}
        >
          <LogOut size={16} aria-hidden />
        </a>
      </div>
    </div>
  );
}

/** The frame, while the sign-in is read. */
export const ShellFrame = () => (
  <div className="shell" aria-busy="true">
    <div className="top">
      <span className="brand">Quire</span>
    </div>
    <div className="side" />
    <main id="content">
      <p className="hidden" role="status">
        {say('loading')}
      </p>
      <div className="notice">
        <div className="bar wide" />
        <div className="bar wide" />
      </div>
    </main>
  </div>
);

const watch = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine);

function Offline() {
  return useOnline() ? null : (
    <p className="banner" role="status">
      {say('offline')}
    </p>
  );
}

/** Names the screen in the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Quire`;
  }, [title]);
}
