import { Link, Outlet } from '@tanstack/react-router';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { settingsFor } from './areas.js';
import '../list/list.css';
import './settings.css';

/** The screens of the settings that the administrator may see, and one of them. */
export function SettingsPage() {
  const { rights } = useSession();
  const areas = settingsFor(rights);
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
