import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeletedEntries } from '../../contract/history.js';
import type { WireType } from '../../contract/types.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useType } from '../session/session.js';
import { useAction } from '../settings/use-action.js';
import { FailureView, NotFoundView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { More } from '../ui/more.js';
import { restoreEntry } from './restore-entry.js';
import './deleted.css';

const route = getRouteApi('/content/$uid/deleted');

type Deleted = DeletedEntries['entries'][number];

/** The deleted entries of a type, which can be restored while the history keeps them. */
export function DeletedPage() {
  const type = useType(route.useParams().uid);
  return type === undefined ? <NotFoundView /> : <DeletedOf type={type} />;
}

function DeletedOf({ type }: { readonly type: WireType }) {
  const title = say('deleted.title', { type: type.displayName });
  useTitle(title);
  const found = useInfiniteQuery({
    queryKey: ['deleted', type.uid],
    queryFn: async ({ pageParam, signal }) => {
      const path = `documents/${type.uid}/deleted?page=${pageParam}`;
      return (await request<{ data: DeletedEntries }>('GET', path, { signal })).data;
    },
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
  });
  if (found.error && !found.isFetchNextPageError)
    return <FailureView error={found.error} retry={() => void found.refetch()} />;
  const entries = found.data?.pages.flatMap((page) => page.entries);
  return (
    <div className="list deleted">
      <div className="list-head">
        <div>
          <Link to="/content/$uid" params={{ uid: type.uid }} search={{}} className="hint">
            {type.displayName}
          </Link>
          <h1>{title}</h1>
        </div>
      </div>
      <p className="hint">{say('deleted.text')}</p>
      {entries === undefined ? (
        <Loading bars={3} />
      ) : entries.length === 0 ? (
        <Empty title={say('deleted.none')} text={say('deleted.none.text')} docs="history">
          <Link className="button" to="/content/$uid" params={{ uid: type.uid }} search={{}}>
            {say('deleted.back', { type: type.displayName })}
          </Link>
        </Empty>
      ) : (
        <Entries type={type} entries={entries} />
      )}
      <More found={found} />
    </div>
  );
}

interface EntriesProps {
  readonly type: WireType;
  readonly entries: readonly Deleted[];
}

function Entries({ type, entries }: EntriesProps) {
  const navigate = useNavigate();
  const action = useAction();
  const [failed, setFailed] = useState<string>();
  const restore = async (entry: Deleted): Promise<void> => {
    const documentId = type.kind === 'singleType' ? '-' : entry.documentId;
    setFailed(entry.id);
    if (await action.run(() => restoreEntry(type.uid, { ...entry, documentId })))
      await navigate({
        to: '/content/$uid/$id',
        params: { uid: type.uid, id: documentId },
        search: entry.locale === null ? {} : { locale: entry.locale },
      });
  };
  return (
    <ul className="deleted-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>
            <strong dir="auto">{entry.label}</strong>{' '}
            {entry.locale !== null && <span className="hint">{entry.locale}</span>}
            <br />
            <span className="hint">
              {say('deleted.by', { name: entry.by.name, when: formatDay(entry.at) })}
            </span>
          </span>
          <button
            type="button"
            className="button"
            aria-label={say('deleted.restore.name', { name: entry.label })}
            disabled={action.isBusy}
            onClick={() => void restore(entry)}
          >
            {say('deleted.restore')}
          </button>
          {failed === entry.id && action.fault !== undefined && (
            <span className="fault" role="alert">
              {action.fault}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
