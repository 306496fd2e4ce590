import { useEffect } from 'react';
import type { VersionEntry } from '../../../contract/history.js';
import { isSystem } from '../../../../../../domain/schema/schema.js';
import { formatDay, formatList, joinNames, say } from '../../messages/messages.js';
import { hasSeveralLocales } from '../../messages/names.js';
import { FailureView } from '../../shell/failure-view.js';
import { useEntry, useLabels, useOpenEntry } from '../entry-context.js';
import { Loading } from '../../ui/loading.js';
import { More } from '../../ui/more.js';
import { useVersions } from './use-versions.js';

interface VersionsProps {
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
}

/** The versions to choose from, latest first. */
export function Versions({ chosen, choose }: VersionsProps) {
  const found = useVersions();
  const [latest, earlier] = found.data?.pages[0]?.data ?? [];
  const likely = (earlier ?? latest)?.id;
  useEffect(() => {
    // Where there is room, the version before the latest is there at once.
    if (likely !== undefined && matchMedia('(min-width: 761px)').matches) choose(likely);
  }, [likely, choose]);
  if (found.error && found.data === undefined)
    return <FailureView error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading className="versions" bars={2} />;
  const versions = found.data.pages.flatMap(({ data }) => data);
  if (versions.length === 0) return <p className="versions hint">{say('history.none')}</p>;
  return (
    <div className="versions">
      <SharedHint />
      <ol>
        {versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              className="version-choice"
              aria-pressed={version.id === chosen}
              onClick={() => choose(version.id)}
            >
              <VersionWords version={version} />
            </button>
          </li>
        ))}
      </ol>
      <More found={found} />
    </div>
  );
}

/** Says that a history has only what was written in its locale, which is not all of what all locales share. */
function SharedHint() {
  const { type } = useOpenEntry();
  const labelOf = useLabels();
  const locales = useEntry(({ entry }) => entry?.locales);
  const shared = type.attributes.filter((one) => !one.localized && !isSystem(one));
  if (shared.length === 0 || !hasSeveralLocales(type, locales)) return null;
  return (
    <p className="hint">
      {say('history.shared', { names: formatList(shared.map(({ name }) => labelOf(name))) })}
    </p>
  );
}

/** Who, when, and what. */
function VersionWords({ version: { at, by, action, names } }: { readonly version: VersionEntry }) {
  const labelOf = useLabels();
  return (
    <>
      <span className="version-action">{say(`history.action.${action}`)}</span>
      <span dir="auto">{by.name}</span>
      <time className="hint" dateTime={at}>
        {formatDay(at)}
      </time>
      {names.length > 0 && action !== 'create' && (
        <span className="hint">{joinNames(names.map(labelOf))}</span>
      )}
    </>
  );
}
