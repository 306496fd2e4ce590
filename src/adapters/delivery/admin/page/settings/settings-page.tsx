import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { settingsFor } from './areas.js';
import '../list/list.css';
import './settings.css';

/** The screens of the settings that the administrator may see, and one of them. */
export function SettingsPage() {
  const { rights } = useSession();
  const areas = settingsFor(rights);
  const { pathname } = useLocation();
  // Where it is narrow, the list is wider than the window.
  useEffect(() => {
    const link = document.querySelector('.settings-side a.active');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div className="settings">
      {areas.length > 0 && (
        <nav className="settings-side" aria-label={say('settings.title')}>
          <ul>
            {areas.map(({ to, name }) => (
              <li key={to}>
                <Link to={to} search={{}}>
                  {say(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Outlet />
    </div>
  );
}

/** For a role without a grant for any of them. */
export const NoSettings = () => (
  <section className="notice">
    <h1>{say('settings.none.title')}</h1>
    <p className="hint">{say('settings.none.text')}</p>
  </section>
);
