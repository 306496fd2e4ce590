import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { lazy, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { say } from '../messages/messages.js';
import { nameOfKeys, nameOfRole } from '../messages/names.js';
import { base, request } from '../session/api.js';
import { noteSeen } from '../session/seen.js';
import { proof, signIn } from '../session/questions.js';
import { useSession } from '../session/session.js';
import { followSignOut } from '../session/sign-out.js';
import { useAction } from '../settings/use-action.js';
import { useOutdated } from '../session/page-version.js';
import { useKeys } from './keys.js';
import { Part } from './missing-part.js';
import { peopleId } from './people-place.js';
import { Side } from './side.js';
import { SkipLinks } from './skip-links.js';

const Palette = lazy(() => import('./palette.js'));
const ProofDialog = lazy(() => import('./proof-dialog.js'));
const SignInDialog = lazy(() => import('./sign-in-dialog.js'));
const SignOutDialog = lazy(() => import('./sign-out-dialog.js'));

/** The frame of every screen: types at the side, the environment above, the screen itself. */
export function Shell() {
  const [overlay, setOverlay] = useState<'palette' | 'keys' | 'sign-out' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { administrator, environment } = useSession();
  useEffect(() => followSignOut(administrator.documentId), [administrator.documentId]);
  useSeen();
  useKeys(useMemo(() => ({ 'Mod+k': () => setOverlay('palette'), '?': () => setOverlay('keys') }), []));
  return (
    <div className="shell" data-side={isOpen ? 'open' : 'closed'} data-environment={environment.color}>
      <SkipLinks />
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
        <span className="environment" dir="auto" title={environment.name}>
          {environment.name}
        </span>
        <span className="people" id={peopleId} />
        <button type="button" className="button search-all" onClick={() => setOverlay('palette')}>
          <Search size={16} aria-hidden /> <span>{say('palette.open')}</span> <kbd>{nameOfKeys('Mod+k')}</kbd>
        </button>
      </header>
      <Side onChoose={() => setOpen(false)} signOut={() => setOverlay('sign-out')} />
      <main id="content" tabIndex={-1}>
        <SeesAs />
        <NewVersion />
        <Offline />
        <Outlet />
      </main>
      <Asking>
        <Part close={() => setOverlay(null)}>
          {overlay === 'sign-out' ? (
            <SignOutDialog close={() => setOverlay(null)} />
          ) : (
            overlay && <Palette kind={overlay} close={() => setOverlay(null)} />
          )}
        </Part>
      </Asking>
    </div>
  );
}

/** What requests wait for. To sign in again comes before what else is open over the page. */
function Asking({ children }: { readonly children: ReactNode }) {
  const signingIn = signIn.useAnswer();
  const proving = proof.useAnswer();
  return (
    <>
      {signingIn === null && children}
      <Part close={() => proving?.(false)}>{proving && <ProofDialog answer={proving} />}</Part>
      <Part close={() => signingIn?.(false)}>{signingIn && <SignInDialog answer={signingIn} />}</Part>
    </>
  );
}

/** Says that nothing can be changed while an owner looks at the page as a role, and ends that. */
function SeesAs() {
  const { seesAs } = useSession();
  const action = useAction();
  if (seesAs === null) return null;
  const end = async (): Promise<void> => {
    // All that was read is of the other role.
    if (await action.run(() => request('DELETE', 'see-as'))) location.assign(base);
  };
  return (
    <div className="banner" role="status">
      <span>{action.fault ?? say('seeAs.now', { role: nameOfRole(seesAs) })}</span>
      <button type="button" className="button" disabled={action.isBusy} onClick={() => void end()}>
        {say('seeAs.end')}
      </button>
    </div>
  );
}

/** Keeps which entries are opened, for the first screen. */
function useSeen(): void {
  const { administrator, types } = useSession();
  const { uid, id } = useParams({ strict: false });
  const { locale }: { readonly locale?: string } = useSearch({ strict: false });
  const isEntry = id !== undefined && id !== 'new' && types.some((type) => type.uid === uid);
  useEffect(() => {
    if (isEntry && uid !== undefined) noteSeen(administrator.documentId, { uid, id, locale });
  }, [administrator.documentId, isEntry, uid, id, locale]);
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

/** Says that the server has another page now, which the next screen brings. */
function NewVersion() {
  return useOutdated() ? (
    <div className="banner">
      <span role="status">{say('version.text')}</span>
      <button type="button" className="button" onClick={() => location.reload()}>
        {say('version.load')}
      </button>
    </div>
  ) : null;
}

/** Names the screen in the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Quire`;
  }, [title]);
}
