import { Link } from '@tanstack/react-router';
import type { PlannedAction } from '../../contract/releases.js';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';

interface Props {
  readonly action: PlannedAction;
  /** Whether its title leads to the entry. */
  readonly isLink?: boolean;
}

/** What a release does with an entry. */
export function ReleaseEntry({ action: { action, type, documentId, locale, label }, isLink = false }: Props) {
  const { types, locales } = useSession();
  const name = types.find(({ uid }) => uid === type)?.displayName ?? type;
  const language = locales.find(({ code }) => code === locale)?.name ?? locale;
  return (
    <>
      <span className="hint">{say(`entry.${action}`)}</span>{' '}
      {label === null ? (
        <span>{say('release.hidden')}</span>
      ) : isLink ? (
        <Link
          to="/content/$uid/$id"
          params={{ uid: type, id: documentId ?? '-' }}
          search={locale === null ? {} : { locale }}
          dir="auto"
        >
          {label}
        </Link>
      ) : (
        <span dir="auto">{label}</span>
      )}{' '}
      <span className="hint">
        {name}
        {language !== null && `, ${language}`}
      </span>
    </>
  );
}
