import { Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { keptPlaces, type KeptPlace } from '../entry/journal-keys.js';
import { say } from '../messages/messages.js';
import { flushWork } from '../session/open-work.js';
import { useSession } from '../session/session.js';
import { signOut } from '../session/sign-out.js';
import { useAction } from '../settings/use-action.js';
import { Dialog } from '../ui/dialog.js';
import { Loading } from '../ui/loading.js';

/** Asks before it signs out, and what becomes of unsaved work. */
export default function SignOutDialog({ close }: { readonly close: () => void }) {
  const { administrator } = useSession();
  const [unsaved, setUnsaved] = useState<readonly KeptPlace[]>();
  const [isKept, setKept] = useState(false);
  const action = useAction();
  useEffect(() => {
    const look = (): void => setUnsaved(keptPlaces(administrator.documentId));
    flushWork().then(look, look);
  }, [administrator.documentId]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void action.run(() => signOut({ administrator: administrator.documentId, isKept }));
  };
  return (
    <Dialog title={say('signOut.title')} close={close} className="sign-out">
      {(dismiss) => (
        <form onSubmit={send}>
          <p>{say('signOut.text', { name: administrator.name })}</p>
          {unsaved === undefined ? (
            <Loading />
          ) : (
            unsaved.length > 0 && (
              <>
                <Unsaved places={unsaved} leave={dismiss} />
                <Choice isKept={isKept} choose={setKept} />
              </>
            )
          )}
          {action.fault && (
            <p className="fault" role="alert">
              {action.fault}
            </p>
          )}
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button
              type="submit"
              className="button primary"
              disabled={unsaved === undefined || action.isBusy}
            >
              {say('signOut')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface UnsavedProps {
  readonly places: readonly KeptPlace[];
  readonly leave: () => void;
}

function Unsaved({ places, leave }: UnsavedProps) {
  const { types } = useSession();
  return (
    <>
      <p>{say('signOut.unsaved', { count: places.length })}</p>
      <ul>
        {places.map(({ uid, id, locale, label }) => {
          const name = types.find((type) => type.uid === uid)?.displayName ?? uid;
          return (
            <li key={`${uid} ${id} ${locale}`}>
              <Link
                to="/content/$uid/$id"
                params={{ uid, id }}
                search={locale === undefined ? {} : { locale }}
                onClick={leave}
              >
                <span dir="auto">{label ?? say('entry.new', { type: name })}</span>
              </Link>{' '}
              <span className="hint">
                {name}
                {locale !== undefined && `, ${locale}`}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface ChoiceProps {
  readonly isKept: boolean;
  readonly choose: (isKept: boolean) => void;
}

const Choice = ({ isKept, choose }: ChoiceProps) => (
  <fieldset className="field">
    <legend className="hidden">{say('signOut.title')}</legend>
    <label className="choice">
      <input type="radio" name="unsaved" checked={!isKept} onChange={() => choose(false)} />
      {say('signOut.delete')}
    </label>
    <label className="choice">
      <input type="radio" name="unsaved" checked={isKept} onChange={() => choose(true)} />
      <span>
        {say('signOut.keep')} <span className="hint">{say('signOut.keep.hint')}</span>
      </span>
    </label>
  </fieldset>
);
