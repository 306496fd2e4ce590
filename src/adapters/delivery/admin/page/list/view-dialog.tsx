import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { areas } from '../../contract/areas.js';
import { longestViewName } from '../../contract/limits.js';
import type { ViewChange } from '../../contract/views.js';
import { say } from '../messages/messages.js';
import { ApiFailure, request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { mayAll } from '../settings/areas.js';
import { reasonOf } from '../settings/use-action.js';
import { Dialog } from '../ui/dialog.js';
import type { View } from './views.js';
import { DialogButtons } from '../ui/dialog-buttons.js';

interface Props {
  /** Null: a new one. */
  readonly view: View | null;
  readonly views: readonly View[];
  readonly save: (change: ViewChange) => Promise<void>;
  readonly close: () => void;
}

/** The name of a view, whom it is shared with, and whether it is the default of its content-type. */
export default function ViewDialog({ view, views, save, close }: Props) {
  const { rights } = useSession();
  const [name, setName] = useState(view?.name ?? '');
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const [fault, setFault] = useState<ReactNode>(null);
  const given = name.trim();
  const replaced = view === null ? views.find((one) => one.isMine && one.name === given) : undefined;
  const before = view ?? replaced ?? { roles: [], isDefault: false };
  const { roles, isDefault } = sharing ?? before;
  const mayShare = mayAll(rights, areas.views, 'create');
  const send = async (dismiss: () => void): Promise<void> => {
    setFault(null);
    // A default that is shared with other roles only is not seen here, and stays.
    const isTouched = isDefault !== before.isDefault;
    const shared = mayShare ? { roles, ...((isTouched || roles.length === 0) && { isDefault }) } : {};
    try {
      await save({ name: given, ...shared });
      dismiss();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFault(faultOf(error));
    }
  };
  return (
    <Dialog title={say(view === null ? 'views.save' : 'views.change')} close={close}>
      {(dismiss) => (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (given !== '') void send(dismiss);
          }}
        >
          <div className="field">
            <label htmlFor="view-name">{say('views.name')}</label>
            <input
              id="view-name"
              className="input"
              required
              autoComplete="off"
              maxLength={longestViewName}
              aria-describedby="view-hint"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <p className="hint" id="view-hint">
              {say(replaced !== undefined ? 'views.replaces' : 'views.where')}
            </p>
          </div>
          {mayShare && (
            <SharingFields
              sharing={{ roles, isDefault }}
              mayDefault={mayAll(rights, areas.views, 'update')}
              change={setSharing}
            />
          )}
          {fault !== null && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
          <DialogButtons cancel={dismiss} label={say('views.keep')} />
        </form>
      )}
    </Dialog>
  );
}

const faultOf = (error: ApiFailure): ReactNode =>
  error.answer?.details?.errors?.map((one) => one.message).join('; ') ?? reasonOf(error);

interface Sharing {
  readonly roles: readonly string[];
  readonly isDefault: boolean;
}

interface SharingProps {
  readonly sharing: Sharing;
  readonly mayDefault: boolean;
  readonly change: (sharing: Sharing) => void;
}

function SharingFields({ sharing: { roles, isDefault }, mayDefault, change }: SharingProps) {
  const found = useQuery({
    queryKey: ['view-roles'],
    queryFn: ({ signal }) => request<{ data: readonly string[] }>('GET', 'view-roles', { signal }),
  });
  const toggle = (name: string, isOn: boolean): void => {
    const next = isOn ? [...roles, name] : roles.filter((one) => one !== name);
    change({ roles: next, isDefault: isDefault && next.length > 0 });
  };
  return (
    <>
      <fieldset className="sharing" aria-busy={found.isPending}>
        <legend>{say('views.share')}</legend>
        <p className="hint">{say('views.share.hint')}</p>
        {found.isPending && <p className="hint">{say('loading')}</p>}
        {found.error && (
          <p className="fault" role="alert">
            {say('views.share.failed')}
          </p>
        )}
        {found.data?.data.map((name) => (
          <label key={name} className="choice">
            <input
              type="checkbox"
              checked={roles.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </fieldset>
      {mayDefault && (
        <label className="choice">
          <input
            type="checkbox"
            checked={isDefault}
            disabled={roles.length === 0}
            onChange={({ target }) => change({ roles, isDefault: target.checked })}
          />
          {say('views.default')}
        </label>
      )}
    </>
  );
}
