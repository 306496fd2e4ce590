import { useNavigate } from '@tanstack/react-router';
import { say } from '../messages/messages.js';
import { offeredLocales } from '../session/locales.js';
import { useSession } from '../session/session.js';
import { useEntry, useOpenEntry } from './entry-context.js';

/** The locales of the document, with the state of each. */
export function LocaleSelect() {
  const { type, store, origin } = useOpenEntry();
  const session = useSession();
  const navigate = useNavigate();
  const now = useEntry(({ entry }) => entry?.locales) ?? origin?.locales ?? [];
  if (!type.localized) return null;
  const stateOf = (code: string) => now.find((one) => one.code === code)?.state ?? 'missing';
  const isNew = store.place.id === null;
  return (
    <select
      className="input locale"
      aria-label={say('locale')}
      value={store.place.locale}
      onChange={({ target }) =>
        void navigate({
          to: '/content/$uid/$id',
          params: { uid: type.uid, id: isNew ? 'new' : (store.place.id ?? 'new') },
          search: ({ beside }) => ({
            locale: target.value,
            ...(beside !== undefined && beside !== target.value && { beside }),
          }),
        })
      }
    >
      {offeredLocales(session, type, store.place.locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {isNew ? name : say('locale.state', { name, state: say(`status.${stateOf(code)}`) })}
        </option>
      ))}
    </select>
  );
}
