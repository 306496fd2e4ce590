import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Uses as Answered } from '../../contract/links.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useSession } from '../session/session.js';

interface Props {
  readonly id: string;
  /** Whether it is looked up only when somebody unfolds it. */
  readonly isFolded?: boolean;
}

/** The entries that show a file. */
export function FileUses({ id, isFolded = false }: Props) {
  const [isOpen, setOpen] = useState(!isFolded);
  const path = `media/${id}/uses`;
  if (!isFolded) return <Uses path={path} />;
  return (
    <details className="uses" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('media.uses')}</summary>
      {isOpen && <Uses path={path} />}
    </details>
  );
}

/** The entries with links to something, as `path` answers them. */
export function Uses({ path }: { readonly path: string }) {
  const { types } = useSession();
  const found = useQuery({
    queryKey: ['uses', path],
    queryFn: async ({ signal }) => (await request<{ data: Answered }>('GET', path, { signal })).data,
    staleTime: 0,
  });
  if (found.error) return <p className="fault">{say('media.uses.failed')}</p>;
  if (found.data === undefined)
    return (
      <p className="hint" role="status">
        {say('loading')}
      </p>
    );
  const { entries, hasMore, isPartial } = found.data;
  const nameOf = (uid: string): string => types.find((type) => type.uid === uid)?.displayName ?? uid;
  return (
    <div className="uses-list" role="status">
      <p>{say(hasMore ? 'media.uses.more' : 'media.uses.count', { count: entries.length })}</p>
      <ul>
        {entries.map(({ type, documentId, label, locale }) => (
          <li key={`${type} ${documentId} ${locale}`}>
            <Link
              to="/content/$uid/$id"
              params={{ uid: type, id: documentId }}
              search={locale === null ? {} : { locale }}
              dir="auto"
            >
              {label}
            </Link>{' '}
            <span className="hint">
              {nameOf(type)}
              {locale !== null && `, ${locale}`}
            </span>
          </li>
        ))}
      </ul>
      {isPartial && <p className="hint">{say('media.uses.partial')}</p>}
    </div>
  );
}
