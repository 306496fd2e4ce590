import { ArrowDown, ArrowUp, EyeOff, Pin } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { SidePlace } from '../../contract/preferences.js';
import { say } from '../messages/messages.js';
import { keepPreferences } from '../session/preferences.js';
import { useSession } from '../session/session.js';
import { useAction } from '../settings/use-action.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { Tool } from '../ui/tool.js';
import { placesOf } from './side-order.js';

const longestGroup = 60;

/** The order of the content-types at the side, their groups, and which are pinned or hidden. */
export default function SideDialog({ close }: { readonly close: () => void }) {
  const { types, preferences } = useSession();
  const [places, setPlaces] = useState(() => placesOf(types, preferences.side));
  const action = useAction();
  const move = (at: number, by: number): void => {
    const moved = places[at];
    const to = at + by;
    // The buttons keep the focus at both ends.
    if (moved !== undefined && to >= 0 && to < places.length)
      setPlaces(places.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  const change = (at: number, changed: Partial<SidePlace>): void =>
    setPlaces(places.map((place, index) => (index === at ? { ...place, ...changed } : place)));
  const nameOf = (uid: string): string => types.find((type) => type.uid === uid)?.displayName ?? uid;
  const keep = async (side: readonly SidePlace[] | null, dismiss: () => void): Promise<void> => {
    if (await action.run(() => keepPreferences({ side }))) dismiss();
  };
  const save = (event: FormEvent, dismiss: () => void): void => {
    event.preventDefault();
    // Types that this role does not see keep their places.
    const others = (preferences.side ?? []).filter(({ uid }) => places.every((place) => place.uid !== uid));
    const named = places.map((place) => ({ ...place, group: place.group.trim() }));
    void keep([...named, ...others], dismiss);
  };
  return (
    <Dialog title={say('side.arrange')} close={close} isHeld={action.isBusy} className="wide">
      {(dismiss) => (
        <form className="side-places" onSubmit={(event) => save(event, dismiss)}>
          <p className="hint">{say('side.arrange.text')}</p>
          <ol>
            {places.map(({ uid, group, isPinned, isHidden }, at) => (
              <li key={uid}>
                <span dir="auto">{nameOf(uid)}</span>
                <input
                  className="input"
                  list="side-groups"
                  aria-label={say('side.group', { type: nameOf(uid) })}
                  placeholder={say('side.content')}
                  maxLength={longestGroup}
                  dir="auto"
                  value={group}
                  onChange={({ target }) => change(at, { group: target.value })}
                />
                <span className="row">
                  <Tool
                    label={say('side.up', { type: nameOf(uid) })}
                    icon={<ArrowUp size={16} aria-hidden />}
                    run={() => move(at, -1)}
                  />
                  <Tool
                    label={say('side.down', { type: nameOf(uid) })}
                    icon={<ArrowDown size={16} aria-hidden />}
                    run={() => move(at, 1)}
                  />
                  <Tool
                    label={say('side.pin', { type: nameOf(uid) })}
                    icon={<Pin size={16} aria-hidden />}
                    isPressed={isPinned}
                    run={() => change(at, { isPinned: !isPinned })}
                  />
                  <Tool
                    label={say('side.hide', { type: nameOf(uid) })}
                    icon={<EyeOff size={16} aria-hidden />}
                    isPressed={isHidden}
                    run={() => change(at, { isHidden: !isHidden })}
                  />
                </span>
              </li>
            ))}
          </ol>
          <datalist id="side-groups">
            {[...new Set(places.map(({ group }) => group))]
              .filter((group) => group !== '')
              .map((group) => (
                <option key={group} value={group} />
              ))}
          </datalist>
          <p className="fault" role="alert">
            {action.fault}
          </p>
          <DialogButtons cancel={dismiss} label={say('save')} isOff={action.isBusy}>
            <button
              type="button"
              className="button quiet"
              disabled={action.isBusy}
              onClick={() => void keep(null, dismiss)}
            >
              {say('side.usual')}
            </button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  );
}
