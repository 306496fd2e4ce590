import { Link } from '@tanstack/react-router';
import type { TrailEntry } from '../../../contract/trail.js';
import { formatDay, joinNames, say } from '../../messages/messages.js';
import { nameOfAction, nameOfActor, nameOfType } from '../../messages/names.js';
import { useSession } from '../../session/session.js';
import { SettingTable } from '../setting.js';
import { ChangeButton } from './trail-change.js';

/** Who did what to what, from where. */
export const TrailTable = ({ entries }: { readonly entries: readonly TrailEntry[] }) => (
  <SettingTable
    caption={say('trail.title')}
    columns={[say('trail.when'), say('trail.who'), say('trail.what'), say('trail.about'), say('trail.names')]}
  >
    {entries.map((entry) => {
      const { cursor, at, actor, action, outcome, names } = entry;
      return (
        <tr key={cursor}>
          <td className="trail-when" data-label={say('trail.when')}>
            <time dateTime={at} title={at}>
              {formatDay(at)}
            </time>
          </td>
          <td className="trail-long" data-label={say('trail.who')}>
            <bdi>{actor.name}</bdi>{' '}
            <span className="hint trail-id">
              {nameOfActor(actor.kind)}
              {actor.origin !== null && (
                <>
                  , <bdi>{actor.origin}</bdi>
                </>
              )}
            </span>
          </td>
          <td data-label={say('trail.what')}>
            <span title={action}>{nameOfAction(action)}</span>{' '}
            {outcome === 'refused' && <span className="state bad">✕ {say('trail.refused')}</span>}
          </td>
          <td className="trail-long" data-label={say('trail.about')}>
            <About entry={entry} />
          </td>
          <td className="trail-long" data-label={say('trail.names')}>
            {names.length > 0 && (
              <>
                <bdi>{joinNames(names)}</bdi>{' '}
              </>
            )}
            <ChangeButton entry={entry} />
          </td>
        </tr>
      );
    })}
  </SettingTable>
);

/** Links to the entry, and to all that was done to it. */
function About({ entry: { type, documentId, locale, subject } }: { readonly entry: TrailEntry }) {
  const { allTypes } = useSession();
  const known = allTypes.find(({ uid }) => uid === type);
  const name = known === undefined ? type : nameOfType(known);
  const words = (
    <>
      <bdi>{name}</bdi> <bdi>{subject}</bdi>
    </>
  );
  const id = documentId !== null && (
    <Link
      to="/settings/trail"
      search={{ documentId }}
      className="hint trail-id"
      aria-label={say('trail.ofDocument', { id: documentId })}
    >
      <bdi>{documentId}</bdi>
    </Link>
  );
  if (known?.exposed !== true || documentId === null)
    return (
      <>
        {words} {id}
      </>
    );
  return (
    <>
      <Link
        to="/content/$uid/$id"
        params={{ uid: known.uid, id: known.kind === 'singleType' ? '-' : documentId }}
        search={locale === null ? {} : { locale }}
      >
        {words}
      </Link>{' '}
      {id}
    </>
  );
}
