import { Link, useParams } from '@tanstack/react-router';
import { CircleUser, LogOut, SlidersHorizontal } from 'lucide-react';
import { lazy, useId, useState } from 'react';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { Part } from './missing-part.js';
import { arrangeSide } from './side-order.js';
import { toolsFor } from './tools.js';

const SideDialog = lazy(() => import('./side-dialog.js'));

interface Props {
  readonly onChoose: () => void;
  readonly signOut: () => void;
}

/** The content-types as the administrator has arranged them, the other screens, and who is signed in. */
export function Side({ onChoose, signOut }: Props) {
  const { types, preferences } = useSession();
  const { pinned, groups, hidden } = arrangeSide(types, preferences.side);
  const [isArranging, setArranging] = useState(false);
  const shared = { onChoose };
  return (
    <nav className="side" id="side" aria-label={say('side.label')}>
      <div className="side-first">
        <Link to="/" activeOptions={{ exact: true }} onClick={onChoose}>
          {say('home.title')}
        </Link>
        {types.length > 0 && (
          <button
            type="button"
            className="button quiet icon"
            aria-label={say('side.arrange')}
            title={say('side.arrange')}
            aria-haspopup="dialog"
            onClick={() => setArranging(true)}
          >
            <SlidersHorizontal size={16} aria-hidden />
          </button>
        )}
      </div>
      {pinned.length > 0 && <Types title={say('side.pinned')} types={pinned} {...shared} />}
      {groups.map(({ name, types: some }) => (
        <Types key={name} title={name === '' ? say('side.content') : name} types={some} {...shared} />
      ))}
      {hidden.length > 0 && <Hidden types={hidden} {...shared} />}
      <Tools onChoose={onChoose} />
      <Me onChoose={onChoose} signOut={signOut} />
      <Part close={() => setArranging(false)}>
        {isArranging && <SideDialog close={() => setArranging(false)} />}
      </Part>
    </nav>
  );
}

interface TypesProps extends Pick<Props, 'onChoose'> {
  readonly types: readonly WireType[];
}

function Types({ title, ...listed }: TypesProps & { readonly title: string }) {
  const id = useId();
  return (
    <>
      <p className="side-title" id={id} dir="auto">
        {title}
      </p>
      <TypeList {...listed} labelledBy={id} />
    </>
  );
}

/** Those that the administrator rarely needs. The one that is shown is seen in any case. */
function Hidden({ types, onChoose }: TypesProps) {
  const id = useId();
  const { uid: shown } = useParams({ strict: false });
  const hasShown = types.some(({ uid }) => uid === shown);
  return (
    <details className="side-hidden" key={String(hasShown)} open={hasShown}>
      <summary id={id}>{say('side.hidden', { count: types.length })}</summary>
      <TypeList types={types} onChoose={onChoose} labelledBy={id} />
    </details>
  );
}

function TypeList({ types, onChoose, labelledBy }: TypesProps & { readonly labelledBy: string }) {
  const { uid: shown } = useParams({ strict: false });
  return (
    <ul aria-labelledby={labelledBy}>
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
  );
}

/** The screens beside content that the role may see. */
function Tools({ onChoose }: Pick<Props, 'onChoose'>) {
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

/** Who is signed in, with the way to what they may change of themselves. */
function Me({ onChoose, signOut }: Props) {
  const { administrator } = useSession();
  return (
    <div className="me">
      <Link to="/profile" onClick={onChoose} aria-label={say('profile.of', { name: administrator.name })}>
        <CircleUser size={16} aria-hidden /> <span dir="auto">{administrator.name}</span>
      </Link>
      <button
        type="button"
        className="button quiet icon"
        aria-label={say('signOut')}
        title={say('signOut')}
        aria-haspopup="dialog"
        onClick={signOut}
      >
        <LogOut size={16} aria-hidden />
      </button>
    </div>
  );
}
